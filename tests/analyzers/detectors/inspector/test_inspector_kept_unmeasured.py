"""Candidates kept without a measurement."""

from collections.abc import Callable

from analyzers.detectors.inspector.kept_unmeasured import detect
from runtime.contracts.trace_event import Episode

Inspect = Callable[..., Episode]


def test_each_kept_candidate_of_an_accepted_report_is_found_at_its_own_decision(inspection: Inspect) -> None:
    episode = inspection(("find", 3), ("measure", [1]), ("report", [1, 2, 3], "reject"))
    found = detect(episode)
    assert [(one.step, episode.steps[one.step].proposed) for one in found] == [
        (4, {"action": "KEEP", "candidate": 2}),
        (5, {"action": "KEEP", "candidate": 3}),
    ]


def test_of_a_report_that_was_sent_back_the_report_is_found(inspection: Inspect) -> None:
    sent_back = ("report", [1, 2], "reject", "2 was not measured")
    found = detect(inspection(("find", 2), ("measure", [1]), sent_back, ("measure", [2]), ("report", [1, 2], "reject")))
    assert [(one.step, one.message) for one in found] == [(2, "the report keeps 1 candidates that were not measured")]


def test_what_was_measured_dropped_or_never_found_is_not(inspection: Inspect) -> None:
    assert detect(inspection(("find", 2), ("measure", [1]), ("report", [1], "reject"))) == []
    assert detect(inspection(("find", 2), ("measure", [1, 2]), ("report", [1, 7], "reject"))) == []
    assert detect(inspection(("find", 2), ("measure", [1, 2]), ("report", [7], "reject", "there is no 7"))) == []


def test_a_measurement_that_failed_is_none(inspection: Inspect) -> None:
    failed = ("measure", [1], "server_failure")
    assert [one.step for one in detect(inspection(("find", 1), failed, ("report", [1], "reject", "1 is open")))] == [2]
