"""The table of formats."""

import json

import pytest

from runtime.contracts.errors import TraceError
from runtime.contracts.json_types import JsonObject
from runtime.traces.formats.registry import FORMATS, format_for, load_format
from tests.runtime.traces.formats.reading import HELLO


def test_each_format_is_found_by_its_name() -> None:
    names = [one.NAME for one in FORMATS]
    assert sorted(names) == ["chat-history", "inspect", "langsmith", "openai-messages", "otlp"]
    assert [load_format(name) for name in names] == list(FORMATS)
    with pytest.raises(TraceError, match="no trace format 'csv'; there are otlp, inspect"):
        load_format("csv")


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (HELLO, "openai-messages"),
        ({"history": [{"role": "a", "content": "b"}]}, "chat-history"),
        ({"resourceSpans": []}, "otlp"),
        ({"eval": {"task": "t"}, "samples": []}, "inspect"),
        ({"id": "r1", "run_type": "llm", "inputs": HELLO, "trace_id": "t"}, "langsmith"),
        ({"name": "someone"}, None),
    ],
)
def test_a_record_is_read_by_the_format_it_fits(value: JsonObject, name: str | None) -> None:
    found = format_for(value)
    assert (found.NAME if found else None) == name


@pytest.mark.parametrize(
    "value", [{}, {"messages": None}, {"history": 3}, {"eval": 1}, {"resourceSpans": {}}, {"run_type": []}]
)
def test_looking_at_odd_records_raises_nothing(value: JsonObject) -> None:
    assert json.dumps(value)
    format_for(value)
