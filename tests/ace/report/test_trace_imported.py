"""An episode that another program recorded, in every view: all that was said, and no word of prompts."""

from dataclasses import replace
from pathlib import Path

import pytest

from ace.report.episode_text import episode_text
from ace.report.trace_html import trace_html
from ace.report.trace_json import trace_json
from ace.report.trace_model import TraceView, view_trace
from ace.report.trace_origin import Origins
from ace.report.trace_step_text import step_text
from ace.report.trace_text import TextOptions, trace_text
from ace.trace_import.read_files import read_trace_files
from ace.trace_import.store_import import store_import
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Said
from runtime.traces.find_episode import find_episodes
from tests.ace.conftest import SmallRun
from tests.ace.report.tracing import EVIL
from tests.ace.trace_import.importing import DESK, TALK, trace_file

NEVER_SAID = ("cannot be shown", "not confirmed", "NOT CONFIRMED", "confirmed by", "was not kept", "->", ", ,")


def view_of(copied: SmallRun, folder: Path, value: JsonObject) -> TraceView:
    """Return the view of an imported record."""
    files = read_trace_files([trace_file(folder, value)])
    stored = store_import(copied.session.workspace, files, "2027-03-01T10:00:00Z")
    (found,) = find_episodes([stored.folder])
    return view_trace(Origins(copied.session), found)


@pytest.fixture
def desk(copied_run: SmallRun, tmp_path: Path) -> TraceView:
    """One agent with one call that failed."""
    return view_of(copied_run, tmp_path, DESK)


@pytest.fixture
def talk(copied_run: SmallRun, tmp_path: Path) -> TraceView:
    """Two agents."""
    return view_of(copied_run, tmp_path, TALK)


def lines(text: str) -> list[str]:
    """Return the lines with single blanks."""
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def test_the_whole_episode_as_text(desk: TraceView) -> None:
    text = trace_text(desk, TextOptions())
    assert lines(text)[2:] == [
        "record intact: its lines are those its hash was taken of; imported from openai-messages, file:desk.jsonl",
        "system You book rooms. Never say a price.",
        "user A room for Monday, please.",
        "step 0 free_rooms",
        'proposed free_rooms {"day": "Monday"}',
        "said One moment.",
        "got free_rooms timeout: Error: the calendar timed out",
        "step 1 RESPOND",
        'proposed RESPOND "Room 4 is yours."',
        "user Are you sure?",
        "end completed",
        "scores reward 0",
        "spent tool calls 1, steps 2",
        'answer {"text":"Room 4 is yours."}',
    ]
    assert desk.notes == ()
    assert not any(word in text for word in NEVER_SAID)
    assert "shown Error: the calendar timed out" in lines(trace_text(desk, TextOptions(is_full=True)))


def test_who_spoke_is_named(talk: TraceView) -> None:
    text = lines(trace_text(talk, TextOptions()))
    assert "step 0 RESPOND by Planner" in text
    assert "step 1 RESPOND by Counter" in text
    assert "by Planner" in lines(episode_text(talk.episode))
    assert "by Counter" in trace_html(talk)


def test_a_call_without_a_result_says_so(copied_run: SmallRun, tmp_path: Path) -> None:
    trajectory = DESK["traj"]
    assert isinstance(trajectory, list)
    view = view_of(copied_run, tmp_path, {**DESK, "traj": trajectory[:3]})
    assert "got no result is recorded" in lines(trace_text(view, TextOptions()))
    assert "no result is recorded" in lines(episode_text(view.episode))


def test_one_step(desk: TraceView) -> None:
    text = step_text(desk, 1, TextOptions())
    assert "| Room 4 is yours." in lines(text)
    assert "user Are you sure?" in lines(text)
    assert "sha256" not in text
    assert not any(word in text for word in NEVER_SAID)


def test_the_page(desk: TraceView) -> None:
    page = trace_html(desk)
    for words in ("Before the first step", "You book rooms.", "Are you sure?", "One moment.", "imported from openai"):
        assert words in page
    body = page[page.index("<body>") :]
    assert not any(word in body for word in NEVER_SAID)
    assert "<dt>saw</dt>" not in page
    assert "<dt>rules</dt>" not in page


def test_json_has_all_of_it(desk: TraceView) -> None:
    value = trace_json(desk)
    header, steps = value["header"], value["steps"]
    assert isinstance(header, dict)
    assert isinstance(steps, list)
    assert [said["role"] for said in header["opening"]] == ["system", "user"]
    assert [said["text"] for said in steps[1]["heard"]] == ["Are you sure?"]
    assert value["notes"] == []
    assert steps[0]["why_unverified"] == ""


def test_a_short_record_reads_in_the_episodes_text(desk: TraceView) -> None:
    assert lines(episode_text(desk.episode))[1:4] == [
        "imported from openai-messages, file:desk.jsonl",
        "system You book rooms. Never say a price.",
        "user A room for Monday, please.",
    ]
    assert "user Are you sure?" in lines(episode_text(desk.episode))


def test_foreign_words_do_no_harm(desk: TraceView) -> None:
    said = (Said(EVIL, EVIL, EVIL, EVIL),)
    header = replace(desk.episode.header, opening=said, imported=EVIL, source=EVIL)
    steps = tuple(replace(step, heard=said, speaker=EVIL, source_id=EVIL) for step in desk.episode.steps)
    episode = replace(desk.episode, header=header, steps=steps)
    views = tuple(replace(view, step=step) for view, step in zip(desk.steps, steps, strict=True))
    view = replace(desk, found=desk.found._replace(episode=episode), steps=views)
    for text in (
        trace_text(view, TextOptions(is_full=True)),
        step_text(view, 0, TextOptions(is_full=True)),
        episode_text(episode),
        trace_html(view),
    ):
        assert "\x1b" not in text
        assert "\u202e" not in text
    assert "<script>" not in trace_html(view)
