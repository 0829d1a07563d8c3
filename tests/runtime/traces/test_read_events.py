"""Reading tolerates what a crash leaves, names what is damaged, and refuses another schema."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from runtime.contracts.errors import TraceError
from runtime.contracts.trace_event import Event, Header, Outcome, Step
from runtime.traces.event_json import encode_line, event_to_json
from runtime.traces.event_log import EventLog
from runtime.traces.read_events import Problem, iter_episodes, read_episodes

Events = Callable[..., tuple[Header, Step, Outcome]]


def _lines(*events: Event) -> bytes:
    return b"".join(encode_line(event_to_json(event)) for event in events)


def test_interleaved_episodes_are_grouped_in_the_order_they_began(tmp_path: Path, events: Events) -> None:
    one, two = events("e1"), events("e2")
    path = tmp_path / "r.jsonl"
    path.write_bytes(_lines(one[0], two[0], two[1], one[1], two[2], one[2]))
    result = read_episodes(path)
    assert [episode.header.episode for episode in result.episodes] == ["e1", "e2"]
    assert result.episodes[0].steps == (one[1],)
    assert result.episodes[1].outcome == two[2]
    assert [episode.header.episode for episode in iter_episodes(path)] == ["e2", "e1"]


def test_a_torn_last_line_is_a_problem_and_the_episode_is_cut_off(tmp_path: Path, events: Events) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(_lines(*events()[:2]) + b'{"type": "outc')
    result = read_episodes(path)
    assert result.episodes[0].outcome is None
    assert result.episodes[0].is_infrastructure_error
    assert [(problem.line, problem.reason.split(":")[0]) for problem in result.problems] == [
        (3, "torn last line, 14 bytes")
    ]


def test_a_bad_line_in_the_middle_is_named_and_the_rest_is_read(tmp_path: Path, events: Events) -> None:
    header, step, outcome = events()
    path = tmp_path / "r.jsonl"
    path.write_bytes(_lines(header) + b"{oops}\n\n" + _lines(step, outcome))
    result = read_episodes(path)
    assert result.episodes[0].steps == (step,)
    assert [(problem.path, problem.line) for problem in result.problems] == [(str(path), 2)]
    assert "not JSON" in result.problems[0].reason


def test_events_out_of_place_are_problems(tmp_path: Path, events: Events) -> None:
    header, step, outcome = events()
    path = tmp_path / "r.jsonl"
    path.write_bytes(_lines(step, header, step, step, outcome, outcome, header))
    result = read_episodes(path)
    assert len(result.episodes) == 1
    assert result.episodes[0].steps == (step,)
    reasons = {problem.line: problem.reason for problem in result.problems}
    assert sorted(reasons) == [1, 4, 6, 7]
    assert "not open" in reasons[1]
    assert "twice" in reasons[4]
    assert "already read" in reasons[7]


def test_an_episode_run_again_after_a_crash_counts_once(tmp_path: Path, events: Events) -> None:
    header, step, outcome = events()
    again = replace(header, started="later")
    (tmp_path / "a.jsonl").write_bytes(_lines(header, step, again, step, step))
    (tmp_path / "b.jsonl").write_bytes(_lines(again, step, outcome))
    result = read_episodes(tmp_path)
    assert [episode.outcome for episode in result.episodes] == [outcome]
    assert result.episodes[0].header.started == "later"
    assert sum("begins again" in problem.reason for problem in result.problems) == 2


def test_a_folder_is_read_by_name_and_other_files_are_left_alone(tmp_path: Path, events: Events) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.jsonl").write_bytes(_lines(*events("e2")))
    (tmp_path / "a.jsonl").write_bytes(_lines(*events("e1")))
    (tmp_path / "a.jsonl.torn").write_bytes(b"{")
    (tmp_path / "notes.txt").write_text("x")
    result = read_episodes(tmp_path)
    assert [episode.header.episode for episode in result.episodes] == ["e1", "e2"]
    assert result.problems == ()


def test_episodes_of_two_runs_with_one_id_stay_apart(tmp_path: Path, events: Events) -> None:
    header, step, outcome = events()
    path = tmp_path / "r.jsonl"
    other = [replace(event, run="r2") for event in (header, step, outcome)]
    path.write_bytes(_lines(header, step, outcome, *other))
    assert [episode.header.run for episode in read_episodes(path).episodes] == ["r1", "r2"]


def test_another_schema_version_stops_the_reading(tmp_path: Path, events: Events) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(_lines(*events("e1"), replace(events("e2")[0], schema=99)))
    with pytest.raises(TraceError, match=r"r\.jsonl:4: schema version 99"):
        read_episodes(path)


def test_a_missing_log_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TraceError, match="no such event log"):
        read_episodes(tmp_path / "nowhere.jsonl")
    assert read_episodes(tmp_path).episodes == ()


def test_streaming_reports_the_same_problems(tmp_path: Path, events: Events) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(b"[]\n" + _lines(*events()))
    problems: list[Problem] = []
    assert len(list(iter_episodes(path, problems))) == 1
    assert tuple(problems) == read_episodes(path).problems


def test_an_episode_edited_after_it_was_written_is_left_out(tmp_path: Path, events: Events) -> None:
    path = tmp_path / "r.jsonl"
    with EventLog(path) as log:
        for event in (*events("e1"), *events("e2")):
            log.write(event)
    assert [episode.header.episode for episode in read_episodes(path).episodes] == ["e1", "e2"]
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], lines[1].replace(b'"e1"', b'"e1" ', 1), *lines[2:]]))
    read = read_episodes(path)
    assert [episode.header.episode for episode in read.episodes] == ["e2"]
    assert [(problem.line, problem.reason) for problem in read.problems] == [
        (3, "episode 'e1' was edited since it was written; left out")
    ]
