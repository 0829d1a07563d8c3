"""Events keep every field over JSON, and nothing unknown comes in."""

import math
from collections.abc import Callable
from dataclasses import replace

import pytest

from runtime.contracts.errors import TraceError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Event, Header, Outcome, Step
from runtime.traces.event_json import (
    TOO_DEEP,
    UnknownSchemaError,
    decode_line,
    encode_line,
    event_from_json,
    event_to_json,
)

Events = Callable[..., tuple[Header, Step, Outcome]]


def _over_the_wire(event: Event) -> Event:
    return event_from_json(decode_line(encode_line(event_to_json(event))))


def test_every_event_comes_back_equal(events: Events) -> None:
    for event in events():
        assert _over_the_wire(event) == event


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"type": "step", "bogus": 1}, "'bogus'"),
        ({"attempts": [{"raw": "", "zz": 1}]}, "attempts.0.zz"),
        ({"card": {"name": "zoom"}}, "card"),
        ({"step": "first"}, "'step'"),
        ({"type": "summary"}, "event type 'summary'"),
        ({"type": None}, "event type None"),
    ],
    ids=["extra-field", "nested-extra-field", "missing-fields", "ill-typed", "unknown-type", "no-type"],
)
def test_an_event_that_does_not_fit_is_refused_by_field(events: Events, change: JsonObject, complaint: str) -> None:
    with pytest.raises(TraceError, match=complaint):
        event_from_json(event_to_json(events()[1]) | change)


@pytest.mark.parametrize("version", [0, 2, "1", None])
def test_another_schema_version_is_refused(events: Events, version: object) -> None:
    with pytest.raises(UnknownSchemaError, match="schema version"):
        event_from_json(event_to_json(events()[0]) | {"schema": version})


def test_a_lone_surrogate_becomes_visible(events: Events) -> None:
    step = replace(events()[1], shown="a\ud800é", context={"k\udfff": "ok"})
    back = _over_the_wire(step)
    assert isinstance(back, Step)
    assert back.shown == "a\\ud800é"
    assert back.context == {"k\\udfff": "ok"}


def test_integers_beyond_64_bits_stay_exact(events: Events) -> None:
    step = replace(events()[1], proposed={"n": 10**40})
    assert _over_the_wire(step) == step


def test_a_score_that_is_not_a_number_comes_back_as_one(events: Events) -> None:
    outcome = replace(events()[2], scores={"auc": math.nan, "gain": -math.inf})
    back = _over_the_wire(outcome)
    assert isinstance(back, Outcome)
    assert math.isnan(back.scores["auc"])
    assert back.scores["gain"] == -math.inf


def test_bottomless_arguments_are_cut_with_a_note_and_the_rest_is_kept(events: Events) -> None:
    deep: JsonObject = {}
    for _ in range(400):
        deep = {"a": deep}
    back = _over_the_wire(replace(events()[1], proposed=deep))
    assert isinstance(back, Step)
    assert TOO_DEEP in str(back.proposed)
    assert back.shown == events()[1].shown


@pytest.mark.parametrize("line", [b"{", b"[1]\n", b'"x"', b"\xff{}"], ids=["cut", "list", "string", "not-utf8"])
def test_a_line_that_is_not_an_object_is_refused(line: bytes) -> None:
    with pytest.raises(TraceError):
        decode_line(line)


def test_what_json_cannot_hold_is_refused_by_type(events: Events) -> None:
    with pytest.raises(TraceError, match="type 'step'"):
        encode_line({"type": "step", "proposed": object()})
