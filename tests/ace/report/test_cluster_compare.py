"""Two traces step by step: side by side on a wide terminal, safe to print."""

import json
from dataclasses import replace

import pytest

from ace.report.cluster_compare import SHOWN_STEPS, pair_json, pair_text, step_lines
from ace.report.cluster_pair import Pair, Trace
from ace.text.visible_text import display_width
from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import Said, StudentTurn
from tests.ace.building import RETRIEVE, WEB, WEB_AFTER, decision, episode

EVIL = "ab\x1b[31m\u202e\nsecond " + "x" * 400


def _pair(best: int = 2, worst: int = 2) -> Pair:
    good = episode("e-good", RETRIEVE, *[WEB_AFTER] * (best - 1), sample="s1")
    bad = episode("e-bad", RETRIEVE, *[WEB] * (worst - 1), sample="s1", trial=1, success=0.0)
    other = decision({"action": "HINT", "hint_level": 1, "text": EVIL})
    bad = replace(bad, steps=(*bad.steps, episode("e-bad", other).steps[0]))
    return Pair("s1", Trace("r-1", good, 0), Trace("r-2", bad, 1), frozenset({1}))


def test_columns_on_a_wide_terminal() -> None:
    text = pair_text(_pair(), 120)
    lines = text.splitlines()
    assert lines[0] == "best and worst trace of s1"
    assert "best: e-good" in lines[1]
    assert "| worst: e-bad trial 1 of r-2" in lines[1]
    assert all(display_width(line) <= 120 for line in lines)
    assert any(line.startswith("-- they part here: one has ended ") for line in lines)
    assert all("|" in line for line in lines[1:] if not line.startswith(("--", "step")))


@pytest.mark.parametrize("width", [None, 99])
def test_one_under_the_other_elsewhere(width: int | None) -> None:
    text = pair_text(_pair(), width)
    assert "|" not in text
    assert text.index("best: e-good") < text.index("worst: e-bad")
    assert "! 1 web_browser" in text.split("worst: ")[1]
    assert "!" not in text.split("worst: ")[0]


@pytest.mark.parametrize("width", [None, 120])
def test_long_traces_begin_where_they_part_and_are_cut(width: int | None) -> None:
    pair = _pair(best=30, worst=30 + SHOWN_STEPS)
    text = pair_text(pair, width)
    assert "steps 0 to 28 are alike" in text
    assert "ace trace e-bad" in text
    assert len(text.splitlines()) < 60


@pytest.mark.parametrize("width", [None, 100, 240])
def test_foreign_words_are_written_out_and_shortened(width: int | None) -> None:
    pair = _pair()
    step = replace(
        pair.worst.episode.steps[0],
        speaker=EVIL,
        card=ToolCard("c", "t", {}, "", "", False, EVIL, "timeout"),
        student=StudentTurn(EVIL, "A", "wrong"),
        heard=(Said("user", EVIL, EVIL),),
    )
    worst = replace(pair.worst.episode, steps=(step, *pair.worst.episode.steps[1:]))
    text = pair_text(pair._replace(worst=pair.worst._replace(episode=worst), sample=EVIL), width)
    assert all(character.isprintable() for character in text.replace("\n", ""))
    assert "\\u202e" in text
    assert "x" * 300 not in text


def test_a_step_tells_what_was_done_and_what_came_of_it() -> None:
    step = replace(
        _pair().best.episode.steps[0],
        card=ToolCard("c", "retrieve", {}, "", "", True, "two passages"),
        student=StudentTurn("I say A", "A", "correct"),
        heard=(Said("user", "go on"),),
    )
    assert step_lines(step, is_failing=True) == [
        '! 0 retrieve {"query": "liver cyst"}',
        "     -> ok: two passages",
        "     student (correct): I say A",
        "     user: go on",
    ]
    empty = replace(step, proposed=None, taken=None, card=None, student=None, heard=(), attempts=())
    assert step_lines(empty, is_failing=False) == ["  0 no usable answer"]


def test_the_json_is_json() -> None:
    value = json.loads(json.dumps(pair_json(_pair())))
    assert (value["parts_at"], value["parts_by"]) == (2, "end")
    assert [step["fails"] for step in value["worst"]["steps"]] == [False, True, False]
    assert value["best"]["score"] == 1.0
