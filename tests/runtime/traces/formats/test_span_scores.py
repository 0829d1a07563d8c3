"""Scores out of evaluations on spans."""

import math

import pytest

from runtime.traces.formats.otlp_spans import Span, SpanEvent
from runtime.traces.formats.span_scores import EVALUATION_EVENT, span_scores
from tests.runtime.traces.formats.span_files import span


def _scored(name: str, score: object = None, label: str = "") -> SpanEvent:
    attributes = {"gen_ai.evaluation.name": name, "gen_ai.evaluation.score.value": score}
    return SpanEvent(EVALUATION_EVENT, {**attributes, "gen_ai.evaluation.score.label": label})


def _scores(*spans: Span) -> tuple[dict[str, float], list[str]]:
    problems: list[str] = []
    return span_scores(spans, lambda one, reason: problems.append(reason)), problems


def test_scores_of_one_name_are_averaged() -> None:
    found, problems = _scores(span(1, events=[_scored("relevance", 1)]), span(2, events=[_scored("relevance", 0.5)]))
    assert found == {"relevance": 0.75}
    assert problems == []


@pytest.mark.parametrize(("label", "expected"), [("pass", 1.0), ("Incorrect", 0.0)])
def test_a_label_that_says_pass_or_fail_is_a_score(label: str, expected: float) -> None:
    assert _scores(span(1, events=[_scored("exact", label=label)]))[0] == {"exact": expected}


def test_a_label_that_says_something_else_is_no_score() -> None:
    assert _scores(span(1, events=[_scored("tone", label="major")])) == ({}, [])


@pytest.mark.parametrize("score", [math.nan, "NaN", "high"])
def test_a_score_that_cannot_be_counted_with_is_told(score: object) -> None:
    found, problems = _scores(span(1, events=[_scored("x", score), SpanEvent(EVALUATION_EVENT, {})]))
    assert found == {}
    assert len(problems) == 2


def test_openinference_evaluations_and_annotations_are_read() -> None:
    attributes = {
        "evaluations.0.evaluation.name": "hallucination",
        "evaluations.0.evaluation.score": 1,
        "trace.annotations.0.annotation.name": "helpful",
        "trace.annotations.0.annotation.label": "yes",
    }
    assert _scores(span(1, attributes))[0] == {"hallucination": 1.0, "helpful": 1.0}
