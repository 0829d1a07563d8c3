"""Reports that did not pass the check."""

from collections.abc import Callable

from analyzers.detectors.inspector.report_sent_back import detect
from runtime.contracts.trace_event import Episode

Inspect = Callable[..., Episode]
LOOK = (("find", 2), ("measure", [1]))


def test_a_report_that_was_sent_back_is_found_with_the_objection(inspection: Inspect) -> None:
    sent_back = ("report", [1], "reject", "candidate 2 was not measured")
    found = detect(inspection(*LOOK, sent_back, ("measure", [2]), ("report", [1], "reject")))
    assert [(one.step, one.message, one.quote) for one in found] == [
        (2, "the report was sent back", "candidate 2 was not measured")
    ]


def test_an_objection_that_was_only_noted_and_another_gate_are_not(inspection: Inspect) -> None:
    assert detect(inspection(*LOOK, ("report", [1], "reject", "2 was not measured", "observe"))) == []
    assert detect(inspection(*LOOK, ("report", [1], "reject", "a rule", "rule:a.b"))) == []
