"""Going on after a failure as if nothing had happened."""

from collections.abc import Callable

import pytest

from analyzers.detectors.tool_error_ignored import detect
from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import Episode, Step


def test_the_failed_call_made_again_is_found(
    step: Callable[..., Step],
    episode: Callable[..., Episode],
    call: Callable[..., JsonObject],
    card: Callable[..., ToolCard],
) -> None:
    failed = step(0, call("zoom", box=[1]), card=card("zoom", "invalid_arguments", box=[1]))
    found = detect(episode(failed, step(1, call("zoom", box=[1]))))
    assert [(one.step, one.tool, one.error_class) for one in found] == [(1, "zoom", "invalid_arguments")]


def test_a_missing_tool_asked_otherwise_is_found(
    step: Callable[..., Step],
    episode: Callable[..., Episode],
    call: Callable[..., JsonObject],
    card: Callable[..., ToolCard],
) -> None:
    failed = step(0, call("web_browser", query="a"), card=card("web_browser", "missing_dependency", query="a"))
    assert [one.step for one in detect(episode(failed, step(1, call("web_browser", query="b"))))] == [1]


@pytest.mark.parametrize("kind", ["REVEAL_ANSWER", "MICROLESSON"])
def test_a_claim_after_a_failure_without_evidence_is_found(
    kind: str,
    step: Callable[..., Step],
    episode: Callable[..., Episode],
    call: Callable[..., JsonObject],
    card: Callable[..., ToolCard],
) -> None:
    failed = step(0, call("retrieve", query="a"), card=card("retrieve", "server_failure", query="a"))
    found = detect(episode(failed, step(1, {"action": kind, "text": "So it is."})))
    assert [(one.step, one.tool, one.error_class) for one in found] == [(1, "retrieve", "server_failure")]


def test_another_tool_other_arguments_one_retry_or_a_probe_are_not(
    step: Callable[..., Step],
    episode: Callable[..., Episode],
    call: Callable[..., JsonObject],
    card: Callable[..., ToolCard],
) -> None:
    missing = step(0, call("web_browser", query="a"), card=card("web_browser", "missing_dependency", query="a"))
    assert detect(episode(missing, step(1, call("retrieve", query="a")))) == []
    invalid = step(0, call("zoom", box=[1]), card=card("zoom", "invalid_arguments", box=[1]))
    assert detect(episode(invalid, step(1, call("zoom", box=[0, 0, 1, 1])))) == []
    slow = step(0, call("retrieve", query="a"), card=card("retrieve", "timeout", query="a"))
    assert detect(episode(slow, step(1, call("retrieve", query="a"), {"action.repeats": 1}))) == []
    assert detect(episode(slow, step(1, {"action": "ASK_PROBE", "text": "What do you see?"}))) == []


def test_a_claim_with_evidence_from_another_tool_is_not(
    step: Callable[..., Step],
    episode: Callable[..., Episode],
    call: Callable[..., JsonObject],
    card: Callable[..., ToolCard],
) -> None:
    good = step(0, call("retrieve", query="a"), card=card("retrieve", query="a"))
    failed = step(1, call("zoom", box=[1]), card=card("zoom", "invalid_arguments", box=[1]))
    assert detect(episode(good, failed, step(2, {"action": "MICROLESSON", "text": "So it is."}))) == []


def test_a_claim_two_decisions_after_the_failure_is_not(
    step: Callable[..., Step],
    episode: Callable[..., Episode],
    call: Callable[..., JsonObject],
    card: Callable[..., ToolCard],
) -> None:
    failed = step(0, call("retrieve", query="a"), card=card("retrieve", "empty_result", query="a"))
    probe = step(1, {"action": "ASK_PROBE", "text": "Why?"})
    assert detect(episode(failed, probe, step(2, {"action": "REVEAL_ANSWER"}))) == []
