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


def _with_config(repository: Path, **changes: str) -> None:
    (repository / "ace.yaml").write_text(
        "".join(f"{name}: {value}\n" for name, value in {"schema": "1", "samples": "[samples]", **changes}.items())
    )


@pytest.mark.parametrize(
    ("knowledge", "level", "said"),
    [
        ("[shipped]", "ok", " passages from shipped"),
        ("[nots]", "error", "nots: no such folder"),
        ("[shipped, notes]", "warning", "1 lines or files unusable, first "),
        ("[shipped, notes]", "warning", "a.jsonl:2: is not JSON"),
        ("[empty]", "error", "empty"),
    ],
    ids=["sound", "missing", "unusable-counted", "unusable-placed", "empty"],
)
def test_the_knowledge_is_read(
    knowledge: str, level: str, said: str, demo_repository: Path, ace: Callable[..., Ran]
) -> None:
    (demo_repository / "notes").mkdir()
    (demo_repository / "empty").mkdir()
    (demo_repository / "notes" / "a.jsonl").write_text('{"title": "Zebra", "text": "It has stripes."}\n{\n')
    _with_config(demo_repository, knowledge=knowledge)
    ran = ace("doctor", "-C", str(demo_repository), "--json", "--offline")
    check = _checks(ran)["knowledge"]
    assert check["level"] == level
    assert said in str(check["detail"])
    assert (ran.code == 1) is (level == "error")


def test_knowledge_that_the_agent_does_not_search_is_not_counted(
    demo_repository: Path, ace: Callable[..., Ran]
) -> None:
    _with_config(demo_repository, agent="inspector", playbook="playbooks/inspector", knowledge="[shipped]")
    check = _checks(ace("doctor", "-C", str(demo_repository), "--json", "--offline"))["knowledge"]
    assert (check["level"], check["detail"]) == ("ok", "the agent inspector has no tool that searches it")


def test_a_tool_that_a_person_decides_on_says_so(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    _with_config(demo_repository, control="{tools: {zoom: ask, enhance: deny}}")
    checks = _checks(ace("doctor", "-C", str(demo_repository), "--json", "--offline"))
    assert str(checks["tool zoom"]["detail"]).startswith("ready, asks a person (read)")
    assert str(checks["tool enhance"]["detail"]).startswith("ready, denied (")


def test_values_are_shown_as_the_file_would_say_them(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    _with_config(demo_repository)
    out = ace("doctor", "-C", str(demo_repository), "--all", "--offline").out
    assert 'samples = ["samples"]   ace.yaml' in out
    assert "budgets.cost_usd = null   default" in out
    assert "gate.sealed = true   default" in out
    assert "curator.kind = heuristic   default" in out


def test_each_wrong_setting_has_a_line_and_doctor_does_not_send_people_to_itself(
    demo_repository: Path, ace: Callable[..., Ran]
) -> None:
    _with_config(demo_repository, run="{limit: 0, trials: many}")
    out = ace("doctor", "-C", str(demo_repository), "--offline").out
    assert "\\n" not in out
    assert "Run `ace doctor`" not in out
    lines = out.splitlines()
    assert "run.limit: must be greater than or equal to 1" in lines[-2]
    assert lines[-1].startswith("        ")
    assert lines[-1].endswith("run.trials: must be a whole number")


def test_files_of_an_own_agent_that_are_not_watched_are_errors(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    own = "{kind: command, command: [python3, agent.py], files: [nope, ../etc]}"
    _with_config(demo_repository, agent="triage", own_agent=own)
    ran = ace("doctor", "-C", str(demo_repository), "--json", "--offline")
    files = _checks(ran)["agent files"]
    assert (ran.code, files["level"]) == (1, "error")
    assert "own_agent.files: 'nope' does not exist" in str(files["detail"])
    assert "own_agent.files: '../etc' lies outside the repository" in str(files["detail"])


def test_an_own_agent_of_which_nothing_lies_here_is_said(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    _with_config(demo_repository, agent="triage", own_agent="{kind: http, url: 'http://127.0.0.1:9/run'}")
    files = _checks(ace("doctor", "-C", str(demo_repository), "--json", "--offline"))["agent files"]
    assert files["level"] == "ok"
    assert "none lies in the repository" in str(files["detail"])
