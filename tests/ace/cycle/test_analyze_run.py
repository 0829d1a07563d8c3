"""From episodes to what a run shows."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ace.clusters.embedding import FoundEmbedding
from ace.clusters.history import cluster_store, kept_registry
from ace.cycle.analyze_run import (
    FEW,
    Lookout,
    Recording,
    analyze,
    analyze_run,
    assemble,
    detect,
    detect_in,
    lookout,
)
from ace.runs.run_record import load_arm
from analyzers.clusters.cluster import Cluster
from analyzers.detectors.registry import DETECTORS, AnalysisResult
from analyzers.finding import Finding
from runtime.contracts.json_types import JsonObject
from tests.ace.building import RETRIEVE, WEB, WEB_RULE, episode, rule, small_session, web_episodes
from tests.ace.conftest import SmallRun
from tests.ace.judges.judging import data_of, honest, rubric_yaml, said
from tests.ace.judges.test_calibrate import items_in
from tests.ace.judges.test_calibrate import run as calibrate_on
from tests.analyzers.clusters.word_vectors import word_embedding
from tests.chat_server import Answer, chat_server, completion

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
    assert {detector.name for detector in DETECTORS if detector.scope in ("tutor", "any")} == set(rates)
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


def test_a_run_is_recorded_and_twice_is_once(copied_run: SmallRun) -> None:
    first = analyze_run(copied_run.session, copied_run.run, ())
    store = cluster_store(copied_run.session.workspace)
    data = store.path("tutor").read_bytes()
    assert analyze_run(copied_run.session, copied_run.run, ()) == first
    assert store.path("tutor").read_bytes() == data
    registry = kept_registry(copied_run.session.workspace, "tutor")
    assert {cluster.id for cluster in first.clusters} == {cluster.id for cluster in registry.active}
    assert {cluster.id: cluster.born for cluster in first.clusters} == {c.id: c.born for c in registry.active}


def test_what_is_only_looked_at_is_not_recorded(copied_run: SmallRun) -> None:
    kept = analyze_run(copied_run.session, copied_run.run, (), Recording(is_kept=False))
    assert not cluster_store(copied_run.session.workspace).folder.exists()
    assert [cluster.id for cluster in kept.clusters] == [
        cluster.id for cluster in analyze_run(copied_run.session, copied_run.run, ()).clusters
    ]


def test_a_trial_arm_is_compared_with_the_registry_and_never_recorded(warm_run: SmallRun) -> None:
    workspace = warm_run.session.workspace
    before = kept_registry(workspace, "tutor")
    assert [run.run for run in before.runs] == [warm_run.run.record.run]
    arm = next(path for path in sorted(workspace.arms.glob("a-*.jsonl")) if path.stat().st_size)
    analysis = analyze_run(warm_run.session, load_arm(arm), ())
    assert kept_registry(workspace, "tutor") == before
    assert {cluster.id for cluster in analysis.clusters} & {cluster.id for cluster in before.active}


def test_like_failures_are_one_cluster_where_there_is_an_embedder() -> None:
    said = "the booking tool was slow: it answered much too late"
    found = tuple(
        Finding("late", f"e{n}", f"s{n}", f"s{n}", 0, "design", "major", f"{said} {word}", "q")
        for n, word in enumerate(("today", "again", "once") * 8)
    )
    together = assemble((), AnalysisResult(found, ()), Lookout(), None, FoundEmbedding(word_embedding()))
    assert (len(together.clusters), together.grouping, together.grouping_note) == (1, "signatures+embedding", "")
    assert len(together.clusters[0].signatures) == 3
    apart = assemble((), AnalysisResult(found, ()), Lookout(), None, FoundEmbedding(None, "install it"))
    assert (len(apart.clusters), apart.grouping, apart.grouping_note) == (3, "signatures", "install it")
    few = assemble((), AnalysisResult(found[:4], ()), Lookout(), None, FoundEmbedding(word_embedding()))
    assert (few.grouping, few.grouping_note) == ("signatures", FEW)
    assert few.to_json()["grouping_note"] == FEW


def test_a_rule_is_checked_in_its_own_agents_episodes_only() -> None:
    other = tuple(replace(item, header=replace(item.header, agent="ship")) for item in web_episodes(2))
    look = Lookout((LOCAL,))
    assert any(item.rule for item in detect(web_episodes(2), look).findings)
    assert not any(item.rule for item in detect(other, look).findings)


def test_what_is_looked_for_comes_from_the_settings(small_run: SmallRun) -> None:
    look = lookout(small_run.session, [LOCAL])
    assert (look.rules, look.own, look.severity) == ((LOCAL,), (), "major")
    assert detect_in(small_run.run, Lookout()) == analyze(small_run.run.episodes, (), "major").findings


def test_imported_episodes_fail_by_what_was_found_and_show_their_own_score() -> None:
    made = [
        replace(item, header=replace(item.header, imported="openai-messages"))
        for item in (episode("e1", WEB, success=0.0), episode("e2", RETRIEVE, success=0.0), episode("e3", RETRIEVE))
    ]
    analysis = analyze(made, (), "major")
    assert analysis.recorded == ("success", 2, 3)
    assert analysis.failure_rate == pytest.approx(1 / 3)
    assert analysis.to_json()["solved_rate"] is None
    clusters: tuple[Cluster, ...] = analysis.clusters
    assert [cluster.failures for cluster in clusters] == [1]


OWN = """
from analyzers.detectors.reading import About, finding_at

ABOUT = About("asks_the_web", "design", "minor")


def detect(episode):
    \"\"\"Any use of the web.\"\"\"
    return [finding_at(episode, step, ABOUT, "asked the web")
            for step in episode.steps if (step.proposed or {}).get("tool") == "web_browser"]
"""


def test_a_projects_own_detector_is_used(copied_run: SmallRun) -> None:
    repo = copied_run.session.workspace.repo
    (repo / "own_web_detector.py").write_text(OWN, encoding="utf-8")
    session = small_session(repo, analysis__detectors=["own_web_detector:detect"])
    analysis = analyze_run(session, copied_run.run, ())
    assert analysis.rates["asks_the_web"].episodes_with > 0
    assert "asks_the_web" in {cluster.detector for cluster in analysis.clusters}


def _harsh(request: JsonObject, number: int) -> Answer:
    """Answer as people do of the labelled replies, and call every episode rude."""
    text = str(data_of(request)["text"])
    return honest(request, number) if "count again" in text or "fool" in text else completion(said("rude", "the"))


def test_judges_are_asked_only_when_they_are_meant_to_be_and_never_decide_success(
    copied_run: SmallRun, tmp_path: Path
) -> None:
    repo = copied_run.session.workspace.repo
    (repo / "rude.yaml").write_text(rubric_yaml(), encoding="utf-8")
    with chat_server(_harsh) as server:
        model = {"kind": "openai", "model": "judge", "base_url": server.base_url, "retries": 0}
        session = small_session(repo, analysis__judges=["rude.yaml"], analysis__judge=model)
        unsure = analyze_run(session, copied_run.run, (), Recording(is_kept=False, is_judged=True))
        assert (server.requests, [note[:26] for note in unsure.notes]) == ([], ["judge:rude: not asked, not"])
        calibrate_on(session, items_in(tmp_path))
        plain = analyze_run(session, copied_run.run, (), Recording(is_kept=False))
        judged = analyze_run(session, copied_run.run, (), Recording(is_kept=False, is_judged=True))
    assert "judge:rude" not in plain.rates
    assert judged.rates["judge:rude"].episodes_with > 0
    assert "judge:rude" in {cluster.detector for cluster in judged.clusters}
    assert judged.failure_rate == plain.failure_rate
