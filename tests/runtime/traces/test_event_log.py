"""The log loses nothing: not at a crash, not between threads; and keeps no secret."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from runtime.contracts.errors import TraceError
from runtime.contracts.ports import TraceSink
from runtime.contracts.trace_event import Header, Outcome, Step
from runtime.traces.event_json import encode_line, event_to_json
from runtime.traces.event_log import EventLog, torn_path
from runtime.traces.read_events import read_episodes

Events = Callable[..., tuple[Header, Step, Outcome]]


def test_events_are_appended_one_a_line_and_read_back(tmp_path: Path, events: Events) -> None:
    path = tmp_path / "runs" / "r1.jsonl"
    with EventLog(path) as log:
        sink: TraceSink = log
        for event in events("e1"):
            sink.write(event)
        assert len(path.read_bytes().splitlines()) == 3, "written before close"
    with EventLog(path) as log:
        for event in events("e2"):
            log.write(event)
    result = read_episodes(path)
    assert [episode.header.episode for episode in result.episodes] == ["e1", "e2"]
    assert result.problems == ()


def test_secrets_do_not_reach_the_disk(tmp_path: Path, events: Events) -> None:
    path = tmp_path / "r.jsonl"
    step = replace(
        events()[1], shown="see sk-abcDEF1234567890xyz", proposed={"arguments": {"headers": {"Authorization": "mine"}}}
    )
    with EventLog(path) as log:
        log.write(step)
    text = path.read_text()
    assert "sk-abc" not in text
    assert "mine" not in text
    assert json.loads(text)["shown"] == "see [redacted:api-key]"


@pytest.mark.parametrize("torn", [b'{"type": "st', b"\xff", b"x" * 200_000], ids=["half", "not-utf8", "long"])
def test_a_torn_last_line_is_set_aside_and_the_log_goes_on(tmp_path: Path, events: Events, torn: bytes) -> None:
    path = tmp_path / "r.jsonl"
    header, step, outcome = events()
    whole = encode_line(event_to_json(header))
    path.write_bytes(whole + torn)
    with EventLog(path) as log:
        log.write(step)
        log.write(outcome)
    assert path.read_bytes().startswith(whole + b'{"run"')
    assert torn_path(path).read_bytes() == torn + b"\n"
    assert read_episodes(path).problems == ()


def test_a_second_torn_line_does_not_replace_the_first(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    for torn in (b"{1", b"{2"):
        path.write_bytes(torn)
        EventLog(path).close()
    assert torn_path(path).read_bytes() == b"{1\n{2\n"
    assert path.read_bytes() == b""


def test_a_whole_last_line_that_lacks_only_its_newline_is_kept(tmp_path: Path, events: Events) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(encode_line(event_to_json(events()[0])).rstrip(b"\n"))
    with EventLog(path) as log:
        log.write(events()[2])
    assert len(read_episodes(path).episodes) == 1
    assert not torn_path(path).exists()


def test_threads_do_not_mix_their_lines(tmp_path: Path, events: Events) -> None:
    path = tmp_path / "r.jsonl"
    with EventLog(path) as log, ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(_write_all, log, events(f"e{n}")) for n in range(40)]:
            done.result()
    result = read_episodes(path)
    assert len(result.episodes) == 40
    assert all(episode.outcome for episode in result.episodes)
    assert result.problems == ()


def _write_all(log: EventLog, triple: tuple[Header, Step, Outcome]) -> None:
    for event in triple:
        log.write(event)


def test_writing_to_a_closed_log_says_so(tmp_path: Path, events: Events) -> None:
    log = EventLog(tmp_path / "r.jsonl")
    log.close()
    log.close()
    with pytest.raises(TraceError, match="closed"):
        log.write(events()[0])


def test_a_log_that_cannot_be_opened_names_its_path(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TraceError, match="file"):
        EventLog(tmp_path / "file" / "r.jsonl")
