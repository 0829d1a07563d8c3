"""What the environment has to say twice."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.same_notice_again import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]
NOTICE = ("notice", "There is no code in the last message to execute.")


def test_a_notice_that_comes_back_is_found_once(talk: Talk) -> None:
    lines = [line for _ in range(3) for line in (("agent:Ann", "We should think."), NOTICE)]
    assert [one.step for one in detect(talk(("user", "go"), *lines))] == [1]


def test_one_notice_and_a_user_who_repeats_are_not(talk: Talk) -> None:
    again = ("user", "I would like to know where my order is.")
    assert detect(talk(("user", "go"), ("agent", "a"), NOTICE, ("agent", "b"), again, ("agent", "c"), again)) == []
