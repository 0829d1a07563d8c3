"""What detectors read: absent is not a default, and quotes are the model's own words."""

from collections.abc import Callable

from analyzers.detectors.reading import About, count, finding_at, flag, lookup, proposals, words_of
from runtime.contracts.trace_event import Attempt, Episode, Step

Steps = Callable[..., Step]


def test_what_a_trace_lacks_is_none_and_types_are_not_mixed(step: Steps) -> None:
    one = step(0, fields={"state.student.attempts": True, "state.answer_open": 1, "action.repeats": 2})
    assert lookup(one, "state.nowhere.at_all") is None
    assert lookup(one, "action.repeats.deeper") is None
    assert count(one, "state.student.attempts") is None
    assert flag(one, "state.answer_open") is None
    assert count(one, "action.repeats") == 2


def test_steps_without_a_readable_proposal_are_passed_over(step: Steps, episode: Callable[..., Episode]) -> None:
    one = episode(step(0), step(1, {"action": "QUIZ"}), step(2, {"action": "HINT"}))
    assert [found.step for found in proposals(one)] == [1, 2]
    assert [found.step for found in proposals(one, "HINT")] == [2]


def test_the_words_are_the_attempt_that_counted_else_the_proposal(step: Steps) -> None:
    attempts = (
        Attempt("bad", error="not JSON", error_kind="malformed"),
        Attempt("good"),
        Attempt("solved", purpose="solve"),
    )
    assert words_of(step(0, {"action": "QUIZ"}, attempts=attempts)) == "good"
    assert words_of(step(0, {"action": "QUIZ"}, attempts=(Attempt(""),))) == '{"action": "QUIZ"}'
    assert words_of(step(0, attempts=(Attempt(""),))) == ""


def test_a_finding_names_its_place_and_keeps_no_secret(step: Steps, episode: Callable[..., Episode]) -> None:
    secret = "sk-abcDEF1234567890xyz"
    one = step(3, {"action": "REQUEST_TOOL", "tool": "zoom"}, attempts=(Attempt(secret + "x" * 400),))
    found = finding_at(episode(one), one, About("d", "design", "minor", "state.x"), f"saw {secret}")
    assert (found.episode, found.sample, found.case, found.step) == ("e1", "s1", "c1", 3)
    assert (found.tool, found.state_path, found.source) == ("zoom", "state.x", "samples")
    assert secret not in found.quote + found.message
    assert len(finding_at(episode(one), one, About("d", "design", "minor"), "m", "y" * 400).quote) == 300
