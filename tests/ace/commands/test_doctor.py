"""`ace doctor`: nothing it finds is an exception."""

from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.contracts.json_types import JsonObject
from tests.chat_server import chat_server, completion
from tests.conftest import Ran


def _checks(ran: Ran) -> dict[str, JsonObject]:
    checks = ran.json["checks"]
    assert isinstance(checks, list)
    return {str(check["name"]): check for check in checks}


def test_a_sound_repository_is_ok_and_simulated_is_a_warning(
    demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]
) -> None:
    ran = ace("doctor", "-C", str(demo_made[0]), "--json")
    assert ran.code == 0
    checks = _checks(ran)
    assert checks["playbook"]["level"] == "ok"
    assert checks["model"]["level"] == "warning"
    assert checks["tool zoom"]["level"] == "ok"
    assert checks["tool web_browser"]["level"] == "warning"


def test_a_tool_that_is_not_there_is_an_error_of_the_check(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    with (demo_repository / "ace.yaml").open("a", encoding="utf-8") as config:
        config.write("control: {tools: {zoooom: deny}}\n")
    ran = ace("doctor", "-C", str(demo_repository), "--json", "--offline")
    tools = _checks(ran)["tools"]
    assert (ran.code, tools["level"]) == (1, "error")
    assert "did you mean `zoom`?" in str(tools["detail"])


def test_each_setting_says_where_it_comes_from(
    demo_repository: Path, ace: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ACE_CONCURRENCY", "7")
    settings = ace("doctor", "-C", str(demo_repository), "--json", "--offline").json["settings"]
    assert isinstance(settings, list)
    origins = {row["setting"]: (row["value"], row["from"]) for row in settings}
    assert origins["run.concurrency"] == (7, "environment ACE_CONCURRENCY")
    assert origins["run.limit"] == (90, "ace.yaml")
    assert origins["gate.alpha"] == (0.1, "default")


def test_a_server_that_answers_and_one_that_does_not(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    config = "schema: 1\nsamples: [samples]\ncontroller: {{kind: openai, model: m, base_url: '{url}', retries: 0}}\n"
    with chat_server(lambda request, number: completion('{"ok": true}')) as server:
        (demo_repository / "ace.yaml").write_text(config.format(url=server.base_url), encoding="utf-8")
        assert _checks(ace("doctor", "-C", str(demo_repository), "--json"))["model"]["level"] == "ok"
    ran = ace("doctor", "-C", str(demo_repository), "--json")
    assert ran.code == 1
    assert "connection" in str(_checks(ran)["model"]["detail"])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("schema: 1\ncontroler: {kind: simulated}\n", "controler"),
        ("schema: 1\nschema: 1\n", "twice"),
        ("schema: 1\nrun: {trials: many}\n", "run.trials"),
        ("- 1\n", "ace.yaml"),
    ],
    ids=["unknown-key", "duplicate-key", "wrong-type", "not-a-mapping"],
)
def test_a_bad_configuration_is_an_error_with_its_place(
    text: str, says: str, demo_repository: Path, ace: Callable[..., Ran]
) -> None:
    (demo_repository / "ace.yaml").write_text(text, encoding="utf-8")
    ran = ace("doctor", "-C", str(demo_repository), "--json")
    assert ran.code == 1
    detail = str(_checks(ran)["configuration"]["detail"])
    assert says in detail
    assert "ace.yaml" in detail


def test_a_local_model_that_is_not_there_is_found(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    config = "schema: 1\nsamples: [samples]\ncontroller: {kind: local, model: models/gone}\n"
    (demo_repository / "ace.yaml").write_text(config, encoding="utf-8")
    ran = ace("doctor", "-C", str(demo_repository), "--json")
    assert ran.code == 1
    assert "models/gone: no such folder" in str(_checks(ran)["model"]["detail"])
