"""A model is asked three times at most: as is, with the error, in a simpler format."""

import pytest

from runtime.contracts.errors import ModelUnavailableError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ChatMessage, ModelReply, ModelRequest
from runtime.contracts.trace_event import ControllerInfo
from runtime.loop.ask_model import Asked, ask
from runtime.state.parse_action import ParseProblem
from tests.runtime.builders import Down

SCHEMA: JsonObject = {"type": "object"}
SIMPLER: JsonObject = {"type": "object", "title": "simpler"}
FIRST = ModelRequest((ChatMessage("system", "s"), ChatMessage("user", "u")), SCHEMA, 0, step=4)


class Listed:
    """Gives the replies in order and keeps what it was asked."""

    def __init__(self, *replies: ModelReply) -> None:
        self._replies = list(replies)
        self.asked: list[ModelRequest] = []

    @property
    def info(self) -> ControllerInfo:
        """Who this is."""
        return ControllerInfo("listed", "x", simulated=True)

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return the next reply."""
        self.asked.append(request)
        return self._replies.pop(0)


def _parse(raw: str) -> str | ParseProblem:
    return raw if raw.startswith("good") else ParseProblem("malformed", "not good")


async def _ask(controller: Listed | Down, simpler: JsonObject | None = SIMPLER) -> Asked[str]:
    return await ask(controller, FIRST, simpler, lambda number: 100 + number, _parse)


async def test_a_usable_answer_ends_it() -> None:
    model = Listed(ModelReply("good", "stop", 10, 2, 8, 0.5, 1.23456))
    asked = await _ask(model)
    assert asked.value == "good"
    (attempt,) = asked.attempts
    assert (attempt.raw, attempt.error, attempt.error_kind, attempt.seconds) == ("good", "", "", 1.2346)
    assert (attempt.prompt_tokens, attempt.completion_tokens, attempt.cached_tokens, attempt.cost_usd) == (
        10,
        2,
        8,
        0.5,
    )
    assert len(attempt.prompt_sha256) == 64


async def test_the_second_try_says_what_was_wrong_and_the_third_asks_for_less() -> None:
    model = Listed(ModelReply("bad one"), ModelReply("bad two"), ModelReply("good"))
    asked = await _ask(model)
    assert asked.value == "good"
    first, second, third = model.asked
    assert first.messages == FIRST.messages
    assert [message.role for message in second.messages] == ["system", "user", "assistant", "user"]
    assert second.messages[2].content == "bad one"
    assert "that could not be used: not good." in second.messages[3].content
    assert third.messages[2].content == "bad two"
    assert 'Write only {"action": "...", "text": "..."}' in third.messages[3].content
    assert [request.schema for request in model.asked] == [SCHEMA, SCHEMA, SIMPLER]
    assert [(request.seed, request.attempt, request.step) for request in model.asked] == [
        (100, 0, 4),
        (101, 1, 4),
        (102, 2, 4),
    ]
    assert len({attempt.prompt_sha256 for attempt in asked.attempts}) == 3


async def test_three_failures_give_nothing() -> None:
    asked = await _ask(Listed(*[ModelReply("bad")] * 3))
    assert asked.value is None
    assert [attempt.error for attempt in asked.attempts] == ["not good"] * 3


async def test_a_solver_is_never_told_to_write_an_action() -> None:
    model = Listed(*[ModelReply("bad")] * 3)
    await _ask(model, simpler=None)
    assert "action" not in model.asked[2].messages[-1].content
    assert model.asked[2].schema == SCHEMA


async def test_a_cut_off_answer_is_named_as_one() -> None:
    model = Listed(ModelReply("bad", "length"), ModelReply("good"))
    asked = await _ask(model)
    assert asked.attempts[0].error == "not good (cut off at the token limit)"
    assert asked.attempts[0].finish_reason == "length"
    assert "cut off at the length limit" in model.asked[1].messages[-1].content


async def test_a_long_or_empty_answer_is_shown_short() -> None:
    model = Listed(ModelReply("x" * 9000), ModelReply(""), ModelReply("good"))
    await _ask(model)
    assert model.asked[1].messages[2].content == "x" * 400
    assert model.asked[2].messages[2].content == "(empty)"


async def test_a_model_that_cannot_be_reached_is_not_asked_again() -> None:
    with pytest.raises(ModelUnavailableError, match="refused"):
        await _ask(Down(ModelUnavailableError("connection refused")))


async def test_the_simplest_format_is_told_as_its_schema_has_it() -> None:
    simpler: JsonObject = {"type": "object", "properties": {"action": {"enum": ["a"]}, "ids": {"type": "array"}}}
    model = Listed(ModelReply("bad one"), ModelReply("bad two"), ModelReply("good"))
    await _ask(model, simpler)
    assert model.asked[2].messages[-1].content.endswith('Write only {"action": "...", "ids": [...]}.')
