"""Hints that are answers."""

from collections.abc import Callable

from analyzers.detectors.answer_leaked import detect
from runtime.contracts.trace_event import Episode, Step


def test_a_hint_that_gives_the_answer_away_is_found_in_its_words(
    step: Callable[..., Step], episode: Callable[..., Episode]
) -> None:
    hint = step(1, {"action": "HINT", "text": "It is option B.", "hint_level": 1}, {"action.leaks_answer": True})
    assert [(one.step, one.quote) for one in detect(episode(hint))] == [(1, "It is option B.")]


def test_an_honest_hint_an_open_answer_and_a_reveal_are_not(
    step: Callable[..., Step], episode: Callable[..., Episode]
) -> None:
    leak = {"action.leaks_answer": True}
    honest = step(0, {"action": "HINT", "text": "Look left.", "hint_level": 1})
    late = step(1, {"action": "QUIZ", "text": "So, B?"}, leak | {"state.answer_open": True})
    reveal = step(2, {"action": "REVEAL_ANSWER", "text": "B"}, leak)
    assert detect(episode(honest, late, reveal)) == []
