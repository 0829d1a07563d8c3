"""Teaching on nothing."""

from collections.abc import Callable

import pytest

from analyzers.detectors.taught_without_looking import detect
from runtime.contracts.trace_event import Episode, Step


@pytest.mark.parametrize("kind", ["HINT", "MICROLESSON"])
def test_a_lesson_before_any_look_is_found(
    kind: str, step: Callable[..., Step], episode: Callable[..., Episode]
) -> None:
    assert [one.step for one in detect(episode(step(2, {"action": kind, "text": "x"})))] == [2]


@pytest.mark.parametrize("seen", ["state.image.observed", "state.retrieval.queried"])
def test_after_a_look_or_a_search_it_is_not(
    seen: str, step: Callable[..., Step], episode: Callable[..., Episode]
) -> None:
    assert detect(episode(step(2, {"action": "HINT", "text": "x"}, {seen: True}))) == []


def test_a_probe_needs_no_evidence(step: Callable[..., Step], episode: Callable[..., Episode]) -> None:
    assert detect(episode(step(0, {"action": "ASK_PROBE", "text": "x"}))) == []
