"""The one table of attribute names."""

import pytest

from runtime.traces.formats.aliases import (
    GENAI_CONVENTIONS,
    KINDS,
    OPENINFERENCE_CONVENTIONS,
    TABLE,
    Field,
    alias_table_text,
    first,
    first_count,
    first_text,
    span_kind,
)


@pytest.mark.parametrize(
    ("attributes", "field", "expected"),
    [
        ({"gen_ai.provider.name": "openai", "gen_ai.system": "old"}, "provider", "openai"),
        ({"gen_ai.system": "az.ai.openai"}, "provider", "az.ai.openai"),
        ({"gen_ai.request.model": "a", "gen_ai.response.model": "a-1"}, "model", "a-1"),
        ({"gen_ai.response.model": "", "llm.model_name": "b"}, "model", "b"),
        ({"session.id": "s"}, "conversation", "s"),
        ({}, "conversation", ""),
        ({"gen_ai.agent.name": ["no", "text"]}, "agent", ""),
    ],
)
def test_the_best_name_that_has_a_value_counts(attributes: dict[str, object], field: Field, expected: str) -> None:
    assert first_text(attributes, field) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [(7, 7), ("7", 7), (7.0, 7), (True, 0), (-1, 0), ("7.5", 0), (float("inf"), 0), ("9" * 40, 0), (None, 0)],
)
def test_counts_are_whole_and_not_negative(value: object, expected: int) -> None:
    assert first_count({"gen_ai.usage.input_tokens": value}, "input tokens") == expected


def test_old_token_names_are_read() -> None:
    old = {"gen_ai.usage.prompt_tokens": 3, "completion_tokens": 4, "llm.token_count.prompt": 99}
    assert (first_count(old, "input tokens"), first_count(old, "output tokens")) == (3, 4)


@pytest.mark.parametrize(
    ("attributes", "kind"),
    [
        ({"gen_ai.operation.name": "chat"}, "chat"),
        ({"gen_ai.operation.name": "execute_tool"}, "tool"),
        ({"gen_ai.operation.name": "invoke_agent"}, "agent"),
        ({"openinference.span.kind": "LLM"}, "chat"),
        ({"openinference.span.kind": "CHAIN"}, "chain"),
        ({"mlflow.spanType": '"TOOL"'}, "tool"),
        ({"llm.request.type": "chat"}, "chat"),
        ({"gen_ai.operation.name": "embeddings"}, "other"),
        ({"http.method": "GET"}, "other"),
    ],
)
def test_what_a_span_is(attributes: dict[str, object], kind: str) -> None:
    assert span_kind(attributes) == kind


def test_no_field_and_no_name_is_listed_twice() -> None:
    fields = [alias.field for alias in TABLE]
    assert len(set(fields)) == len(fields)
    assert all(len(set(alias.names)) == len(alias.names) for alias in TABLE)
    assert all(key == key.lower() for key in KINDS)


def test_the_table_can_be_printed_with_its_versions() -> None:
    text = alias_table_text()
    assert GENAI_CONVENTIONS in text.splitlines()[0]
    assert OPENINFERENCE_CONVENTIONS in text.splitlines()[0]
    assert all(name in text for alias in TABLE for name in alias.names)
    assert first({"gen_ai.tool.name": 0}, "tool") == 0
