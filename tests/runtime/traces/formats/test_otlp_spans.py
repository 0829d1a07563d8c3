"""Spans out of export requests."""

import pytest

from runtime.contracts.json_types import JsonObject
from runtime.traces.formats.otlp_encoding import encode_attributes
from runtime.traces.formats.otlp_spans import Span, read_spans, with_events
from runtime.traces.formats.transcript import BadRecord, Record
from tests.runtime.traces.formats.span_files import TRACE, document, event, span_id, written


def _read(value: JsonObject) -> tuple[list[Span], list[BadRecord]]:
    problems: list[BadRecord] = []
    spans, loose = read_spans(Record(value, "f.json", 3), 10, problems.append)
    return with_events(spans, loose), problems


def test_a_span_is_read_whole() -> None:
    value = document(written(1, {"a": 1}, 2, events=[event("e", {"b": True})], status={"code": 2, "message": "broke"}))
    (span,), problems = _read(value)
    assert problems == []
    assert (span.trace_id, span.span_id, span.parent_id, span.order, span.line) == (
        TRACE,
        span_id(1),
        span_id(2),
        10,
        3,
    )
    assert (span.attributes, span.events[0].name, span.events[0].attributes) == ({"a": 1}, "e", {"b": True})
    assert (span.failed, span.status_message, span.duration_ms) == (True, "broke", 500.0)


def test_names_with_underscores_are_read_too() -> None:
    inner = {"trace_id": TRACE, "span_id": span_id(1), "name": "n", "start_time_unix_nano": 5}
    (span,), problems = _read({"resource_spans": [{"scope_spans": [{"spans": [inner]}]}]})
    assert problems == []
    assert (span.name, span.start, span.end) == ("n", 5, None)


@pytest.mark.parametrize(
    ("fields", "what"),
    [({"traceId": ""}, "trace id"), ({"traceId": "0" * 32}, "trace id"), ({"spanId": None}, "span id")],
)
def test_a_span_without_an_id_is_left_out_and_the_next_is_read(fields: JsonObject, what: str) -> None:
    spans, problems = _read(document({**written(1, {}), **fields}, written(2, {})))
    assert [span.span_id for span in spans] == [span_id(2)]
    assert len(problems) == 1
    assert what in problems[0].reason
    assert problems[0].line == 3


def test_a_bad_value_costs_the_attribute_only() -> None:
    bad = {"key": "score", "value": {"doubleValue": "NaN"}}
    (span,), problems = _read(document({**written(1, {}), "attributes": [bad, *encode_attributes({"a": 1})]}))
    assert span.attributes == {"a": 1}
    assert [problem.what for problem in problems] == [f"span {span_id(1)}"]
    assert "score" in problems[0].reason


def test_a_time_that_is_none_is_told_and_missing() -> None:
    (span,), problems = _read(document(written(1, {}, startTimeUnixNano="yesterday", endTimeUnixNano="0")))
    assert (span.start, span.end, span.duration_ms) == (None, None, 0.0)
    assert len(problems) == 1
    assert "yesterday" in problems[0].reason


@pytest.mark.parametrize(
    "value",
    [
        {"resourceSpans": {}},
        {"resourceSpans": ["text"]},
        {"resourceSpans": [{"scopeSpans": "text"}]},
        {"resourceSpans": [{"scopeSpans": [{"spans": [7]}]}]},
        {"resourceSpans": [{"scopeSpans": [{"spans": [{**written(1, {}), "events": 3}]}]}]},
        {"resourceSpans": [{"scopeSpans": [{"spans": [{**written(1, {}), "events": [{}]}]}]}]},
        {"resourceSpans": [{"resource": {"attributes": 1}, "scopeSpans": []}]},
    ],
)
def test_what_has_another_shape_is_told(value: JsonObject) -> None:
    assert len(_read(value)[1]) == 1


def test_log_records_become_events_of_the_span_they_name() -> None:
    logs = [
        {"traceId": TRACE, "spanId": span_id(1), "eventName": "gen_ai.evaluation.result", "body": {"stringValue": "b"}},
        {"traceId": TRACE, "spanId": span_id(1), "body": {"stringValue": "some other log"}},
        {"eventName": "gen_ai.choice"},
    ]
    value = {**document(written(1, {})), "resourceLogs": [{"scopeLogs": [{"logRecords": logs}]}]}
    (span,), problems = _read(value)
    assert [(one.name, one.body) for one in span.events] == [("gen_ai.evaluation.result", "b")]
    assert len(problems) == 1
    assert "names no span" in problems[0].reason


@pytest.mark.parametrize("value", [{"resourceSpans": []}, {"resourceSpans": [{"scopeSpans": [{"spans": None}]}]}])
def test_a_request_without_a_span_is_told(value: JsonObject) -> None:
    problems: list[BadRecord] = []
    assert read_spans(Record(value, "traces.jsonl", 1), 0, problems.append) == ([], [])
    assert [one.reason for one in problems] == ["holds no span"]
