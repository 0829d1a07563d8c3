"""Results that nobody gave."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from analyzers.detectors.invented_result import detect
from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import Episode, Step, StudentTurn

Steps = Callable[..., Step]
Episodes = Callable[..., Episode]
Calls = Callable[..., JsonObject]
Cards = Callable[..., ToolCard]


def _hint(step: Steps, number: int, text: str, **fields: object) -> Step:
    return step(number, {"action": "HINT", "text": text}, fields)


@pytest.fixture
def segmented(step: Steps, call: Calls, card: Cards) -> Step:
    """Return a segmentation that worked: 41.7 mm, a share of 0.0564."""
    result = replace(card("segment"), data={"length_mm": 41.7, "share": 0.0564}, summary="outlined 41.7 mm")
    return step(0, call("segment"), card=result)


@pytest.mark.parametrize(
    "text",
    [
        "The segmentation shows a dark rim.",
        "I measured the nodule.",
        "The OCR reads a laterality marker.",
        "The search says that such cysts are benign.",
    ],
)
def test_a_result_of_a_tool_that_gave_none_is_found_in_its_words(text: str, step: Steps, episode: Episodes) -> None:
    found = detect(episode(_hint(step, 0, f"Look again. {text}")))
    assert [(one.quote, one.error_class) for one in found] == [(text, "no_call")]


def test_a_failed_call_gave_nothing(step: Steps, episode: Episodes, call: Calls, card: Cards) -> None:
    failed = step(0, call("segment"), card=card("segment", "timeout"))
    assert [one.step for one in detect(episode(failed, _hint(step, 1, "The segmentation shows a rim.")))] == [1]


def test_a_number_that_no_result_holds_is_found(segmented: Step, step: Steps, episode: Episodes) -> None:
    found = detect(episode(segmented, _hint(step, 1, "The segmentation measured 87.5 mm here.")))
    assert [(one.step, one.error_class) for one in found] == [(1, "no_such_number")]


@pytest.mark.parametrize(
    "text",
    [
        "The segmentation measured 41.7 mm.",
        "The segmentation gives about 4.2 cm.",
        "The segmentation shows 5.6% of the image.",
        "What would the segmentation show?",
        "If the segmentation shows 90 mm, what then?",
        "They measure around -740 HU.",
        "A mass measures more than 30 mm.",
        "The segmentation shows 2 regions.",
    ],
    ids=["same", "rounded, in cm", "per cent", "question", "condition", "case", "textbook", "count"],
)
def test_what_the_result_holds_and_what_is_no_result_are_not(
    text: str, segmented: Step, step: Steps, episode: Episodes
) -> None:
    assert detect(episode(segmented, _hint(step, 1, text))) == []


def test_a_number_the_student_said_is_not(segmented: Step, step: Steps, episode: Episodes) -> None:
    said = replace(_hint(step, 1, "Look."), student=StudentTurn("I get 12.5 mm.", "", "none"))
    assert detect(episode(segmented, said, _hint(step, 2, "The measurement shows 12.5 mm, as you say."))) == []


def test_a_record_without_its_calls_accuses_nobody(step: Steps, episode: Episodes) -> None:
    assert detect(episode(_hint(step, 0, "The segmentation shows a rim.", **{"state.tools.called": None}))) == []
