"""Which runs something still refers to, and what: those are never removed."""

from collections.abc import Iterator
from contextlib import suppress

from ace.calls.standing import open_store
from ace.clusters.history import cluster_store
from ace.cycle.journal.read_cycles import newest_first, read_cycle
from ace.errors import NotFoundError
from ace.review.errors import NoBaseError
from ace.review.proposal_branches import list_proposals
from ace.session import Session
from ace.workspace import run_agent
from analyzers.clusters.registry import Registry
from analyzers.clusters.seen_run import SeenRun
from analyzers.clusters.tally import tally


def needed_runs(session: Session) -> dict[str, str]:
    """Return what refers to each run that is needed: run id -> one reason.

    Needed are: `latest` of each agent, the run that an open proposal was drafted from, that of a cycle which can be
    gone on with, one in which a call waits for a person, and for each cluster that is not retired the newest run here
    that shows it, which `ace show` opens. That a registry remembers a run's counts needs no folder.
    Raises: AceError when a registry is damaged, ControlError for a pending call: then nothing can be said.
    """
    out: dict[str, str] = {}
    for name, why in _reasons(session):
        out.setdefault(name, why)
    return out


def _reasons(session: Session) -> Iterator[tuple[str, str]]:
    # Whichever of them is configured tomorrow: `latest` is then its own.
    named = {session.settings.agent, *map(run_agent, session.workspace.runs.glob("r-*"))}
    for agent in sorted(named - {""}):
        with suppress(NotFoundError):
            yield session.workspace.run_folder("latest", agent).name, "it is `latest`"
    yield from _of_proposals(session)
    for folder in newest_first(session.workspace.state):
        cycle = read_cycle(folder)
        if cycle.run and cycle.status != "done" and not cycle.closed:
            yield cycle.run, f"cycle {cycle.id} is not finished"
    for call in open_store(session).all():
        if call.status != "done":
            yield call.run, f"call {call.id} waits in it"
    yield from _of_clusters(session)


def _of_proposals(session: Session) -> Iterator[tuple[str, str]]:
    if session.settings.rules.bundle is not None or not session.workspace.has_git:
        return
    try:
        proposals = list_proposals(session.workspace.repo, session.branch, session.settings.review.remote_name)
    except NoBaseError:
        return  # without a reviewed branch there is no proposal
    for proposal in proposals:
        if not proposal.is_merged and proposal.run_id:
            yield proposal.run_id, f"{proposal.branch} was drafted from it"


def _of_clusters(session: Session) -> Iterator[tuple[str, str]]:
    store = cluster_store(session.workspace)
    for agent in store.agents():
        registry = store.load(agent).registry
        if registry is None:
            # Of another version: it is made again from the runs that are here, so all of them are needed.
            for folder in session.workspace.runs.glob("r-*"):
                yield folder.name, f"the clusters of {agent} are made again from it"
        else:
            yield from _newest_with(session, registry)


def _newest_with(session: Session, registry: Registry) -> Iterator[tuple[str, str]]:
    here: list[SeenRun] = [run for run in registry.runs if (session.workspace.runs / run.run / "run.json").is_file()]
    for cluster in registry.active:
        found = next((run.run for run in reversed(here) if tally(run, cluster).failures), "")
        if found:
            yield found, f"cluster {cluster.id} is seen in it last"
