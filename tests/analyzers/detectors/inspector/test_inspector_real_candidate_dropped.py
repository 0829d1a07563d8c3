"""Voids that were found and left out."""

from collections.abc import Callable

from analyzers.detectors.inspector.real_candidate_dropped import detect
from runtime.contracts.trace_event import Episode

Inspect = Callable[..., Episode]
LOOK = (("find", 3), ("measure", [1, 2, 3]))


def test_each_dropped_void_is_found_at_its_own_decision(inspection: Inspect) -> None:
    episode = inspection(*LOOK, ("report", [1], "reject"), false_kept=[1], missed_candidates=[2, 3])
    assert [episode.steps[one.step].proposed for one in detect(episode)] == [
        {"action": "DROP", "candidate": 2},
        {"action": "DROP", "candidate": 3},
    ]


def test_what_the_agent_kept_and_a_gate_took_out_is_not_its_doing(inspection: Inspect) -> None:
    assert detect(inspection(*LOOK, ("report", [1, 2], "reject"), missed_candidates=[2])) == []
    assert detect(inspection(*LOOK, ("report", [1], "reject"), missed_candidates=list[int]())) == []
