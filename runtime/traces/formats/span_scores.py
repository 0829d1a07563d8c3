"""Scores out of evaluations that stand on spans."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from runtime.contracts.json_types import as_object
from runtime.traces.formats.aliases import first, first_text
from runtime.traces.formats.nested_attributes import nested
from runtime.traces.formats.otlp_spans import Span

EVALUATION_EVENT = "gen_ai.evaluation.result"
_LISTS = tuple(f"{scope}{name}" for scope in ("", "trace.", "session.") for name in ("evaluations", "annotations"))
LABELS: Mapping[str, float] = {
    "pass": 1.0,
    "passed": 1.0,
    "correct": 1.0,
    "true": 1.0,
    "yes": 1.0,
    "fail": 0.0,
    "failed": 0.0,
    "incorrect": 0.0,
    "false": 0.0,
    "no": 0.0,
}


def span_scores(spans: Iterable[Span], report: Callable[[Span, str], None]) -> dict[str, float]:
    """Return the scores recorded on spans, by name; of one name on several spans, the mean.

    An evaluation without a number counts 1 or 0 where its label says pass or fail; any other label is no score.
    """
    found: dict[str, list[float]] = defaultdict(list)
    for span in spans:
        for evaluation in _evaluations(span):
            name, score = first_text(evaluation, "evaluation name"), _score(evaluation)
            if not name:
                report(span, "an evaluation without a name")
            elif score is not None and not math.isfinite(score):
                report(span, f"evaluation {name!r} has the score {score}; left out")
            elif score is not None:
                found[name].append(score)
    return {name: sum(scores) / len(scores) for name, scores in found.items()}


def _evaluations(span: Span) -> Iterator[dict[str, object]]:
    for event in span.events:
        if event.name == EVALUATION_EVENT:
            yield {**as_object(event.body), **event.attributes}
    for prefix in _LISTS:
        for item in nested(span.attributes, prefix):
            for kind in ("evaluation", "annotation"):
                inner = as_object(as_object(item).get(kind))
                if inner:
                    yield {f"{kind}.{key}": value for key, value in inner.items()}


def _score(evaluation: Mapping[str, object]) -> float | None:
    value = first(evaluation, "evaluation score")
    if isinstance(value, int | float):
        return float(value)
    try:
        return (
            float(value) if isinstance(value, str) else LABELS.get(first_text(evaluation, "evaluation label").lower())
        )
    except ValueError:
        return math.nan
