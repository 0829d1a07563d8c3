"""A verdict that the kept list contradicts."""

from collections.abc import Callable

import pytest

from analyzers.detectors.inspector.verdict_contradicts_kept import detect
from runtime.contracts.trace_event import Episode

Inspect = Callable[..., Episode]
LOOK = (("find", 2), ("measure", [1, 2]))


@pytest.mark.parametrize(("kept", "verdict"), [([1], "accept"), ([], "reject")], ids=["keeps one", "keeps none"])
def test_what_contradicts_itself_is_found(inspection: Inspect, kept: list[int], verdict: str) -> None:
    found = detect(inspection(*LOOK, ("report", kept, verdict)))
    assert [one.step for one in found] == [2]
    assert f"'verdict': '{verdict}'" in found[0].quote


@pytest.mark.parametrize(("kept", "verdict"), [([1], "reject"), ([], "accept")], ids=["keeps one", "keeps none"])
def test_what_fits_is_not(inspection: Inspect, kept: list[int], verdict: str) -> None:
    assert detect(inspection(*LOOK, ("report", kept, verdict))) == []
