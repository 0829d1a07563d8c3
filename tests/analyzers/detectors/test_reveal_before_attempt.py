"""Telling before the student has tried."""

from collections.abc import Callable

from analyzers.detectors.reveal_before_attempt import detect
from runtime.contracts.trace_event import Episode, Step


def test_a_reveal_before_the_first_attempt_is_found_though_a_gate_blocks_it(
    step: Callable[..., Step], episode: Callable[..., Episode]
) -> None:
    assert [one.step for one in detect(episode(step(0, {"action": "REVEAL_ANSWER"})))] == [0]


def test_a_reveal_after_an_attempt_and_a_probe_before_one_are_not(
    step: Callable[..., Step], episode: Callable[..., Episode]
) -> None:
    probe = step(0, {"action": "ASK_PROBE", "text": "Why?"})
    reveal = step(1, {"action": "REVEAL_ANSWER"}, {"state.student.attempts": 1})
    assert detect(episode(probe, reveal)) == []
