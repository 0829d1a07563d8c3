"""A failure says whether its action was carried out, or a gate stopped it."""

from dataclasses import replace

import pytest

from ace.clusters.stopped_actions import fate_words
from analyzers.detectors.early_reveal import ABOUT
from analyzers.detectors.reading import finding_at
from analyzers.detectors.registry import DETECTORS
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import GateDecision, GateRecord, Step
from tests.ace.building import episode

REVEAL: JsonObject = {"action": "REVEAL_ANSWER"}
HINT: JsonObject = {"action": "HINT", "hint_level": 1, "text": "Look."}


@pytest.mark.parametrize(
    ("decision", "taken", "said"),
    [
        ("convert", HINT, "proposed; the assessment gate stopped it: it was not carried out"),
        ("block", None, "proposed; the assessment gate stopped it: it was not carried out"),
        ("observe", REVEAL, "carried out"),
        ("allow", REVEAL, "carried out"),
        ("allow", None, "proposed; not carried out"),
    ],
)
def test_what_became_of_the_proposal(decision: GateDecision, taken: JsonObject | None, said: str) -> None:
    gates = (GateRecord("assessment", decision, "a hint is left"),)
    step = Step("r-1", "e-1", 0, (), "a", "b", proposed=REVEAL, taken=taken, gates=gates)
    one = replace(episode("e-1"), steps=(step,))
    finding = finding_at(one, step, ABOUT, "too early")
    assert fate_words(finding, (one,)) == said
    assert fate_words(replace(finding, detector="step_limit"), (one,)) == "", "that is about no proposal"
    assert fate_words(finding, ()) == "", "its trace is not here"


def test_what_a_detector_finds_of_proposals_is_said_in_its_table() -> None:
    finders = {detector.name for detector in DETECTORS if detector.of_proposal}
    assert {"early_reveal", "repeated_look", "candidate_never_measured"} <= finders
    assert not {"step_limit", "no_report", "malformed_action"} & finders
