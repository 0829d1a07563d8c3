"""Better than the plain detector at the task, or not, or not to be told."""

import pytest

from ace.inspection.task_gate import NOISE, bounds, task_gate
from runtime.inspection.counts import ImageCounts, Rate

PLAIN = [ImageCounts(6, 2, 4, 2)] * 40


@pytest.mark.parametrize(
    ("counts", "passes"),
    [
        ([ImageCounts(3, 2, 1, 2)] * 40, True),
        ([ImageCounts(1, 1, 0, 3)] * 40, False),
        ([ImageCounts(8, 2, 6, 2)] * 40, False),
        (PLAIN, False),
        ([ImageCounts(6, 2, 4, 2)] * 39 + [ImageCounts(5, 2, 3, 2)], NOISE),
        ([ImageCounts(0, 0, 0, 4)] * 40, None),
    ],
    ids=["better", "too little recall", "less precise", "the same", "hardly better", "nothing kept"],
)
def test_the_verdict(counts: list[ImageCounts], passes: object) -> None:
    gate = task_gate(counts, PLAIN)
    assert gate.passes == passes
    assert gate.to_json()["passes"] == passes


def test_one_image_cannot_decide() -> None:
    gate = task_gate([ImageCounts(3, 2, 1, 2)], PLAIN[:1])
    assert gate.passes == NOISE
    assert gate.to_json()["recall_ratio_ci"] is None


def test_bounds_are_there_or_not() -> None:
    assert bounds(Rate(0.5, 0.4, 0.6)) == [0.4, 0.6]
    assert bounds(Rate(0.5, None, None)) is None
