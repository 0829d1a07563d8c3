"""Records that were stopped."""

from collections.abc import Callable

from analyzers.detectors.tool_agent.step_limit import detect
from runtime.contracts.trace_event import Episode

Talk = Callable[..., Episode]


def test_a_record_stopped_at_a_limit_or_failed_is_found(talk: Talk) -> None:
    for end, message in (("stopped", "ended at a limit"), ("failed", "ended with an error")):
        found = detect(talk(("user", "hi"), ("agent", "Hello."), end=end))
        assert [(one.step, one.message) for one in found] == [(0, message)]


def test_a_record_that_ended_as_it_should_is_not(talk: Talk) -> None:
    assert detect(talk(("user", "hi"), ("agent", "Hello."))) == []
