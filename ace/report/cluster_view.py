"""One cluster by the start of its id: what is known of it, and how one run shows it."""

import shlex
from collections.abc import Sequence
from typing import NamedTuple

from ace.cycle.analyze_run import Recording, analyze_run
from ace.errors import AceError, NotFoundError
from ace.report.cluster_choice import known_clusters, of_one_agent, several
from ace.report.cluster_pair import Pair, Trace, choose_pair
from ace.runs.run_record import LoadedRun, load_arm, load_run
from ace.session import Session
from analyzers.clusters.cluster import Cluster
from analyzers.clusters.registry import KnownCluster, Registry
from analyzers.clusters.seen_run import SeenRun, decided_episodes, see_run, traits_of
from analyzers.clusters.tally import SampleTally, failing_places, sample_tallies, tally

SHOWN_IDS = 8
SHOWN_NAME = 40


class ClusterView(NamedTuple):
    """A cluster as it is known, and as it is in one run (None where that run does not have it).

    `trials`: its tally by sample in that run. A retired one is shown in no run, and `run` is None also where no run
    is left.
    """

    registry: Registry
    known: KnownCluster
    run: LoadedRun | None
    cluster: Cluster | None
    pair: Pair | None
    trials: tuple[SampleTally, ...]


def view_cluster(session: Session, name: str, run: str, agent: str = "") -> ClusterView:
    """Return the cluster whose id begins with `name`, in `run` (an id, its start, an arm, or `latest`).

    With `latest`, the newest run that shows it is taken. Where several agents have one of the same id, `agent` says
    whose is meant, else the agent of `run`, else that of the run analyzed last. Raises: NotFoundError when none or
    several begin so.
    """
    found = known_clusters(session, name, agent)
    named = _named_run(session, run, agent) if len(found) > 1 or agent else None
    if agent and named is None and not found:
        raise NotFoundError(
            f"no cluster of agent {agent!r} begins with {name[:SHOWN_NAME]!r}; "
            f"`ace clusters --agent {shlex.quote(agent)} --all` lists them"
        )
    found = of_one_agent(session, found, named.record.agent if named is not None else "")
    if len(found) == 1 and not found[0][1].is_active:
        return ClusterView(*found[0], None, None, None, ())
    if len(found) > 1:
        raise several(session, name, found)
    loaded = named or _run_of(session, run, found)
    if loaded is None:
        return ClusterView(*found[0], None, None, None, ())
    rules = session.rules_for({episode.header.agent for episode in loaded.episodes})
    analysis = analyze_run(session, loaded, rules, Recording(is_kept=False))
    here = {cluster.id: cluster for cluster in analysis.clusters if cluster.id.startswith(name)}
    ids = sorted({*here, *(known.id for _, known in found)})
    if len(ids) > 1:
        raise _not_one(loaded.record.run, name, ids)
    if not ids:
        have = ", ".join(cluster.id for cluster in analysis.clusters[:SHOWN_IDS]) or "none"
        raise NotFoundError(
            f"{loaded.record.run}: no cluster begins with {name[:SHOWN_NAME]!r}; it has {have}; "
            "`ace clusters --all` lists all"
        )
    cluster = here.get(ids[0])
    registry, known = found[0] if found else _for_now(loaded, cluster)
    if cluster is None:
        return ClusterView(registry, known, loaded, None, None, ())
    pair = choose_pair(
        cluster, loaded.record.run, loaded.episodes, lambda sample: _elsewhere(session, registry, known, sample)
    )
    here_only = KnownCluster(known.id, known.medoid, cluster.signatures)
    return ClusterView(registry, known, loaded, cluster, pair, sample_tallies(_seen(loaded, cluster), here_only))


def _not_one(where: object, name: str, ids: Sequence[str]) -> NotFoundError:
    more = f" and {len(ids) - SHOWN_IDS} more" if len(ids) > SHOWN_IDS else ""
    begin = ", ".join(sorted(ids)[:SHOWN_IDS])
    return NotFoundError(f"{where}: {len(ids)} clusters begin with {name!r}; these do: {begin}{more}")


def _named_run(session: Session, run: str, agent: str) -> LoadedRun | None:
    """Return the run that was asked for by name, None for the newest. Raises: NotFoundError for another agent's."""
    if run == "latest":
        return None
    is_arm = run.startswith("a-")
    loaded = (
        load_arm(session.workspace.arms / f"{run}.jsonl") if is_arm else load_run(session.workspace.run_folder(run))
    )
    theirs = loaded.record.agent
    if agent and agent != theirs and agent not in theirs.split(", "):
        raise NotFoundError(f"{loaded.record.run}: is of agent {theirs!r}, not {agent!r}; leave out --run or --agent")
    return loaded


def _run_of(session: Session, run: str, found: Sequence[tuple[Registry, KnownCluster]]) -> LoadedRun | None:
    """Return the run to look in; None where the newest is asked for, none is left, and the cluster is known."""
    if run.startswith("a-"):
        return load_arm(session.workspace.arms / f"{run}.jsonl")
    if run == "latest" and len(found) == 1:
        registry, known = found[0]
        for seen in reversed(registry.runs):
            folder = session.workspace.runs / seen.run
            if tally(seen, known).failures and (folder / "run.json").is_file():
                return load_run(folder)
    try:
        agent = found[0][0].agent if found else session.settings.agent
        return load_run(session.workspace.run_folder(run, agent))
    except NotFoundError:
        if run == "latest" and found:
            return None
        raise


def _for_now(loaded: LoadedRun, cluster: Cluster | None) -> tuple[Registry, KnownCluster]:
    """Return the cluster of a run that was not recorded, as it would be known by that run alone."""
    assert cluster is not None, "an id that no registry has is of this run"
    known = KnownCluster(cluster.id, cluster.signature, cluster.signatures, first_seen=loaded.record.run)
    registry = Registry(loaded.record.agent, (known,), (_seen(loaded, cluster),), traits_of(cluster.findings))
    return registry, known


def _seen(loaded: LoadedRun, cluster: Cluster) -> SeenRun:
    return see_run(loaded.record.run, loaded.record.created, loaded.episodes, cluster.findings)


def _elsewhere(session: Session, registry: Registry, known: KnownCluster, sample: str) -> Trace | None:
    """Return a trace of `sample` without the failure, with the highest score, from the newest run that has one."""
    for seen in reversed(registry.runs):
        failing = failing_places(seen, known)
        places = [n for n, item in enumerate(seen.episodes) if item.sample == sample and n not in failing]
        if not places:
            continue
        try:
            episodes = decided_episodes(load_run(session.workspace.runs / seen.run).episodes)
        except AceError:
            continue
        # What was recorded and what is on disk agree unless the run was resumed since.
        best = max(places, key=lambda place: (seen.episodes[place].score or 0.0, -place))
        if best < len(episodes) and episodes[best].header.sample == sample:
            return Trace(seen.run, episodes[best], 0)
    return None
