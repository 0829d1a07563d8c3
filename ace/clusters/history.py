"""The registry of clusters of a repository: runs go in, ids stay; made again from the runs where that is needed."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from ace.clusters.embedding import FoundEmbedding
from ace.clusters.names import name_clusters
from ace.clusters.store import ClusterStore
from ace.errors import AceError
from ace.runs.run_record import LoadedRun, load_run
from ace.session import Session
from ace.text.counted import counted
from ace.workspace import Workspace
from analyzers.clusters.lineage import record_run
from analyzers.clusters.recluster import recluster
from analyzers.clusters.registry import REGISTRY_VERSION, Registry
from analyzers.clusters.seen_run import see_run, traits_of
from analyzers.finding import Finding
from runtime.contracts.errors import RuntimeFault

Detect: TypeAlias = Callable[[LoadedRun], tuple[Finding, ...]]


class RunFindings(NamedTuple):
    """A run and what was found in it."""

    run: LoadedRun
    findings: tuple[Finding, ...]


class Recorded(NamedTuple):
    """The registry with the run in it, and what a person should know."""

    registry: Registry
    notes: tuple[str, ...] = ()


def cluster_store(workspace: Workspace) -> ClusterStore:
    """Return the store of a repository."""
    return ClusterStore(workspace.state / "clusters")


def kept_registry(workspace: Workspace, agent: str) -> Registry:
    """Return what is known of `agent` without changing it; nothing of another version. Raises: AceError."""
    return cluster_store(workspace).load(agent).registry or Registry(agent)


def record_findings(
    session: Session, seen: RunFindings, found: FoundEmbedding, is_anew: bool, detect: Detect
) -> Recorded:
    """Return the registry with the run in it, as it is on disk from now on, new clusters named where a model is set.

    `is_anew`: everything known is grouped anew. `detect` is asked for older runs when they have to be read again.
    Raises: AceError when the file is damaged, or the embedder it was made with is not here; BusyError.
    """
    store, agent = cluster_store(session.workspace), seen.run.record.agent
    notes: list[str] = []
    with store.lock(agent):
        loaded = store.load(agent)
        known = loaded.registry or Registry(agent)
        if loaded.other_version:
            again = _again(session.workspace, agent, found, detect, seen.run.record.run)
            known, kept = again.registry, store.set_aside(agent, loaded.other_version)
            notes.append(
                f"{store.path(agent)}: was made by {loaded.other_version}, now {REGISTRY_VERSION}: made again from "
                f"{counted(len(known.runs), 'other run')} that are still there; the old file is kept as {kept.name}"
            )
            notes += again.notes
        grown = _with(known, seen, found)
        if is_anew:
            grown = regroup(grown, found, seen.run.record.run)
        if grown != loaded.registry:
            store.save(grown)
    named = name_clusters(session, store, grown)
    return Recorded(named.registry, (*notes, *named.notes))


def recluster_agent(session: Session, agent: str, found: FoundEmbedding, detect: Detect) -> Recorded:
    """Return the registry of `agent` with everything grouped anew, as it is on disk from now on.

    Where there is none, or one of another version, it is made from all runs that are there; without any, nothing is
    written. Raises: AceError, BusyError.
    """
    store = cluster_store(session.workspace)
    notes: list[str] = []
    with store.lock(agent):
        loaded = store.load(agent)
        known = loaded.registry
        if known is None:
            again = _again(session.workspace, agent, found, detect, "")
            known = again.registry
            notes.append(f"{store.path(agent)}: made from {counted(len(known.runs), 'run')}")
            notes += again.notes
            if loaded.other_version:
                kept = store.set_aside(agent, loaded.other_version)
                notes.append(f"{kept}: the old file, made by {loaded.other_version}")
        if known.runs:
            known = regroup(known, found, known.runs[-1].run)
        is_made = bool(known.runs or loaded.registry or loaded.other_version)
        if is_made and known != loaded.registry:
            store.save(known)
    named = name_clusters(session, store, known)
    return Recorded(named.registry, (*notes, *named.notes))


def regroup(registry: Registry, found: FoundEmbedding, run: str) -> Registry:
    """Return `registry` grouped anew. Raises: AceError when that needs an embedder that is not here."""
    if registry.embedder and found.embedding is None:
        raise AceError(f"the clusters of {registry.agent} were grouped by {registry.embedder}: {found.missing}")
    try:
        return recluster(registry, found.embedding, run)
    except RuntimeFault as exc:
        raise AceError(f"the clusters of {registry.agent} cannot be grouped anew: {exc}") from exc


def _with(registry: Registry, seen: RunFindings, found: FoundEmbedding) -> Registry:
    record = seen.run.record
    run = see_run(record.run, record.created, seen.run.episodes, seen.findings)
    try:
        return record_run(registry, run, traits_of(seen.findings), found.embedding)
    except RuntimeFault:
        # Installed and yet unusable; the analysis says so, and what is new waits on its own.
        return record_run(registry, run, traits_of(seen.findings), None)


def _again(workspace: Workspace, agent: str, found: FoundEmbedding, detect: Detect, but: str) -> Recorded:
    """Return a registry made from every run of `agent` but one; what could not be read is noted."""
    registry, notes = Registry(agent), list[str]()
    for folder in sorted(workspace.runs.glob("r-*")) if workspace.runs.is_dir() else []:
        # One that was killed before its record was on disk is no run.
        if folder.name == but or not (folder / "run.json").exists():
            continue
        try:
            run = load_run(folder)
        except AceError as exc:
            notes.append(f"left out: {exc}")
            continue
        if run.record.agent == agent:
            registry = _with(registry, RunFindings(run, detect(run)), found)
    return Recorded(registry, tuple(notes))
