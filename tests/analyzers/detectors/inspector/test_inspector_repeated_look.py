"""The same look again."""

from collections.abc import Callable

from analyzers.detectors.inspector.repeated_look import detect
from runtime.contracts.trace_event import Episode

Inspect = Callable[..., Episode]


def test_the_same_call_again_is_found(inspection: Inspect) -> None:
    found = detect(inspection(("find", 2), ("measure", [1]), ("find", 2), ("measure", [1])))
    assert [(one.step, one.tool) for one in found] == [(2, "find_candidates"), (3, "measure_candidate")]


def test_another_candidate_and_one_retry_of_a_timeout_are_not(inspection: Inspect) -> None:
    assert detect(inspection(("find", 2), ("measure", [1]), ("measure", [2]), ("view", 1), ("view", 2))) == []
    assert detect(inspection(("find", 2), ("measure", [1], "timeout"), ("measure", [1]))) == []
