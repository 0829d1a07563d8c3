"""`ace judge` on the command line, against a real local server."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ace.conftest import SmallRun
from tests.ace.judges.judging import honest, judge_repository, labelled, lenient, rubric_yaml
from tests.chat_server import chat_server, completion
from tests.conftest import Ran


def test_calibrate_list_and_calibrate_again(ace: Callable[..., Ran], tmp_path: Path) -> None:
    with chat_server(honest) as server:
        repo = judge_repository(tmp_path / "repo", server.base_url)
        arguments = ("judge", "calibrate", str(repo / "rude.yaml"), "--labels", str(labelled(tmp_path / "l.jsonl")))
        ran = ace(*arguments, "-C", str(repo))
        assert ran.code == 0, ran.err
        assert "USABLE" in ran.out
        assert "judge:rude: 40/40 items" in ran.err
        listed = ace("judge", "list", "-C", str(repo))
        assert "* rude" in listed.out
        assert "usable" in listed.out
        again = ace(*arguments, "-C", str(repo), "--json", "--quiet")
        assert (again.code, again.err, again.json["asked"], again.json["verdict"]) == (0, "", 0, "usable")
        assert len(server.requests) == 40


def test_one_under_its_floor_ends_with_1(ace: Callable[..., Ran], tmp_path: Path) -> None:
    with chat_server(lenient) as server:
        repo = judge_repository(tmp_path / "repo", server.base_url)
        labels = str(labelled(tmp_path / "l.jsonl"))
        ran = ace("judge", "calibrate", str(repo / "rude.yaml"), "--labels", labels, "--limit", "30", "-C", str(repo))
        assert ran.code == 1
        assert "UNDER FLOOR" in ran.out
        assert len(server.requests) == 30


def test_a_model_named_on_the_command_line_is_asked(ace: Callable[..., Ran], tmp_path: Path) -> None:
    with chat_server(honest) as server:
        repo = judge_repository(tmp_path / "repo", "http://127.0.0.1:9/v1")
        labels = tmp_path / "rated.jsonl"
        rows = [{"reply": f"You fool {i}." if i % 2 else f"Good {i}.", "bad": i % 2 == 1} for i in range(20)]
        labels.write_text("".join(json.dumps(row) + "\n" for row in rows))
        ran = ace(
            *("judge", "calibrate", str(repo / "rude.yaml"), "--labels", str(labels), "--text", "reply"),
            *("--label", "bad", "--base-url", server.base_url, "--model", "named", "-C", str(repo), "--json", "-q"),
        )
        assert ran.json["n"] == 20
        assert {request["model"] for request in server.requests} == {"named"}


def test_run_shows_what_a_judge_says_of_a_run(ace: Callable[..., Ran], copied_run: SmallRun) -> None:
    quote = json.dumps({"quote": "", "reason": "It hints.", "label": "kept"})
    with chat_server(lambda request, number: completion(quote)) as server:
        repo = copied_run.session.workspace.repo
        arguments = ("judge", "run", "answer_revealed", "latest", "--base-url", server.base_url, "--model", "m")
        ran = ace(*arguments, "-C", str(repo))
        assert ran.code == 0, ran.err
        assert "ADVISORY" in ran.out
        assert "kept  It hints." in ran.out
        value = ace(*arguments, "-C", str(repo), "--json").json
    episodes = value["episodes"]
    assert isinstance(episodes, list)
    assert (value["is_advisory"], value["state"], value["asked"]) == (True, "not calibrated", 0)
    assert 0 < len(episodes) <= 16


def test_run_reads_trace_files_of_other_agents(ace: Callable[..., Ran], tmp_path: Path) -> None:
    quote = json.dumps({"quote": "It is booked.", "reason": "No call was made.", "label": "unbacked"})
    messages = [{"role": "user", "content": "Book a seat."}, {"role": "assistant", "content": "It is booked."}]
    traces = tmp_path / "traces.jsonl"
    traces.write_text(json.dumps({"messages": messages}) + "\n{broken\n")
    with chat_server(lambda request, number: completion(quote)) as server:
        repo = judge_repository(tmp_path / "repo", server.base_url)
        ran = ace("judge", "run", "claim_unbacked", str(traces), "-C", str(repo), "--json")
    assert ran.code == 0, ran.err
    assert "could not be read" in ran.err
    episodes = ran.json["episodes"]
    assert isinstance(episodes, list)
    assert [(one["label"], one["quote"]) for one in episodes] == [("unbacked", "It is booked.")]


@pytest.mark.parametrize(
    ("rubric", "labels", "words"),
    [
        ("polite", '{"text": "a", "label": "rude"}', "'polite' is no rubric"),
        ("rude.yaml", '{"text": "a", "label": "unsure"}', '`label` must be "rude" or "polite"'),
        ("rude.yaml", "", "holds no row"),
        ("bad.yaml", '{"text": "a", "label": "rude"}', "severity: must be minor, major or critical"),
        ("", "", "must not be empty"),
    ],
)
def test_what_cannot_be_done_is_said(
    ace: Callable[..., Ran], tmp_path: Path, rubric: str, labels: str, words: str
) -> None:
    repo = judge_repository(tmp_path / "repo", "http://127.0.0.1:9/v1")
    (repo / "bad.yaml").write_text(rubric_yaml(severity="grave"))
    path = tmp_path / "l.jsonl"
    path.write_text(labels)
    name = str(repo / rubric) if rubric.endswith(".yaml") else rubric
    ran = ace("judge", "calibrate", name, "--labels", str(path), "-C", str(repo))
    assert (ran.code, ran.out) == (1 if rubric else 64, "")
    assert words in ran.err


def test_a_server_that_is_not_there_is_said_with_what_is_kept(ace: Callable[..., Ran], tmp_path: Path) -> None:
    repo = judge_repository(tmp_path / "repo", "http://127.0.0.1:9/v1")
    labels = str(labelled(tmp_path / "l.jsonl"))
    ran = ace("judge", "calibrate", str(repo / "rude.yaml"), "--labels", labels, "-C", str(repo))
    assert (ran.code, ran.out) == (1, "")
    assert "0 of 40 items are answered and kept" in ran.err
