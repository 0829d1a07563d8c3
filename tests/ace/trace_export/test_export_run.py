"""Traces written whole or not at all."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ace.errors import AceError
from ace.trace_export.export_run import export_lines, finding_evaluation, write_lines
from ace.trace_import.read_files import read_trace_files
from analyzers.finding import Finding
from runtime.contracts.trace_event import ControllerInfo, Episode, Header, Step
from runtime.traces.recordable import recordable_data, recordable_text

FINDING = Finding("repeated-call", "e1", "s", "s", 0, "design", "major", "the same call again", '{"q": 1}')


def _episode(name: str = "e1") -> Episode:
    controller = ControllerInfo("scripted", "fixed", simulated=True)
    header = Header("r1", name, "s", "s", "dev", 0, 0, "clerk", controller, "", {}, (), {}, question="Weather?")
    return Episode(header, (Step("r1", name, 0, (), "", "", taken={"action": "RESPOND", "text": "Rain."}),), None)


def test_a_finding_is_an_evaluation_without_a_score() -> None:
    found = finding_evaluation(FINDING)
    assert (found.name, found.label, found.score, found.step) == ("repeated-call", "major", None, 0)
    assert found.explanation == 'the same call again: {"q": 1}'


def test_each_episode_is_a_line_with_its_own_findings() -> None:
    lines = list(export_lines([_episode("e1"), _episode("e2")], [FINDING]))
    assert [line.count("repeated-call") for line in lines] == [1, 0]
    assert all("\n" not in line and json.loads(line) for line in lines)


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text("before")
    assert write_lines(path, ["a", "b"]) == 2
    assert path.read_text() == "a\nb\n"


def test_what_breaks_off_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    def lines() -> Iterator[str]:
        yield "a"
        raise RuntimeError("broke off")

    path = tmp_path / "out.jsonl"
    path.write_text("before")
    with pytest.raises(RuntimeError, match="broke off"):
        write_lines(path, lines())
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("place", [lambda folder: folder, lambda folder: folder / "no" / "out"])
def test_a_place_without_room_for_a_file_is_named(tmp_path: Path, place: Callable[[Path], Path]) -> None:
    with pytest.raises(AceError, match=str(place(tmp_path))):
        write_lines(place(tmp_path), ["a"])


@pytest.mark.outside_data
@pytest.mark.skipif(not os.environ.get("ACE_OUTSIDE_DATA"), reason="ACE_OUTSIDE_DATA names no folder")
@pytest.mark.parametrize(
    ("pattern", "expected"),
    [("whowhen/*/*.json", 126), ("agentrx/tau_retail/*.json", 129), ("taubench/*.json", 200)],
)
def test_outside_data_comes_back_as_it_went_out(pattern: str, expected: int, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    went_out = read_trace_files(sorted(Path(os.environ["ACE_OUTSIDE_DATA"]).glob(pattern))).episodes
    assert write_lines(path, export_lines(went_out)) == len(went_out) == expected
    came_back = read_trace_files([path])
    assert came_back.problems == ()
    assert [_told(episode) for episode in came_back.episodes] == [_told(episode) for episode in went_out]


def _told(episode: Episode) -> list[object]:
    """What was said and called, as the event log would hold it, and the scores."""
    assert episode.outcome is not None
    out: list[object] = [{name: round(score, 9) for name, score in episode.outcome.scores.items()}]
    out += [(said.role, recordable_text(said.text), said.name) for said in episode.header.opening]
    for step in episode.steps:
        card = step.card
        called = None if card is None else (card.call_id, card.name, recordable_data(card.arguments), card.ok)
        heard = [(said.role, recordable_text(said.text), said.name) for said in step.heard]
        out.append((recordable_data(step.taken or {}), called, recordable_text(step.shown), step.speaker, heard))
    return out


def test_a_place_that_cannot_be_written_says_what_to_do() -> None:
    with pytest.raises(AceError, match=r"^/proc/traces\.jsonl: cannot be written .*; it is as it was: make room"):
        write_lines(Path("/proc/traces.jsonl"), ["{}"])
