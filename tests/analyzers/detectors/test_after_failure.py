"""What counts as a failure right before, a fair retry, and evidence."""

from collections.abc import Callable

import pytest

from analyzers.detectors.after_failure import failed_before, has_evidence, is_fair_retry, repeats_failed_call
from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ErrorClass, ToolCard
from runtime.contracts.trace_event import Episode, Step

Steps = Callable[..., Step]
Episodes = Callable[..., Episode]
Calls = Callable[..., JsonObject]
Cards = Callable[..., ToolCard]


@pytest.fixture
def retried(step: Steps, episode: Episodes, call: Calls, card: Cards) -> Callable[..., tuple[Episode, Step]]:
    """Return a builder of an episode whose second step repeats a failed first one: (error class, repeats)."""

    def build(error: ErrorClass, repeats: int) -> tuple[Episode, Step]:
        failed = step(0, call("retrieve", query="a"), card=card("retrieve", error, query="a"))
        again = step(1, call("retrieve", query="a"), {"action.repeats": repeats})
        return episode(failed, again), again

    return build


def test_only_a_failure_of_the_decision_right_before_counts(
    step: Steps, episode: Episodes, call: Calls, card: Cards
) -> None:
    failed = step(0, call("zoom"), card=card("zoom", "timeout"))
    worked = step(1, call("zoom"), card=card("zoom"))
    last = step(2, {"action": "QUIZ"})
    one = episode(failed, worked, last)
    assert failed_before(one, failed) is None
    assert failed_before(one, worked) == failed.card
    assert failed_before(one, last) is None


@pytest.mark.parametrize(
    ("error", "repeats", "is_fair"),
    [("timeout", 1, True), ("server_failure", 1, True), ("timeout", 2, False), ("empty_result", 1, False)],
)
def test_a_retry_is_fair_once_and_only_after_a_passing_failure(
    error: ErrorClass, repeats: int, is_fair: bool, retried: Callable[..., tuple[Episode, Step]]
) -> None:
    episode, again = retried(error, repeats)
    assert is_fair_retry(episode, again) is is_fair
    assert repeats_failed_call(episode, again) is not is_fair


def test_nearly_the_same_arguments_are_the_same_call(step: Steps, episode: Episodes, call: Calls, card: Cards) -> None:
    failed = step(0, call("zoom", box=[1, 2]), card=card("zoom", "invalid_arguments", box=[1, 2]))
    near = step(1, call("zoom", box=[1, 2.01]), {"action.repeats": 1})
    other = step(1, call("zoom", box=[1, 2.01]))
    assert repeats_failed_call(episode(failed, near), near)
    assert not repeats_failed_call(episode(failed, other), other)


def test_evidence_is_a_search_that_worked_or_a_look_and_unknown_without_a_record(
    step: Steps, episode: Episodes, call: Calls, card: Cards
) -> None:
    last = step(1, {"action": "REVEAL_ANSWER"})
    assert has_evidence(episode(step(0, call("retrieve"), card=card("retrieve")), last), last) is True
    assert has_evidence(episode(step(0, call("retrieve"), card=card("retrieve", "empty_result")), last), last) is False
    unrecorded = step(1, {"action": "REVEAL_ANSWER"}, {"state.image": None})
    assert has_evidence(episode(unrecorded), unrecorded) is None
