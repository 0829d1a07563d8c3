from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ErrorClass, ToolCall, ToolCard
from runtime.tools.tool_memory import ToolMemory


def _card(arguments: JsonObject, error: ErrorClass | None = None, summary: str = "seen") -> ToolCard:
    return ToolCard("c1", "zoom", arguments, "image.read", "e:1:1", error is None, summary, error, duration_ms=7.0)


def test_the_same_call_on_the_same_image_is_replayed_under_its_own_id() -> None:
    memory = ToolMemory()
    memory.remember(_card({"a": 1, "b": 2}), "image")
    call = ToolCall("c9", "zoom", {"b": 2, "a": 1}, "e:5:1")
    card = memory.recall(call, "image")
    expected = replace(_card({"a": 1, "b": 2}), call_id="c9", idempotency_key="e:5:1", is_replayed=True)
    assert card == expected


@pytest.mark.parametrize(
    ("name", "arguments", "image"),
    [("enhance", {"a": 1}, "image"), ("zoom", {"a": 2}, "image"), ("zoom", {"a": 1}, "other")],
    ids=["tool", "arguments", "image"],
)
def test_another_call_is_not_replayed(name: str, arguments: JsonObject, image: str) -> None:
    memory = ToolMemory()
    memory.remember(_card({"a": 1}), "image")
    assert memory.recall(ToolCall("c", name, arguments), image) is None


@pytest.mark.parametrize(
    ("error", "kept"),
    [("timeout", 0), ("server_failure", 0), ("empty_result", 1), ("missing_dependency", 1), (None, 1)],
    ids=str,
)
def test_failures_a_retry_may_cure_are_not_kept(error: ErrorClass | None, kept: int) -> None:
    memory = ToolMemory()
    memory.remember(_card({}, error), "image")
    assert len(memory) == kept


def test_the_first_result_stays_and_a_replay_is_not_kept_again() -> None:
    memory = ToolMemory()
    memory.remember(_card({}, summary="first"), "i")
    memory.remember(_card({}, summary="second"), "i")
    card = memory.recall(ToolCall("c", "zoom", {}), "i")
    assert card is not None
    assert card.summary == "first"
    other = ToolMemory()
    other.remember(card, "i")
    assert len(other) == 0


def test_the_entry_used_longest_ago_goes_first() -> None:
    memory = ToolMemory(max_entries=2)
    for number in (1, 2):
        memory.remember(_card({"n": number}), "i")
    assert memory.recall(ToolCall("c", "zoom", {"n": 1}), "i") is not None
    memory.remember(_card({"n": 3}), "i")
    assert memory.recall(ToolCall("c", "zoom", {"n": 2}), "i") is None
    assert memory.recall(ToolCall("c", "zoom", {"n": 1}), "i") is not None


def test_threads_can_share_it() -> None:
    memory = ToolMemory(max_entries=50)

    def use(number: int) -> None:
        memory.remember(_card({"n": number % 80}), "i")
        memory.recall(ToolCall("c", "zoom", {"n": (number + 1) % 80}), "i")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(use, range(2000)))
    assert len(memory) == 50


def test_it_keeps_at_least_one_entry() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        ToolMemory(0)
