"""Ends that are none."""

from collections.abc import Callable

from analyzers.detectors.no_coherent_ending import detect
from runtime.contracts.trace_event import Attempt, Episode, Outcome, Step


def test_an_unreadable_end_is_found_in_the_last_words(
    step: Callable[..., Step], episode: Callable[..., Episode]
) -> None:
    lost = Outcome("r1", "e1", "parse_failure", "", {})
    last = step(
        1, attempts=(Attempt("{", error="x", error_kind="malformed"), Attempt("}", error="y", error_kind="malformed"))
    )
    found = detect(episode(last, outcome=lost))
    assert [(one.step, one.quote, one.severity) for one in found] == [(1, "}", "major")]


def test_an_episode_that_was_cut_off_is_found_as_minor(
    step: Callable[..., Step], episode: Callable[..., Episode]
) -> None:
    found = detect(episode(step(0, {"action": "QUIZ", "text": "Which?"}), is_cut_off=True))
    assert [(one.severity, one.error_class) for one in found] == [("minor", "cut_off")]


def test_an_infrastructure_error_and_a_start_that_never_was_are_not(
    step: Callable[..., Step], episode: Callable[..., Episode]
) -> None:
    broken = Outcome("r1", "e1", "infrastructure_error", "", {})
    assert detect(episode(step(0, {"action": "QUIZ", "text": "Which?"}), outcome=broken)) == []
    assert detect(episode(is_cut_off=True)) == []
