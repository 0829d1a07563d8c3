"""Names before findings."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from analyzers.detectors.diagnosis_before_findings import detect
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Episode, GateRecord, Step

Steps = Callable[..., Step]
Episodes = Callable[..., Episode]
NAMED: JsonObject = {"action.names_option": True, "state.image.present": True, "state.retrieval.queried": True}


def test_an_option_named_before_a_look_is_found(step: Steps, episode: Episodes) -> None:
    probe = step(0, {"action": "ASK_PROBE", "text": "Why not an effusion?"}, NAMED)
    assert [(one.step, one.severity) for one in detect(episode(probe))] == [(0, "minor")]


@pytest.mark.parametrize(
    "more",
    [
        {"action.names_option": False},
        {"state.image.present": False},
        {"state.image.observed": True},
        {"state.tools.called": ["image_findings"]},
        {"state.student.attempts": 1},
        {"action.leaks_answer": True},
        {"state.image": None},
    ],
    ids=["no name", "no image", "looked", "looking failed", "described by now, perhaps", "leak", "unrecorded"],
)
def test_near_misses(more: JsonObject, step: Steps, episode: Episodes) -> None:
    assert detect(episode(step(0, {"action": "ASK_PROBE", "text": "Why not an effusion?"}, NAMED | more))) == []


def test_a_hint_out_of_nothing_is_another_detectors(step: Steps, episode: Episodes) -> None:
    hint = step(0, {"action": "HINT", "text": "An effusion?"}, NAMED | {"state.retrieval.queried": False})
    assert detect(episode(hint)) == []


def test_what_the_gate_said_counts(step: Steps, episode: Episodes) -> None:
    probe = step(0, {"action": "ASK_PROBE", "text": "Why not an effusion?"}, NAMED)
    allowed = replace(probe, gates=(GateRecord("fixed", "allow", "asked, none objects: safety, observation_first"),))
    observed = replace(
        step(1, {"action": "ASK_PROBE", "text": "An effusion?"}, NAMED | {"state.student.attempts": 2}),
        gates=(GateRecord("observation_first", "observe", "would convert: findings first"),),
    )
    assert [one.step for one in detect(episode(allowed, observed))] == [1]
