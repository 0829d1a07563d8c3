"""Which result answers which call."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.traces.formats.pair_results import CallPlace, pair_results
from runtime.traces.formats.transcript import ToolRequest, TranscriptMessage


def asks(*calls: str) -> TranscriptMessage:
    """Return an assistant's message; each call is `name` or `name:id`."""
    parts = [call.partition(":") for call in calls]
    return TranscriptMessage(
        "assistant", "", calls=tuple(ToolRequest(name, "{}", call_id) for name, _, call_id in parts)
    )


def says(name: str = "", call_id: str = "") -> TranscriptMessage:
    """Return a tool's message."""
    return TranscriptMessage("tool", "done", name=name, call_id=call_id)


@pytest.mark.parametrize(
    ("messages", "answers"),
    [
        ([asks("a:1", "b:2"), says("b", "2"), says("a", "1")], {(0, 0): 2, (0, 1): 1}),
        ([asks("a:1"), says("a", "1"), asks("a:1"), says("a", "1")], {(0, 0): 1, (2, 0): 3}),
        ([asks("a:1"), asks("a:1"), says("a", "1"), says("a", "1")], {(1, 0): 2, (0, 0): 3}),
        ([asks("a", "a"), says("a"), says("a")], {(0, 0): 1, (0, 1): 2}),
        ([asks("a", "b"), says("b"), says("a")], {(0, 1): 1, (0, 0): 2}),
        ([asks("a", "b"), says(), says()], {(0, 0): 1, (0, 1): 2}),
        ([asks("a"), asks("a"), says("a")], {(1, 0): 2}),
        ([asks("a:1"), says("a")], {(0, 0): 1}),
        ([asks("a"), says("a", "7")], {(0, 0): 1}),
        ([asks("a:1", "a"), says("a", "1"), says("a")], {(0, 0): 1, (0, 1): 2}),
        ([says("a", "1"), asks("a:1")], {(1, 0): 0}),
    ],
    ids=[
        "ids-in-any-order",
        "id-used-again",
        "id-used-twice-before-an-answer",
        "same-name-in-order",
        "names-in-any-order",
        "neither-name-nor-id",
        "latest-message-first",
        "result-without-id",
        "call-without-id",
        "id-and-none",
        "result-first",
    ],
)
def test_pairs(messages: list[TranscriptMessage], answers: dict[tuple[int, int], int]) -> None:
    pairing = pair_results(messages)
    assert pairing.answers == {CallPlace(*place): index for place, index in answers.items()}
    assert pairing.unpaired == ()


@pytest.mark.parametrize(
    "messages",
    [
        [asks("a:1"), says("a", "2")],
        [asks("a:1"), says("b")],
        [says("a"), asks("a")],
        [asks("a:1"), says("a", "1"), says("a", "1")],
    ],
    ids=["another-id", "another-name", "first-without-id", "second-answer"],
)
def test_a_result_that_no_call_asked_for_stays_alone(messages: list[TranscriptMessage]) -> None:
    pairing = pair_results(messages)
    assert len(pairing.unpaired) == 1
    assert len(pairing.unanswered) == sum(len(one.calls) for one in messages) - len(pairing.answers)


def test_a_result_before_its_call_is_told_apart() -> None:
    pairing = pair_results([says("a", "1"), asks("a:1"), asks("a:1")])
    assert pairing.early == {0}
    assert pairing.answers == {CallPlace(1, 0): 0}
    assert pairing.unanswered == (CallPlace(2, 0),)


NAMES = st.sampled_from(["a", "b", "a:1", "b:1", "a:2"])
MESSAGES = st.lists(
    st.one_of(
        st.lists(NAMES, max_size=3).map(lambda calls: asks(*calls)),
        st.tuples(st.sampled_from(["", "a", "b"]), st.sampled_from(["", "1", "2"])).map(lambda pair: says(*pair)),
        st.just(TranscriptMessage("user", "go on")),
    ),
    max_size=14,
)


@given(MESSAGES)
def test_every_call_and_every_result_is_accounted_for_once(messages: list[TranscriptMessage]) -> None:
    pairing = pair_results(messages)
    calls = {CallPlace(i, n) for i, message in enumerate(messages) for n in range(len(message.calls))}
    results = {index for index, message in enumerate(messages) if message.role == "tool"}
    assert set(pairing.answers) | set(pairing.unanswered) == calls
    assert not set(pairing.answers) & set(pairing.unanswered)
    assert sorted([*pairing.answers.values(), *pairing.unpaired]) == sorted(results)
    for place, index in pairing.answers.items():
        call, result = messages[place.message].calls[place.call], messages[index]
        assert not (call.call_id and result.call_id) or call.call_id == result.call_id
        assert place.message < index or index in pairing.early


def test_many_calls_without_answers_do_not_slow_it_down() -> None:
    messages = [asks("a") for _ in range(20_000)] + [says("b", "x") for _ in range(20_000)]
    assert len(pair_results(messages).unpaired) == 20_000
    early = [says("a", "1") for _ in range(20_000)] + [asks("a:1") for _ in range(20_000)]
    assert len(pair_results(early).early) == 20_000
