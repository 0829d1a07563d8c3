"""What a record says of candidates, and what it leaves open."""

from collections.abc import Callable
from dataclasses import replace

from analyzers.detectors.inspector.reports import found_before, ids_named, measured_before, unmeasured
from runtime.contracts.trace_event import Episode

Inspect = Callable[..., Episode]


def test_what_was_found_and_measured_before_a_step_is_read_off_the_results(inspection: Inspect) -> None:
    one = inspection(("find", 3), ("measure", [1]), ("measure", 2), ("report", [1], "reject"))
    assert [found_before(one, step) for step in one.steps[:2]] == [frozenset(), frozenset({1, 2, 3})]
    assert [measured_before(one, step) for step in one.steps[:4]] == [
        frozenset[int](),
        frozenset[int](),
        frozenset({1}),
        frozenset({1, 2}),
    ]
    assert unmeasured(one, one.steps[3]) == frozenset({3})


def test_what_the_record_does_not_hold_is_open(
    inspection: Inspect, without_results: Callable[[Episode], Episode]
) -> None:
    one = without_results(inspection(("find", 3), ("measure", [1]), ("report", [1], "reject")))
    assert found_before(one, one.steps[2]) is None
    assert measured_before(one, one.steps[2]) is None
    assert unmeasured(one, one.steps[2]) is None
    bare = replace(one, steps=tuple(replace(step, context={}) for step in one.steps))
    assert found_before(bare, bare.steps[0]) is None


def test_the_ids_of_calls_reports_and_decisions_are_read_alike(inspection: Inspect) -> None:
    one = inspection(("find", 2), ("measure", [2, 1]), ("view", 1), ("report", [2], "reject"))
    assert [ids_named(step) for step in one.steps] == [(), (2, 1), (1,), (2,), (2,), (1,)]
