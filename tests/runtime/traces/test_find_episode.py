"""The right episode is found by id, by its start or by its sample; what is wrong with its lines is said."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from runtime.contracts.errors import TraceError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Header, Outcome, Step
from runtime.traces.event_log import EventLog
from runtime.traces.find_episode import find_episodes, find_headers

Events = Callable[..., tuple[Header, Step, Outcome]]


@pytest.fixture
def log(tmp_path: Path, events: Events) -> Path:
    """A log of e-1a, e-1b (same sample) and e-2 (another sample), whose text names e-1a."""
    path = tmp_path / "r.jsonl"
    with EventLog(path) as sink:
        for name, sample in (("e-1a", "s1"), ("e-1b", "s1"), ("e-2", "s2")):
            header, step, outcome = events(name)
            mention: JsonObject = {"episode": "e-1a", "sample": "s1"} if name == "e-2" else {}
            sink.write(replace(header, sample=sample, context=mention))
            sink.write(replace(step, context=mention))
            sink.write(outcome)
    return path


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("e-1a", ["e-1a"]),
        ("e-1", ["e-1a", "e-1b"]),
        ("s2", ["e-2"]),
        ("s", []),
        ("", ["e-1a", "e-1b", "e-2"]),
        ("e-9", []),
        ("e-1a.*", []),
    ],
    ids=["id", "start", "sample", "part-of-a-sample", "all", "unknown", "no-pattern"],
)
def test_names(log: Path, name: str, ids: list[str]) -> None:
    found = list(find_episodes([log.parent / "none.jsonl", log], name))
    assert [one.episode.header.episode for one in found] == ids
    assert all(len(one.episode.steps) == 1 and one.episode.outcome for one in found)
    assert all(one.integrity == "intact" for one in found)


def test_headers_alone(log: Path) -> None:
    assert [one.episode for one in find_headers(log, "e-1")] == ["e-1a", "e-1b"]
    assert [one.episode for one in find_headers(log, find_headers(log, "e-2")[0].case)] == ["e-1a", "e-1b", "e-2"]
    assert find_headers(log.parent / "none.jsonl", "e-1") == ()


def test_where_it_stands_is_told(log: Path) -> None:
    (found,) = find_episodes([log], "e-2")
    assert (found.path, found.line) == (log, 7)


def test_a_log_written_anew_by_another_program_is_found_and_told_as_edited(log: Path) -> None:
    lines = [json.dumps(json.loads(line)) + "\n" for line in log.read_text().splitlines()]
    log.write_text("".join(lines))
    (found,) = find_episodes([log], "e-2")
    assert (found.integrity, len(found.episode.steps)) == ("edited", 1)


def test_a_changed_and_a_broken_line_are_found_out(log: Path) -> None:
    text = log.read_text().splitlines(keepends=True)
    text[1] = text[1].replace("nothing found", "a nodule")
    text[4] = text[4].replace('"type":"step"', '"type":"stop"')
    log.write_text("".join(text))
    first, second, third = find_episodes([log])
    assert (first.integrity, first.problems) == ("edited", ())
    assert second.integrity == "edited"
    assert second.problems[0].startswith(f"{log}:5: event type 'stop'")
    assert third.integrity == "intact"


def test_an_episode_that_begins_again_is_the_finished_one(tmp_path: Path, events: Events) -> None:
    header, step, outcome = events("e-1")
    path = tmp_path / "r.jsonl"
    with EventLog(path) as sink:
        for event in (header, step, replace(header, started="later"), step, outcome, header):
            sink.write(event)
    (found,) = find_episodes([tmp_path])
    assert (found.episode.header.started, found.line, found.integrity) == ("later", 3, "intact")


def test_another_schema_is_refused_naming_the_line(log: Path) -> None:
    lines = log.read_text().splitlines()
    lines[0] = json.dumps(json.loads(lines[0]) | {"schema": 9}, separators=(",", ":"))
    log.write_text("\n".join(lines) + "\n")
    with pytest.raises(TraceError, match=r"r\.jsonl:1: schema version 9"):
        list(find_episodes([log]))
