"""Claims after a search that found nothing."""

from collections.abc import Callable

import pytest

from analyzers.detectors.claim_after_empty_retrieval import detect
from analyzers.detectors.registry import run_detectors
from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import Episode, Step

Steps = Callable[..., Step]
Episodes = Callable[..., Episode]
Calls = Callable[..., JsonObject]
Cards = Callable[..., ToolCard]
EMPTY = {
    "state.retrieval.queried": True,
    "state.retrieval.hits": 0,
    "state.student.attempts": 1,
    "state.answer_open": True,
}
CLAIM: JsonObject = {"action": "MICROLESSON", "text": "So it is."}


@pytest.fixture
def searched(step: Steps, call: Calls, card: Cards) -> tuple[Step, Step]:
    """Return a search that found nothing, and a probe after it."""
    failed = step(0, call("retrieve", query="a"), card=card("retrieve", "empty_result", query="a"))
    return failed, step(1, {"action": "ASK_PROBE", "text": "Why?"}, EMPTY)


@pytest.mark.parametrize("kind", ["MICROLESSON", "REVEAL_ANSWER"])
def test_a_claim_is_found_and_by_no_other_detector(
    kind: str, searched: tuple[Step, Step], step: Steps, episode: Episodes
) -> None:
    claim = step(2, {"action": kind, "text": "Such lesions are always benign."}, EMPTY)
    found = run_detectors([episode(*searched, claim)]).findings
    assert [(one.detector, one.step) for one in found] == [("claim_after_empty_retrieval", 2)]


@pytest.mark.parametrize(
    ("proposed", "fields"),
    [
        ({"action": "MICROLESSON", "text": "I found nothing on this in the cards."}, EMPTY),
        (CLAIM, EMPTY | {"state.image.observed": True}),
        (CLAIM, EMPTY | {"state.retrieval.hits": 2}),
        ({"action": "ASK_PROBE", "text": "What do you see?"}, EMPTY),
        (CLAIM, {"state.retrieval.queried": True, "state.retrieval.hits": None}),
    ],
    ids=["admits", "looked", "found later", "asks", "unrecorded"],
)
def test_near_misses(
    proposed: JsonObject, fields: JsonObject, searched: tuple[Step, Step], step: Steps, episode: Episodes
) -> None:
    assert detect(episode(*searched, step(2, proposed, fields))) == []


def test_right_after_the_search_it_is_another_detectors(
    searched: tuple[Step, Step], step: Steps, episode: Episodes
) -> None:
    claim = step(1, CLAIM, EMPTY)
    assert detect(episode(searched[0], claim)) == []
