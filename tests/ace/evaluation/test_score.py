"""What an episode is worth."""

from dataclasses import replace

import pytest

from ace.evaluation.score import finding_rate, removed_trials, score_episodes, success_rate, with_missing
from runtime.contracts.sample import Sample
from runtime.contracts.trace_event import GateRecord
from tests.ace.building import RETRIEVE, WEB, WEB_RULE, episode, rule


@pytest.mark.parametrize(("severity", "expected"), [("major", False), ("critical", True), ("never", True)])
def test_a_serious_finding_takes_the_success_away(severity: str, expected: bool) -> None:
    (trial,) = score_episodes([episode("e1", WEB)], severity)
    assert trial.success is expected
    assert "web_before_local" in trial.findings


def test_a_rule_is_counted_but_never_decides() -> None:
    forbids_all = rule("tools.never", when="true", require="false")
    (trial,) = score_episodes([episode("e1", RETRIEVE)], "major", [forbids_all])
    assert trial.findings == {"rule:tools.never"}
    assert trial.success is True


def test_a_rule_does_not_hide_what_a_detector_finds() -> None:
    (trial,) = score_episodes([episode("e1", WEB)], "major", [rule("tools.local", **WEB_RULE)])
    assert trial.findings == {"web_before_local", "rule:tools.local"}
    assert trial.success is False


@pytest.mark.parametrize(
    ("gate", "success"), [("rule:tools.local", True), ("repeats", False)], ids=["a-rules-gate", "a-fixed-gate"]
)
def test_what_a_rules_gate_stopped_did_not_happen(gate: str, success: bool) -> None:
    whole = episode("e1", WEB)
    stopped = replace(whole.steps[0], gates=(GateRecord(gate, "convert", "search here first"),))
    (trial,) = score_episodes([replace(whole, steps=(stopped, *whole.steps[1:]))], "major")
    assert trial.success is success
    assert ("web_before_local" in trial.findings) is not success


@pytest.mark.parametrize("ending", ["infrastructure_error", ""])
def test_an_infrastructure_error_is_undecided_not_a_failure(ending: str) -> None:
    trials = score_episodes([episode("e1", RETRIEVE, ending=ending), episode("e2", RETRIEVE)], "major")
    assert [trial.success for trial in trials] == [None, True]
    assert success_rate(trials) == 1.0


def test_half_a_success_is_none() -> None:
    (trial,) = score_episodes([episode("e1", RETRIEVE, success=0.5)], "major")
    assert trial.success is False


def test_rates_count_decided_trials_only() -> None:
    episodes = [episode("e1", WEB), episode("e2", RETRIEVE), episode("e3", WEB, ending="infrastructure_error")]
    trials = score_episodes(episodes, "major")
    assert finding_rate(trials, "web_before_local") == 0.5
    assert success_rate(trials) == 0.5
    assert (success_rate([]), finding_rate([], "web_before_local")) == (0.0, 0.0)


def test_places_a_batch_never_reached_are_undecided() -> None:
    samples = [Sample(id=name, case=f"case-{name}", agent="tutor", split="dev") for name in ("a", "b")]
    trials = score_episodes([episode("e1", RETRIEVE, sample="a", trial=0)], "major")
    full = with_missing(trials, samples, 2)
    assert {(trial.sample, trial.trial): trial.success for trial in full} == {
        ("a", 0): True,
        ("a", 1): None,
        ("b", 0): None,
        ("b", 1): None,
    }


@pytest.mark.parametrize("score", [float("nan"), float("inf"), float("-inf")])
def test_a_score_that_is_no_number_is_undecided_not_a_failure(score: float) -> None:
    (trial,) = score_episodes([episode("e1", RETRIEVE, success=score)], "major")
    assert (trial.success, trial.solved) == (None, None)


def test_samples_that_are_gone_are_undecided_in_every_trial() -> None:
    gone = removed_trials({"b": "case-b", "a": "case-a"}, 2)
    assert [(trial.sample, trial.case, trial.trial, trial.success) for trial in gone] == [
        ("a", "case-a", 0, None),
        ("a", "case-a", 1, None),
        ("b", "case-b", 0, None),
        ("b", "case-b", 1, None),
    ]
