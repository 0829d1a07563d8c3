"""Candidates that were passed over."""

from collections.abc import Callable

import pytest

from analyzers.detectors.inspector.candidate_never_measured import detect
from runtime.contracts.trace_event import Episode

Inspect = Callable[..., Episode]
FIND = ("find", 4)


@pytest.mark.parametrize("objection", ["", "2 was not measured"], ids=["accepted", "sent back"])
def test_a_report_that_passes_over_candidates_is_found(inspection: Inspect, objection: str) -> None:
    found = detect(inspection(FIND, ("measure", [1, 3]), ("report", [1], "reject", objection)))
    assert [(one.step, one.message) for one in found] == [
        (2, "reports while 2 candidates were neither measured nor kept")
    ]


def test_measured_or_kept_candidates_are_not_passed_over(inspection: Inspect) -> None:
    assert detect(inspection(FIND, ("measure", [1, 2]), ("measure", [3, 4]), ("report", [], "accept"))) == []
    assert detect(inspection(FIND, ("measure", [1, 2]), ("report", [3, 4], "reject"))) == []
    assert detect(inspection(("find", 0), ("report", [], "accept"))) == []


def test_without_results_only_what_is_certain_counts(
    inspection: Inspect, without_results: Callable[[Episode], Episode]
) -> None:
    passed_over = inspection(FIND, ("measure", [1]), ("report", [1], "reject"))
    assert [one.message for one in detect(without_results(passed_over))] == [
        "reports while 2 candidates were neither measured nor kept"
    ]
    assert detect(without_results(inspection(FIND, ("measure", [1, 2, 3]), ("report", [4], "reject")))) == []
