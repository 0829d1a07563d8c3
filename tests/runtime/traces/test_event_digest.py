"""An episode's lines are those that were written, or the record says that they are not."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from runtime.contracts.trace_event import Header, Outcome, Step
from runtime.traces.event_digest import check_lines
from runtime.traces.event_log import EventLog
from runtime.traces.read_events import read_episodes

Events = Callable[..., tuple[Header, Step, Outcome]]


@pytest.fixture
def lines(tmp_path: Path, events: Events) -> list[bytes]:
    """A header, two steps and an outcome as the log writes them."""
    header, step, outcome = events()
    with EventLog(tmp_path / "r.jsonl") as log:
        for event in (header, step, replace(step, step=1), outcome):
            log.write(event)
    return (tmp_path / "r.jsonl").read_bytes().splitlines(keepends=True)


def test_what_was_written_is_intact_and_reads_back(tmp_path: Path, lines: list[bytes]) -> None:
    assert check_lines(lines) == "intact"
    (episode,) = read_episodes(tmp_path / "r.jsonl").episodes
    assert episode.outcome is not None
    assert re.fullmatch("[0-9a-f]{64}", episode.outcome.events_sha256)


@pytest.mark.parametrize(
    "edit",
    [
        lambda lines: [lines[0].replace(b'"seed":7', b'"seed":8'), *lines[1:]],
        lambda lines: [lines[0], lines[1].replace(b"nothing found", b"a nodule"), *lines[2:]],
        lambda lines: [*lines[:3], lines[3].replace(b'"success":1.0', b'"success":0.0')],
        lambda lines: [lines[0], lines[2], lines[1], lines[3]],
        lambda lines: [lines[0], lines[1], lines[3]],
        lambda lines: [lines[0], lines[1], lines[1], *lines[2:]],
        lambda lines: [lines[0].replace(b'"run":', b'"run": '), *lines[1:]],
        lambda lines: [*lines[:3], lines[3].replace(b'"events_sha256":', b'"events_sha256": ')],
        lambda lines: [json.dumps(json.loads(line)).encode() + b"\n" for line in lines],
    ],
    ids=["header", "step", "score", "moved", "removed", "added", "one-blank", "blank-in-its-hash", "written-anew"],
)
def test_a_changed_line_is_found_out(lines: list[bytes], edit: Callable[[list[bytes]], list[bytes]]) -> None:
    assert check_lines(edit(lines)) == "edited"


def test_a_cut_off_or_older_record_is_unsealed(lines: list[bytes]) -> None:
    assert check_lines(lines[:-1]) == "unsealed"
    assert check_lines([]) == "unsealed"
    old = json.loads(lines[-1])
    del old["events_sha256"]
    assert check_lines([*lines[:-1], json.dumps(old).encode() + b"\n"]) == "unsealed"


def test_episodes_written_in_turns_have_each_their_own_hash(tmp_path: Path, events: Events) -> None:
    path = tmp_path / "r.jsonl"
    with EventLog(path) as log:
        one, other = events("e1"), events("e2")
        for event in (one[0], other[0], one[1], other[1], one[2], other[2]):
            log.write(event)
    written = path.read_bytes().splitlines(keepends=True)
    assert check_lines(written[0::2]) == "intact"
    assert check_lines(written[1::2]) == "intact"


def test_an_outcome_without_its_header_in_this_log_gets_no_hash(tmp_path: Path, events: Events) -> None:
    path = tmp_path / "r.jsonl"
    with EventLog(path) as log:
        log.write(replace(events()[2], events_sha256="0" * 64))
    assert json.loads(path.read_bytes())["events_sha256"] == ""


def test_a_text_that_looks_like_the_hash_changes_nothing(tmp_path: Path, events: Events) -> None:
    header, step, outcome = events()
    fake = f'"events_sha256":"{"0" * 64}"'
    path = tmp_path / "r.jsonl"
    with EventLog(path) as log:
        for event in (header, replace(step, shown=fake), replace(outcome, message=fake)):
            log.write(event)
    assert check_lines(path.read_bytes().splitlines(keepends=True)) == "intact"
