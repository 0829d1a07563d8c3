"""`ace run` against a real HTTP server: whatever it answers, the batch goes on and nothing written is lost."""

import json
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.contracts.json_types import JsonObject
from tests.chat_server import Answer, chat_server, completion
from tests.conftest import Ran

HINT = '{"action":"HINT","hint_level":1,"text":"Look at how bright this region is compared with the other side."}'
SAMPLES = ("--sample", "retina-fp.dark-centre", "--concurrency", "1")


@pytest.fixture
def real_model(demo_repository: Path) -> Path:
    """The demonstration's repository with a configuration for a server, quick to give up."""
    (demo_repository / "ace.yaml").write_text(
        "schema: 1\nsamples: [samples]\nknowledge: [samples/knowledge]\n"
        "controller: {kind: openai, model: fake, base_url: 'http://127.0.0.1:1/v1', retries: 1, timeout_s: 5}\n"
        "budgets: {steps: 4, student_turns: 2}\n",
        encoding="utf-8",
    )
    return demo_repository


def _run(ace: Callable[..., Ran], repo: Path, url: str, *more: str) -> Ran:
    return ace("run", "-C", str(repo), "--base-url", url, *SAMPLES, "--json", "--quiet", *more)


def test_episodes_of_a_real_server_are_not_simulated_and_count_tokens(
    real_model: Path, ace: Callable[..., Ran]
) -> None:
    with chat_server(lambda request, number: completion(HINT)) as server:
        ran = _run(ace, real_model, server.base_url)
    assert ran.code == 0, ran.err
    assert ran.json["simulated"] is False
    assert ran.json["controller"] == "openai/fake"
    assert _dict(ran.json["spent"])["prompt_tokens"] == 100 * len(server.requests)
    assert server.requests[0]["seed"] != server.requests[1]["seed"]
    assert _dict(server.requests[0]["response_format"])["type"] == "json_schema"


def test_reviewed_rules_reach_the_prompt_and_the_working_tree_does_not(
    real_model: Path, ace: Callable[..., Ran]
) -> None:
    rule = real_model / "playbooks/tutor/style/short-turns.yaml"
    rule.write_text(rule.read_text(encoding="utf-8").replace("60 words", "7 words"), encoding="utf-8")
    with chat_server(lambda request, number: completion(HINT)) as server:
        _run(ace, real_model, server.base_url)
    system = str(_list(server.requests[0]["messages"])[0]["content"])
    assert "[tools.retrieve-before-web] Call `retrieve` and read what it returned" in system
    assert "60 words" in system
    assert "7 words" not in system


@pytest.mark.parametrize(
    ("bad", "ends"),
    [
        (completion("I would look at the image first."), "parse_failure"),
        (completion('{"action":"HINT","hint_le', "length"), "parse_failure"),
        (completion(""), "parse_failure"),
    ],
    ids=["prose", "truncated", "empty"],
)
def test_unusable_answers_end_in_a_named_terminal(
    bad: Answer, ends: str, real_model: Path, ace: Callable[..., Ran]
) -> None:
    with chat_server(lambda request, number: bad) as server:
        ran = _run(ace, real_model, server.base_url)
    assert ran.code == 0
    assert _dict(ran.json["ends"]) == {ends: 3}


@pytest.mark.parametrize(
    ("status", "says"), [(500, "500"), (429, "429"), (401, "401"), (404, "404")], ids=["500", "429", "401", "404"]
)
def test_a_server_that_refuses_is_named_and_no_episode_is_scored(
    status: int, says: str, real_model: Path, ace: Callable[..., Ran]
) -> None:
    refusal = Answer({"error": {"message": "no"}}, status, {"Retry-After": "0"})
    with chat_server(lambda request, number: refusal) as server:
        ran = _run(ace, real_model, server.base_url)
    assert ran.code == 1
    assert says in ran.err
    assert "--resume" in ran.err
    assert "Traceback" not in ran.err


def test_one_bad_moment_costs_one_try_not_the_batch(real_model: Path, ace: Callable[..., Ran]) -> None:
    def answer(request: JsonObject, number: int) -> Answer:
        return Answer("{", 500, {"Retry-After": "0"}) if number == 2 else completion(HINT)

    with chat_server(answer) as server:
        ran = _run(ace, real_model, server.base_url)
    assert ran.code == 0
    assert _dict(ran.json["ends"]) == {"responded": 3}


def test_after_a_dead_server_resume_runs_only_what_is_missing(real_model: Path, ace: Callable[..., Ran]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        dead = f"http://127.0.0.1:{taken.getsockname()[1]}/v1"
    config = (real_model / "ace.yaml").read_text(encoding="utf-8")
    with chat_server(lambda request, number: _after(number, 5)) as server:
        url = server.base_url
        (real_model / "ace.yaml").write_text(config.replace("http://127.0.0.1:1/v1", url), encoding="utf-8")
        first = ace("run", "-C", str(real_model), *SAMPLES, "--json", "--quiet")
        assert first.code == 0
        assert len(_list(first.json["errors"])) == 1
        asked = len(server.requests)
        log = Path(str(first.json["folder"])) / "events.jsonl"
        written = log.read_bytes()
        again = ace("run", "-C", str(real_model), "--resume", "latest", "--json", "--quiet")
    assert again.code == 0, again.err
    assert again.json["run"] == first.json["run"]
    assert _list(again.json["errors"]) == []
    assert len(server.requests) - asked <= 2, "finished episodes are not run again"
    assert log.read_bytes().startswith(written), "what was written stays"
    assert dead != url


def test_a_run_that_gave_up_says_so_and_fails_as_does_its_cycle(real_model: Path, ace: Callable[..., Ran]) -> None:
    where = ("-C", str(real_model), "--limit", "9", "--quiet")
    config = real_model / "ace.yaml"
    down = Answer("{}", 503, {"Retry-After": "0"})
    with chat_server(lambda request, number: completion(HINT) if number <= 3 else down) as server:
        text = config.read_text(encoding="utf-8").replace("http://127.0.0.1:1/v1", server.base_url)
        config.write_text(f"{text}run: {{concurrency: 1}}\n", encoding="utf-8")
        ran = ace("run", *where, "--json")
        shown = ace("show", "latest", "-C", str(real_model)).out
        cycle = ace("cycle", *where, "--json")
    left = ran.json["not_begun"]
    assert (ran.code, bool(left)) == (1, True)
    assert f"stopped after 6 errors in a row; {left} samples not begun" in str(ran.json["gave_up"])
    assert ran.json["error"] == ran.json["gave_up"]
    assert f"stopped after 6 errors in a row; {left} samples not begun" in ran.err
    assert f"{left} dev samples not begun; to go on with them: ace run --resume {ran.json['run']}" in shown
    assert (cycle.code, cycle.json["error"]) == (1, _dict(cycle.json["cycle"])["reason"])
    assert "no episode could be finished of 6 (3 samples not begun)" in str(_dict(cycle.json["cycle"])["reason"])


def _after(number: int, broken_until: int) -> Answer:
    """The third to fifth request fail, which costs one episode with one retry."""
    return Answer("{}", 503, {"Retry-After": "0"}) if 3 <= number <= 4 else completion(HINT)


def test_a_sample_file_with_a_wrong_field_is_named_and_the_rest_runs(real_model: Path, ace: Callable[..., Ran]) -> None:
    bad = real_model / "samples/tutor/retina-fp.yaml"
    bad.write_text(bad.read_text(encoding="utf-8").replace("    question:", "    qestion:", 1), encoding="utf-8")
    ran = ace("run", "-C", str(real_model), "--controller", "simulated", "--limit", "5", "--quiet")
    assert ran.code == 0
    assert "sample not read" in ran.out
    assert "retina-fp.yaml" in ran.out


def _with_image(repo: Path, image: str, data: bytes | None) -> None:
    if data is not None:
        (repo / "images").mkdir()
        (repo / image).write_bytes(data)
    path = repo / "samples/tutor/retina-fp.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("skimage:retina.jpg", image), encoding="utf-8")


@pytest.mark.parametrize(
    ("image", "data"), [("images/gone.png", None), ("images/empty.png", b"")], ids=["missing", "empty"]
)
def test_an_image_that_is_not_there_is_named_and_the_other_samples_run(
    image: str, data: bytes | None, real_model: Path, ace: Callable[..., Ran]
) -> None:
    _with_image(real_model, image, data)
    ran = ace("run", "-C", str(real_model), "--controller", "simulated", "--limit", "5", "--quiet")
    assert ran.code == 0, ran.err
    assert "sample not read" in ran.out
    assert image in ran.out
    doctor = ace("doctor", "-C", str(real_model), "--offline").out
    assert image in doctor


def test_an_image_that_cannot_be_read_is_a_card_with_a_class_and_the_episode_goes_on(
    real_model: Path, ace: Callable[..., Ran]
) -> None:
    image = "images/bad.dcm"
    _with_image(real_model, image, b"\0" * 128 + b"DICM" + b"junk")
    look = '{"action":"REQUEST_TOOL","tool":"image_findings","arguments":{}}'
    with chat_server(lambda request, number: completion(look if number == 1 else HINT)) as server:
        ran = _run(ace, real_model, server.base_url)
    assert ran.code == 0, ran.err
    log = Path(str(ran.json["folder"])) / "events.jsonl"
    events = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    cards = [event["card"] for event in events if event.get("card")]
    assert cards[0]["ok"] is False
    assert cards[0]["error_class"] in {"invalid_arguments", "business_failure", "missing_dependency"}
    assert image in cards[0]["summary"]
    assert _dict(ran.json["ends"]) == {"responded": 3}


def test_without_a_controller_it_says_what_to_set(real_model: Path, ace: Callable[..., Ran]) -> None:
    (real_model / "ace.yaml").write_text("schema: 1\nsamples: [samples]\n", encoding="utf-8")
    ran = ace("run", "-C", str(real_model))
    assert ran.code == 1
    assert "--controller simulated" in ran.err


def test_two_at_once_one_works_and_one_says_so(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    from ace.workspace import open_workspace

    with open_workspace(demo_repository).lock():
        ran = ace("run", "-C", str(demo_repository), "--limit", "1")
    assert ran.code == 75
    assert "held by process" in ran.err


def _dict(value: object) -> JsonObject:
    assert isinstance(value, dict)
    return value


def _list(value: object) -> list[JsonObject]:
    assert isinstance(value, list)
    return value


def test_it_ends_with_the_next_step(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    assert ace("run", "-C", str(demo_repository), "--limit", "1", "--quiet").out.endswith("next: ace analyze\n")
