"""Candidates that nobody found."""

from collections.abc import Callable

from analyzers.detectors.inspector.invented_candidate import detect
from runtime.contracts.trace_event import Episode

Inspect = Callable[..., Episode]
LOOK = (("find", 2), ("measure", [1, 2]))


def test_a_report_and_a_call_with_an_unknown_id_are_found(inspection: Inspect) -> None:
    found = detect(inspection(*LOOK, ("view", 7), ("report", [1, 5, 5], "reject")))
    assert [(one.step, one.message) for one in found] == [
        (2, "names a candidate that was not found: 7"),
        (3, "names a candidate that was not found: 5"),
    ]


def test_before_the_first_search_every_id_is_invented(inspection: Inspect) -> None:
    assert [one.step for one in detect(inspection(("measure", [1]), ("find", 2), ("measure", [1])))] == [0]


def test_ids_of_the_list_are_not(inspection: Inspect) -> None:
    assert detect(inspection(*LOOK, ("view", 2), ("report", [1, 2], "reject"))) == []


def test_a_record_without_results_accuses_nobody(
    inspection: Inspect, without_results: Callable[[Episode], Episode]
) -> None:
    assert detect(without_results(inspection(*LOOK, ("report", [5], "reject")))) == []
