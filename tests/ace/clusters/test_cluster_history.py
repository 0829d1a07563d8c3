"""Runs go into a repository's registry; it is made again from them where that is needed."""

import json
from pathlib import Path

import pytest

from ace.clusters.embedding import FoundEmbedding
from ace.clusters.history import RunFindings, cluster_store, kept_registry, recluster_agent, record_findings, regroup
from ace.cycle.analyze_run import Lookout, detect_in
from ace.errors import AceError
from ace.runs.run_record import LoadedRun
from analyzers.clusters.registry import REGISTRY_VERSION, Registry
from analyzers.clusters.text_vectors import Embedding
from analyzers.finding import Finding
from runtime.contracts.errors import RuntimeFault
from tests.ace.conftest import SmallRun
from tests.analyzers.clusters.runs import recorded, seen
from tests.analyzers.clusters.word_vectors import word_embedding

NONE = FoundEmbedding(None, "nothing is installed")
WORDS = FoundEmbedding(word_embedding())


def _detect(run: LoadedRun) -> tuple[Finding, ...]:
    return detect_in(run, Lookout())


def _record(small: SmallRun, found: FoundEmbedding = WORDS) -> Registry:
    findings = RunFindings(small.run, _detect(small.run))
    return record_findings(small.session, findings, found, False, _detect).registry


def test_a_run_is_recorded_once(copied_run: SmallRun) -> None:
    first = _record(copied_run)
    path = cluster_store(copied_run.session.workspace).path("tutor")
    data, stamp = path.read_bytes(), path.stat().st_mtime_ns
    assert _record(copied_run) == first == kept_registry(copied_run.session.workspace, "tutor")
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (data, stamp)
    assert [run.run for run in first.runs] == [copied_run.run.record.run]
    assert first.runs[0].simulated


def test_a_damaged_registry_stops_and_is_not_replaced(copied_run: SmallRun) -> None:
    path = cluster_store(copied_run.session.workspace).path("tutor")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{", encoding="utf-8")
    with pytest.raises(AceError, match="damaged"):
        _record(copied_run)
    with pytest.raises(AceError, match="damaged"):
        recluster_agent(copied_run.session, "tutor", WORDS, _detect)
    assert path.read_text(encoding="utf-8") == "{"


def _of_another_version(small: SmallRun) -> Path:
    path = cluster_store(small.session.workspace).path("tutor")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"version": "clusters-0/old", "agent": "tutor"}), encoding="utf-8")
    return path


def test_another_version_is_made_again_and_kept_aside(copied_run: SmallRun) -> None:
    path = _of_another_version(copied_run)
    findings = RunFindings(copied_run.run, _detect(copied_run.run))
    made = record_findings(copied_run.session, findings, WORDS, False, _detect)
    assert f"was made by clusters-0/old, now {REGISTRY_VERSION}" in made.notes[0]
    (kept,) = path.parent.glob("*.kept")
    assert "clusters-0/old" in kept.read_text(encoding="utf-8")
    assert json.loads(path.read_bytes())["version"] == REGISTRY_VERSION


@pytest.mark.parametrize("is_other", [True, False])
def test_reclustering_makes_what_is_missing_from_the_runs(is_other: bool, copied_run: SmallRun) -> None:
    if is_other:
        _of_another_version(copied_run)
    made = recluster_agent(copied_run.session, "tutor", WORDS, _detect)
    assert "made from 1 run" in made.notes[0]
    assert [run.run for run in made.registry.runs] == [copied_run.run.record.run]
    again = recluster_agent(copied_run.session, "tutor", WORDS, _detect)
    assert again == (made.registry, ())


def test_a_run_that_cannot_be_read_is_left_out_of_what_is_made_again(copied_run: SmallRun) -> None:
    broken = copied_run.session.workspace.runs / "r-0"
    broken.mkdir()
    (broken / "run.json").write_text("{", encoding="utf-8")
    made = recluster_agent(copied_run.session, "tutor", WORDS, _detect)
    assert len(made.registry.runs) == 1
    assert [note for note in made.notes if "left out" in note and str(broken / "run.json") in note]


def test_an_agent_without_runs_has_an_empty_registry_and_no_file(copied_run: SmallRun) -> None:
    store = cluster_store(copied_run.session.workspace)
    assert recluster_agent(copied_run.session, "other", WORDS, _detect).registry == Registry("other")
    assert not store.path("other").exists()


def test_grouping_anew_needs_the_embedder_that_grouped() -> None:
    registry = recorded(seen("r-1", {"answered late": list(range(8)) * 3}), embedding=word_embedding())
    with pytest.raises(AceError, match="nothing is installed"):
        regroup(registry, NONE, "r-1")
    assert regroup(registry, WORDS, "r-1") == registry


def test_an_embedder_that_fails_leaves_signatures(copied_run: SmallRun) -> None:
    def broken(_texts: object) -> object:
        raise RuntimeFault("the library cannot be loaded")

    registry = _record(copied_run, FoundEmbedding(Embedding("broken-1", broken)))  # type: ignore[arg-type]
    assert all(len(cluster.members) == 1 for cluster in registry.clusters)
    with pytest.raises(AceError, match="cannot be loaded"):
        regroup(recorded(seen("r-1", {"a b": range(8), "a c": range(8), "d": range(8)})), FoundEmbedding(
            Embedding("broken-1", broken)), "r-1")  # type: ignore[arg-type]  # fmt: skip
