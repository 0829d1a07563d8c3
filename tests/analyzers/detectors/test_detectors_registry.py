"""The table is complete, and a broken detector becomes a record."""

import pkgutil
from collections.abc import Callable

import pytest

import analyzers.detectors
from analyzers.detectors.registry import DETECTORS, Detector, Unanalyzed, run_detectors
from analyzers.finding import Finding
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Episode, Step

NOT_DETECTORS = {"reading", "after_failure", "registry", "rule_violation"}


def _broken(episode: Episode) -> list[Finding]:
    raise KeyError("no such field")


def test_every_detector_file_is_in_the_table_under_its_own_name() -> None:
    modules = {module.name for module in pkgutil.iter_modules(analyzers.detectors.__path__)} - NOT_DETECTORS
    assert {detector.name for detector in DETECTORS} == modules
    assert len(DETECTORS) == len(modules)


@pytest.mark.parametrize("detector", DETECTORS, ids=lambda detector: detector.name)
def test_every_detector_says_what_it_finds_where_the_cure_lies_and_how_much_it_matters(detector: Detector) -> None:
    assert detector.doc.startswith("Find ")
    assert f"Bucket: {detector.bucket}." in detector.doc
    assert f"Severity: {detector.severity}" in detector.doc
    assert "Remedy: " in detector.doc


def test_a_broken_detector_is_recorded_and_the_others_still_find(
    step: Callable[..., Step], episode: Callable[..., Episode], call: Callable[..., JsonObject]
) -> None:
    broken = Detector("broken", "design", "minor", "", _broken)
    result = run_detectors([episode(step(0, call("web_browser")))], detectors=(broken, *DETECTORS))
    assert [one.detector for one in result.findings] == ["web_before_local"]
    assert result.errors == (Unanalyzed("broken", "e1", "KeyError: 'no such field'"),)


def test_a_good_episode_has_no_findings(
    step: Callable[..., Step], episode: Callable[..., Episode], call: Callable[..., JsonObject]
) -> None:
    steps = (step(0, call("retrieve", query="a")), step(1, {"action": "ASK_PROBE", "text": "Why?"}))
    assert run_detectors([episode(*steps)]) == ((), ())


def test_a_trace_without_any_context_accuses_nobody(
    step: Callable[..., Step], episode: Callable[..., Episode], call: Callable[..., JsonObject]
) -> None:
    hint: JsonObject = {"action": "HINT", "text": "x", "hint_level": 3}
    made: list[JsonObject] = [call("web_browser"), hint, {"action": "REVEAL_ANSWER"}]
    bare = [Step("r1", "e1", number, (), "", "", proposed=proposed) for number, proposed in enumerate(made)]
    assert run_detectors([episode(*bare, context={})]) == ((), ())
