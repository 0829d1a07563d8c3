"""Lines to events: state filled in, gates asked, detectors able to read what comes of it."""

import contextlib
import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzers.detectors.registry import run_detectors
from runtime.agents.own.faults import AgentFaultError, EpisodeOverError
from runtime.agents.own.record_lines import MAX_EPISODE_BYTES, MAX_STEPS, EpisodeRecord
from runtime.agents.own.request import opening_text
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode, Event, Header, Said, Step
from runtime.traces.event_json import encode_line, event_from_json, event_to_json
from tests.runtime.agents.own.own_building import END, FIRST_LOOK, LOOK_UP, REFUND, SAMPLE, own_rule, parts, record

PROPOSE: JsonObject = {"type": "propose", "action": {"name": "REFUND", "amount": 3}}


def _header() -> Header:
    return Header(
        run="r-adhoc",
        episode="e-1",
        sample="late",
        case="late",
        split="dev",
        trial=0,
        seed=0,
        agent="triage",
        controller=parts().info,
        playbook_commit="",
        rules={},
        rules_dropped=(),
        context={"sample": "late", "tags": ["pressing"]},
        opening=(Said("user", opening_text(SAMPLE.input)),),
    )


def _take(on: EpisodeRecord, line: JsonObject) -> JsonObject:
    answer = on.take(json.dumps(line).encode())
    return {} if answer is None else as_object(json.loads(answer))


def _take_all(on: EpisodeRecord, lines: Sequence[JsonObject]) -> None:
    for line in lines:
        _take(on, line)


def _episode(lines: Sequence[JsonObject], rules: Sequence[Rule] = ()) -> Episode:
    on = record(rules)
    on.begin(_header())
    for line in lines:
        _take(on, line)
    on.finish()
    episode = on.episode()
    events: list[Event] = [*episode.steps, *([episode.outcome] if episode.outcome else [])]
    assert all(event_from_json(event_to_json(event)) == event for event in events), "the log gives the same again"
    return episode


def test_steps_hold_what_conditions_see() -> None:
    look, refund = _episode([LOOK_UP, REFUND, END]).steps
    assert look.proposed == look.taken
    assert look.proposed == {
        "action": "REQUEST_TOOL",
        "tool": "lookup_order",
        "arguments": {"order": "A-1"},
        "text": "",
        "amount": 0.0,
        "tone": "",
    }
    assert look.card is not None
    assert (look.card.name, look.card.ok, look.card.summary, look.shown) == (
        "lookup_order",
        True,
        "delivered",
        "delivered",
    )
    assert refund.context == {
        "action": {
            "kind": "REFUND",
            "name": "REFUND",
            "text": "Here you are.",
            "arguments": {},
            "repeats": 0,
            "amount": 3.0,
            "tone": "",
        },
        "state": {
            "step": 1,
            "tools": {
                "called": ["lookup_order"],
                "last": "lookup_order",
                "last_ok": True,
                "last_error": "",
                "failed": [],
            },
            "order": {"paid": False, "items": 0},
            "labels": [],
        },
    }


def test_the_outcome_counts_what_was_used() -> None:
    usage = {"prompt_tokens": 10, "completion_tokens": 2, "cost_usd": 0.5}
    line = LOOK_UP | {"usage": usage, "raw": "I look it up."}
    episode = _episode([line, line, REFUND, END | {"answer": {"decision": "refund"}, "message": "Done."}])
    assert episode.outcome is not None
    spent = episode.outcome.spent
    assert (spent["steps"], spent["tool_calls"], spent["prompt_tokens"], spent["cost_usd"]) == (3, 2, 20, 1.0)
    assert spent["model_calls"] == 2, "a step with usage is a call of a model"
    assert (episode.outcome.terminal, episode.outcome.scores) == ("completed", {"success": 1.0})
    assert (episode.outcome.answer, episode.outcome.message) == ({"decision": "refund"}, "Done.")
    assert episode.steps[0].attempts[0].raw == "I look it up."
    assert episode.steps[1].context["action"] == as_object(episode.steps[0].context["action"]) | {"repeats": 1}
    assert episode.steps[-1].heard == (Said("assistant", "Done.\nrefund"),)
    assert not episode.steps[0].heard


def test_a_failed_call_without_a_class_has_one() -> None:
    failed = LOOK_UP | {"result": {"ok": False, "summary": "no"}}
    first, second = _episode([failed, REFUND, END]).steps
    assert first.card is not None
    assert first.card.error_class == "business_failure"
    state = as_object(second.context["state"])
    assert as_object(state["tools"])["last_error"] == "business_failure"


def test_a_violated_rule_is_found_and_one_that_is_kept_is_not() -> None:
    rule = own_rule('action.name == "REFUND"', '"lookup_order" in state.tools.called', enforce="prompt")
    found = run_detectors([_episode([REFUND, END])], [rule]).findings
    assert [(one.detector, one.step) for one in found if one.rule] == [("rule:refunds.first", 0)]
    assert not [one for one in run_detectors([_episode([LOOK_UP, REFUND, END])], [rule]).findings if one.rule]


@pytest.mark.parametrize(
    "condition",
    [
        'action.kind == "REFUND"',
        "action.repeats == 0",
        "action.amount > 2.5",
        'action.tone == ""',
        "size(action.arguments) == 0",
        'action.text.contains("Here")',
        "state.step == 0",
        "size(state.tools.called) == 0",
        'state.tools.last == "" && state.tools.last_ok && state.tools.last_error == ""',
        "state.tools.failed.size() == 0",
        "!state.order.paid && state.order.items == 0",
        '!("a" in state.labels)',
        'episode.sample == "late" && "pressing" in episode.tags',
    ],
)
def test_every_documented_field_can_be_read(condition: str) -> None:
    rule = own_rule("true", condition, enforce="prompt")
    found = run_detectors([_episode([REFUND, END])], [rule])
    assert not [one for one in found.findings if one.rule]
    assert not found.errors


def test_a_proper_episode_has_no_findings() -> None:
    assert run_detectors([_episode([LOOK_UP, REFUND, END])]).findings == ()
    assert run_detectors([_episode([LOOK_UP, END])]).findings == (), "an `end` is a coherent ending"


def test_a_converted_proposal_is_a_step_that_did_not_happen() -> None:
    on = record([FIRST_LOOK])
    on.begin(_header())
    verdict = _take(on, PROPOSE)
    assert (verdict["decision"], verdict["instead"]) == ("convert", "lookup_order")
    _take(on, LOOK_UP)
    assert _take(on, PROPOSE)["decision"] == "allow"
    _take(on, REFUND)
    _take(on, END)
    on.finish()
    stopped, look, refund = on.episode().steps
    assert (stopped.proposed or {})["action"] == "REFUND"
    assert stopped.taken is None
    assert [(gate.gate, gate.decision) for gate in stopped.gates] == [("rule:refunds.first", "convert")]
    assert (look.gates, look.step) == ((), 1)
    assert [gate.decision for gate in refund.gates] == ["allow"]
    assert as_object(refund.context["state"])["step"] == 2
    assert on.episode().outcome is not None


def test_what_is_done_in_spite_of_a_block_is_on_record() -> None:
    block = own_rule('action.name == "REFUND"', "false")
    episode = _episode([PROPOSE, REFUND, END], [block])
    stopped, done = episode.steps
    assert stopped.gates[0].decision == "block"
    assert (done.gates, done.taken) == ((), done.proposed)
    found = [one.step for one in run_detectors([episode], [block]).findings if one.rule]
    assert found == [0, 1]


def test_a_proposal_that_passed_and_was_not_done_leaves_no_step() -> None:
    assert [step.step for step in _episode([PROPOSE, LOOK_UP, END], [own_rule("true", "true")]).steps] == [0]


def test_a_proposal_judges_the_state_as_it_then_is() -> None:
    on = record([FIRST_LOOK])
    on.begin(_header())
    _take(on, LOOK_UP)
    assert _take(on, PROPOSE)["decision"] == "allow"


@pytest.mark.parametrize(
    ("lines", "kind", "says"),
    [
        ([END, END], "protocol", "output after the `end`"),
        ([END, LOOK_UP], "protocol", "output after the `end`"),
        ([{"type": "error", "message": "no model"}], "agent", "it says: no model"),
        ([{"type": "end", "scores": {"success": 3}}], "protocol", "0-1"),
        ([{"type": "step", "action": {}}] * (MAX_STEPS + 1), "protocol", "more than 1000 steps"),
    ],
    ids=["end twice", "step after end", "error", "a score beyond", "too many steps"],
)
def test_what_may_not_be_said(lines: list[JsonObject], kind: str, says: str) -> None:
    on = record()
    on.begin(_header())
    with pytest.raises(AgentFaultError, match=says) as caught:
        _take_all(on, lines)
    assert caught.value.kind == kind


def test_an_episode_is_bounded() -> None:
    on = record()
    on.begin(_header())
    big = json.dumps(LOOK_UP).encode() + b" " * 8_000_000
    for _ in range(4):
        on.take(big)
    with pytest.raises(AgentFaultError, match=f"more than {MAX_EPISODE_BYTES} bytes"):
        on.take(big)


def test_without_an_end_nothing_is_finished() -> None:
    on = record()
    on.begin(_header())
    _take(on, LOOK_UP)
    with pytest.raises(AgentFaultError, match="without an `end` line"):
        on.finish()
    on.fail("protocol: cut off")
    outcome = on.episode().outcome
    assert outcome is not None
    assert (outcome.terminal, outcome.error, outcome.scores) == ("infrastructure_error", "protocol: cut off", {})
    assert len(on.episode().steps) == 1, "what was done until then is kept"


def test_a_closed_episode_hears_nothing() -> None:
    on = record()
    on.begin(_header())
    on.fail("timeout")
    with pytest.raises(EpisodeOverError):
        _take(on, LOOK_UP)
    assert on.episode().steps == ()


class Kept:
    """A sink that keeps events."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def write(self, event: Event) -> None:
        """Keep the event."""
        self.events.append(event)


def test_events_reach_the_sink_as_the_episode_has_them() -> None:
    sink = Kept()
    on = record(sink=sink)
    on.begin(_header())
    for line in (LOOK_UP, REFUND, END):
        _take(on, line)
    on.finish()
    episode = on.episode()
    assert sink.events == [episode.header, *episode.steps, episode.outcome]
    assert isinstance(sink.events[1], Step)


def test_secrets_are_redacted_before_anything_is_judged() -> None:
    secret = "sk-abcdefgh1234567890"
    line: JsonObject = {
        "type": "step",
        "action": {"name": "lookup_order", "arguments": {"note": secret}, "text": secret},
        "state": {"labels": [secret]},
        "result": {"ok": True, "summary": secret, "data": {"note": secret}},
        "raw": secret,
    }
    episode = _episode([line, END | {"message": secret, "answer": {"note": secret}}])
    assert secret not in json.dumps([event_to_json(step) for step in episode.steps])
    assert episode.outcome is not None
    assert secret not in json.dumps(event_to_json(episode.outcome))


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
_NAMES = st.sampled_from(["lookup_order", "REFUND", "", "other", "REQUEST_TOOL"])
_ACTIONS = st.fixed_dictionaries(
    {},
    optional={
        "name": _NAMES | _JSON,
        "kind": _NAMES,
        "text": st.text(max_size=8) | _JSON,
        "arguments": st.dictionaries(st.text(max_size=4), _JSON, max_size=2) | _JSON,
        "amount": st.floats() | st.integers() | _JSON,
    },
)
_LINES = st.fixed_dictionaries(
    {"type": st.sampled_from(["step", "propose", "end", "error", "x"])},
    optional={
        "action": _ACTIONS | _JSON,
        "state": st.fixed_dictionaries({}, optional={"labels": _JSON, "order": _JSON}),
        "result": st.fixed_dictionaries({"ok": st.booleans()}, optional={"summary": st.text(), "data": _JSON}) | _JSON,
        "usage": _JSON,
        "success": _JSON,
        "answer": st.dictionaries(st.text(max_size=4), _JSON, max_size=2),
    },
)


@given(st.lists(_LINES, max_size=4))
def test_whatever_is_said_is_recorded_or_refused(lines: list[JsonObject]) -> None:
    rule = own_rule("action.amount > 1.0 && state.order.items < 3", 'action.tone == "kind"')
    on = record([rule])
    on.begin(_header())
    for line in lines:
        with contextlib.suppress(AgentFaultError):
            _take(on, line)
    on.fail("that was all")
    episode = on.episode()
    for event in (*episode.steps, episode.outcome):
        assert event is not None
        line = event_to_json(event)
        assert event_from_json(json.loads(encode_line(line))) == event
    assert run_detectors([episode], [rule]).errors == ()
    assert not [one for one in run_detectors([episode], [rule]).findings if one.detector.startswith("rule-error")]
