"""What conditions saw of an own agent's decisions survives export and import."""

import json
from dataclasses import replace

import pytest

from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Attempt, ControllerInfo, Episode, Header, Outcome, Said, Step
from runtime.traces.formats import otlp
from runtime.traces.formats.decision_context import said_decision
from runtime.traces.formats.export_otlp import export_episode
from runtime.traces.formats.to_episode import to_episode
from runtime.traces.formats.transcript import Record

EPISODE: JsonObject = {"sample": "claim-1", "tags": ["meals"]}
STATE: JsonObject = {"step": 0, "tools": {"called": []}, "claim": {"amount": 60.0}}
APPROVE: JsonObject = {"action": "APPROVE", "text": "Approved.", "paid": 60.0}
CALL: JsonObject = {"action": "REQUEST_TOOL", "text": "", "tool": "fetch", "arguments": {"claim": "X-1"}, "paid": 0.0}
LOADED: JsonObject = {"action": "APPROVE", "text": "", "tool": "", "arguments": {"claim": "X-1"}, "paid": 0.0}


def header(backend: str = "python") -> Header:
    """Return the header of an episode that an agent reached by `backend` decided in."""
    return Header(
        run="r-1", episode="e-1", sample="claim-1", case="claim-1", split="dev", trial=0, seed=0, agent="expenses",
        controller=ControllerInfo(backend, "m-1", simulated=False), playbook_commit="", rules={}, rules_dropped=(),
        context=EPISODE, question="Pay?",
    )  # fmt: skip


def own_episode(proposed: JsonObject, taken: JsonObject | None, heard: tuple[Said, ...] = ()) -> Episode:
    """Return an episode with one decision and what was said after it."""
    kind = str(proposed["action"])
    action: JsonObject = {
        "kind": kind,
        "name": proposed["tool"] if kind == "REQUEST_TOOL" else kind,
        "text": proposed["text"],
        "arguments": proposed.get("arguments", {}),
        "repeats": 0,
        "paid": proposed["paid"],
    }
    step = Step(
        "r-1", "e-1", 0, (Attempt("raw words"),), "", "",
        proposed=proposed, taken=taken, context={"action": action, "state": STATE}, heard=heard,
    )  # fmt: skip
    return Episode(header(), (step,), Outcome("r-1", "e-1", "completed", "", {"success": 0.0}))


def read_back(episode: Episode) -> Episode:
    """Return the episode as it is after export and import."""
    value = json.loads(json.dumps(export_episode(episode)))
    (found,) = otlp.read([Record(value, "out.jsonl", 1)], lambda problem: None)
    return to_episode(found, lambda problem: None)


@pytest.mark.parametrize(
    ("proposed", "taken"),
    [
        pytest.param(APPROVE, APPROVE, id="an action of its own"),
        pytest.param(CALL, CALL, id="a call"),
        pytest.param(LOADED, LOADED, id="an action with arguments"),
        pytest.param(APPROVE, None, id="an action that a gate stopped"),
        pytest.param(CALL, None, id="a call that a gate stopped"),
    ],
)
def test_a_decision_comes_back_as_it_was(proposed: JsonObject, taken: JsonObject | None) -> None:
    episode = own_episode(proposed, taken)
    back = read_back(episode)
    again = read_back(back)
    for one in (back, again):
        assert [(step.proposed, step.taken, step.context) for step in one.steps] == [
            (proposed, taken, episode.steps[0].context)
        ]
        assert one.header.context == EPISODE


def test_the_closing_answer_is_no_decision() -> None:
    back = read_back(own_episode(APPROVE, APPROVE, (Said("assistant", "approve"),)))
    assert len(back.steps) == 1
    assert [(said.role, said.text) for said in back.steps[0].heard] == [("assistant", "approve")]


def test_it_is_said_of_own_agents_alone() -> None:
    step = own_episode(APPROVE, APPROVE).steps[0]
    assert said_decision(header(), step)["state"] == STATE
    assert said_decision(header("llama"), step) == {}
    unsaid = replace(step, context={"action": {"kind": "RESPOND", "tool": ""}, "state": {}})
    assert said_decision(replace(header(), imported="otlp"), unsaid) == {}


@pytest.mark.parametrize("forged", ["[]", "{}", '{"action": 3}', '{"action": {"kind": 3}}', "{not json", "word"])
def test_what_is_no_decision_is_read_as_a_message(forged: str) -> None:
    text = json.dumps(export_episode(own_episode(APPROVE, APPROVE)))
    value = json.loads(text)
    for span in value["resourceSpans"][0]["scopeSpans"][0]["spans"]:
        for one in span["attributes"]:
            if one["key"] == "ace.decision":
                one["value"] = {"stringValue": forged}
    (found,) = otlp.read([Record(value, "out.jsonl", 1)], lambda problem: None)
    (step,) = to_episode(found, lambda problem: None).steps
    assert step.proposed == {"action": "RESPOND", "text": "Approved."}
