"""A trace reads at 60 and 80 columns, foreign words do no harm, colours come only when asked for."""

import re

import pytest

from ace.report.trace_model import view_trace
from ace.report.trace_origin import Origins
from ace.report.trace_text import TextOptions, trace_text
from tests.ace.conftest import SmallRun
from tests.ace.report.tracing import first_view, found_in, hostile


def test_each_step_says_what_was_seen_why_what_was_done_and_what_changed(small_run: SmallRun) -> None:
    view = first_view(small_run.session)
    text = trace_text(view, TextOptions())
    blocks = re.split(r"\n(?=step \d)", text)
    assert len(blocks) == len(view.steps) + 1
    for block in blocks[1:]:
        for label in ("saw", "proposed", "gates", "changed"):
            assert f"\n  {label}" in block, (label, block)
        assert "as sent" in block
        assert re.search(
            r"\n  gates +(the other )?\d+ asked( about what was put in its place)?, none objected\n", block
        )
    reasons = [
        str(step.proposed["reason"]) for step in view.episode.steps if step.proposed and step.proposed.get("reason")
    ]
    assert text.count("\n  why ") == len(reasons)
    assert "gave no reason" not in text
    assert not re.search(r"\b0 ms", text)
    assert "(simulated)" in text
    assert f"{len(view.steps)} of {len(view.steps)} steps' prompts made again and confirmed" in text
    assert "\nend  " in text


@pytest.mark.parametrize("width", [60, 80])
def test_only_a_word_that_is_longer_than_the_line_sticks_out(small_run: SmallRun, width: int) -> None:
    for found in found_in(small_run.session)[:4]:
        for line in trace_text(view_trace(Origins(small_run.session), found), TextOptions(width=width)).splitlines():
            assert len(line) <= width or len(line.split()) <= 2, line


def test_colours_only_when_asked(small_run: SmallRun) -> None:
    view = first_view(small_run.session)
    assert "\x1b[" not in trace_text(view, TextOptions())
    assert "\x1b[1m" in trace_text(view, TextOptions(color=True))


def test_foreign_words_reach_no_terminal_raw(small_run: SmallRun) -> None:
    view = view_trace(Origins(small_run.session), hostile(found_in(small_run.session)[0]))
    text = trace_text(view, TextOptions(is_full=True))
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\\x1b[31m" in text


def test_in_full_nothing_is_shortened(small_run: SmallRun) -> None:
    view = first_view(small_run.session)
    assert "..." in trace_text(view, TextOptions())
    full = trace_text(view, TextOptions(is_full=True))
    for step in view.episode.steps:
        if step.card is not None:
            assert " ".join(step.card.summary.split()) in full


def test_a_cut_off_episode_says_so(small_run: SmallRun) -> None:
    found = found_in(small_run.session)[0]
    episode = found.episode
    cut = found._replace(episode=type(episode)(episode.header, episode.steps[:1], None), integrity="unsealed")
    text = trace_text(view_trace(Origins(small_run.session), cut), TextOptions())
    assert "cut off: no outcome was written" in text
    assert "no hash of its lines was kept" in text
