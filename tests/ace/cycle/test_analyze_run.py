"""From episodes to what a run shows."""

import json

import pytest

from ace.cycle.analyze_run import analyze
from analyzers.detectors.registry import DETECTORS
from tests.ace.building import RETRIEVE, WEB, WEB_RULE, episode, rule, web_episodes
from tests.ace.conftest import SmallRun

LOCAL = rule("tools.local", **WEB_RULE)


def test_what_is_counted() -> None:
    broken = episode("e-broken", WEB, ending="infrastructure_error")
    cut_off = episode("e-cut", WEB, ending="")
    analysis = analyze((*web_episodes(4), broken, cut_off), [LOCAL], "major")
    assert (analysis.episodes, analysis.undecided) == (10, 2)
    assert analysis.failure_rate == pytest.approx(0.5)
    assert analysis.rates["web_before_local"] == (4, 8)
    assert analysis.rates["rule:tools.local"] == (4, 8)
    assert analysis.rates["answer_leaked"] == (0, 8)
    assert {"e-broken", "e-cut"} & {finding.episode for finding in analysis.findings} == set()
    assert {cluster.detector: cluster.failures for cluster in analysis.clusters} == {
        "web_before_local": 4,
        "rule:tools.local": 4,
    }
    assert len(analysis.trials) == 8


def test_nothing_is_known_of_a_run_without_a_finished_episode() -> None:
    analysis = analyze([episode("e1", WEB, ending="infrastructure_error")], [], "major")
    assert (analysis.failure_rate, analysis.clusters) == (0.0, ())


@pytest.mark.parametrize(("severity", "rate"), [("major", 1.0), ("never", 0.0)])
def test_the_severity_says_what_a_failure_is(severity: str, rate: float) -> None:
    assert analyze([episode("e1", WEB)], [], severity).failure_rate == rate


def test_every_written_detector_has_a_rate(small_run: SmallRun) -> None:
    rates = analyze(small_run.run.episodes, [], "major").rates
    assert {detector.name for detector in DETECTORS} <= set(rates)
    assert {rate.episodes_total for rate in rates.values()} == {len(small_run.run.episodes)}


def test_the_json_says_the_same(small_run: SmallRun) -> None:
    analysis = analyze(small_run.run.episodes, [], "major")
    value = json.loads(json.dumps(analysis.to_json()))
    assert (value["episodes"], value["findings"]) == (analysis.episodes, len(analysis.findings))
    assert [cluster["id"] for cluster in value["clusters"]] == [cluster.id for cluster in analysis.clusters]
    assert value["rates"]["web_before_local"]["of"] == analysis.episodes
    assert value["unanalyzed"] == []


def test_a_detector_that_breaks_is_said() -> None:
    odd = rule("tools.odd", when="state.nothing.here", require="true")
    analysis = analyze([episode("e1", RETRIEVE)], [odd], "major")
    assert [finding.detector for finding in analysis.findings] == ["rule-error:tools.odd"]
    assert analysis.failure_rate == 0.0
