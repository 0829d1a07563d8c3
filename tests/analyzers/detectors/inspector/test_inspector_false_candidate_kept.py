"""Kept candidates that are no voids."""

from collections.abc import Callable

from analyzers.detectors.inspector.false_candidate_kept import detect
from analyzers.evidence import is_shown
from runtime.contracts.trace_event import Episode

Inspect = Callable[..., Episode]
LOOK = (("find", 3), ("measure", [1, 2, 3]))


def test_each_false_candidate_is_found_at_its_own_decision(inspection: Inspect) -> None:
    episode = inspection(*LOOK, ("report", [1, 3], "reject"), false_kept=[3], missed_candidates=[2])
    found = detect(episode)
    assert [(one.step, one.quote) for one in found] == [(4, '{"action": "KEEP", "candidate": 3}')]
    assert is_shown(found[0], episode)


def test_real_dropped_and_invented_ones_and_an_unscored_end_are_not(inspection: Inspect) -> None:
    assert detect(inspection(*LOOK, ("report", [1, 3], "reject"), false_kept=list[int]())) == []
    assert detect(inspection(*LOOK, ("report", [1], "reject"), false_kept=[2])) == []
    assert detect(inspection(*LOOK, ("report", [1], "reject"))) == []
    assert detect(inspection(*LOOK, ("report", [7], "reject"), false_kept=[7])) == []
