"""Which spans of a trace speak, and when."""

from collections.abc import Sequence

from runtime.traces.formats.otlp_spans import Span
from runtime.traces.formats.span_tree import ordered
from runtime.traces.formats.span_turn import SpanTurn
from runtime.traces.formats.span_turns import read_turns
from tests.runtime.traces.formats.span_files import SECOND, span

_SAID = {"gen_ai.input.messages": [{"role": "user", "content": "q"}], "gen_ai.output.messages": [{"content": "a"}]}
CHAT = {"gen_ai.operation.name": "chat"}
AGENT = {"gen_ai.operation.name": "invoke_agent"}
CHAIN = {"openinference.span.kind": "CHAIN"}
TOOL = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "f"}


def _turns(*spans: Span) -> list[SpanTurn]:
    def fail(one: Span, reason: str) -> None:
        raise AssertionError(reason)

    return read_turns(ordered(_nested_in_time(spans), fail), fail)


def _nested_in_time(spans: Sequence[Span]) -> list[Span]:
    return [span(one.order, one.attributes, int(one.parent_id or "0", 16), end=99 * SECOND) for one in spans]


def _told(*spans: Span) -> list[tuple[int, str, bool, bool]]:
    return [(int(one.source_id, 16), one.kind, bool(one.inputs), bool(one.outputs)) for one in _turns(*spans)]


def test_a_model_call_recorded_twice_is_read_from_the_inner_span() -> None:
    assert _told(span(1, {**CHAT, **_SAID}), span(2, {**CHAT, **_SAID}, 1)) == [(2, "chat", True, True)]


def test_a_wrapper_with_content_around_a_call_without_is_read_instead() -> None:
    assert _told(span(1, {**CHAT, **_SAID}), span(2, CHAT, 1)) == [(1, "chat", True, True)]


def test_a_tool_call_recorded_twice_is_read_from_the_outer_span_and_filled() -> None:
    inner = {**TOOL, "gen_ai.tool.call.arguments": '{"a": 1}', "gen_ai.tool.call.result": "r"}
    (turn,) = _turns(span(1, {**TOOL, "gen_ai.tool.call.id": "c"}), span(2, inner, 1))
    assert turn.call is not None
    assert (turn.call.call_id, turn.call.arguments, turn.result) == ("c", '{"a": 1}', "r")


def test_two_calls_of_one_tool_within_each_other_are_two() -> None:
    spans = [span(1, {**TOOL, "gen_ai.tool.call.id": "c"}), span(2, {**TOOL, "gen_ai.tool.call.id": "d"}, 1)]
    assert [one.source_id[-1] for one in _turns(*spans)] == ["2", "1"]


def test_an_agent_around_model_calls_with_content_is_not_read() -> None:
    assert _told(span(1, {**AGENT, **_SAID}), span(2, {**CHAT, **_SAID}, 1)) == [(2, "chat", True, True)]


def test_an_agent_gives_the_texts_its_model_calls_lack() -> None:
    assert _told(span(1, {**AGENT, **_SAID}), span(2, CHAT, 1), span(3, TOOL, 1), span(4, CHAT, 1)) == [
        (1, "agent", True, False), (2, "chat", False, False), (3, "tool", False, False), (4, "chat", False, True),
    ]  # fmt: skip


def test_an_agent_without_model_calls_answers_after_its_tools() -> None:
    assert _told(span(1, {**AGENT, **_SAID}), span(2, TOOL, 1)) == [
        (1, "agent", True, False), (2, "tool", False, False), (1, "agent", False, True),
    ]  # fmt: skip


def test_chains_speak_only_where_nothing_else_does_and_only_the_outermost() -> None:
    value = {"input.value": "q", "output.value": "a"}
    chains = [span(1, {**CHAIN, **value}), span(2, {**CHAIN, **value}, 1)]
    assert _told(*chains) == [(1, "chain", True, False), (1, "chain", False, True)]
    assert _told(*chains, span(3, {**CHAT, **_SAID}, 1)) == [(3, "chat", True, True)]


def test_a_tool_that_is_an_agent_gives_its_result_after_what_it_said() -> None:
    spans = [span(1, TOOL), span(2, {**AGENT}, 1), span(3, {**CHAT, **_SAID}, 2)]
    assert [kind for _, kind, _, _ in _told(*spans)] == ["chat", "tool"]


def test_spans_of_everything_else_say_nothing() -> None:
    assert _turns(span(1, {"http.method": "GET"}), span(2, {"input.value": "q"}, 1)) == []


def test_the_nearest_agent_names_the_thread() -> None:
    spans = [span(1, {**AGENT, "gen_ai.agent.name": "planner"}), span(2, {"x": 1}, 1), span(3, {**CHAT, **_SAID}, 2)]
    assert [one.thread for one in _turns(*spans)] == ["planner"]
