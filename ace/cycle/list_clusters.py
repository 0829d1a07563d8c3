"""The registry of clusters that `ace clusters` shows, grouped anew first where that is asked for."""

import shlex

from ace.clusters.embedding import find_embedding
from ace.clusters.history import Recorded, cluster_store, recluster_agent
from ace.cycle.analyze_run import detect_in, lookout
from ace.errors import AceError, NotFoundError
from ace.runs.run_record import load_run
from ace.session import Session
from analyzers.clusters.registry import REGISTRY_VERSION, Registry

_FIRST_STEPS = "no run was analyzed yet: `ace run`, then `ace analyze`"
_TOGETHER = "agent {} was imported together with others"


def list_clusters(session: Session, agent: str, is_anew: bool) -> Recorded:
    """Return the registry of `agent`, or the one it shares with others that were imported together with it.

    One of another version is made again from the runs, as with `is_anew`.

    Raises: AceError when it is damaged, NotFoundError when nothing is known of the agent and others have clusters.
    """
    listed = _listed(session, agent, is_anew)
    waiting = unanalyzed_run(session, listed.registry)
    if not waiting:
        return listed
    said = f"{waiting} has not been analyzed, so nothing here is of it: `ace analyze {waiting}`"
    # What is to be done first when nothing is known yet is said once.
    return listed._replace(notes=(said, *(note for note in listed.notes if _FIRST_STEPS not in note)))


def unanalyzed_run(session: Session, registry: Registry) -> str:
    """Return the newest run of samples when it is of this agent and the registry does not know it, else nothing."""
    try:
        record = load_run(session.workspace.run_folder("latest", registry.agent)).record
    except AceError:
        return ""
    is_known = any(seen.run == record.run for seen in registry.runs)
    return "" if is_known or record.agent != registry.agent or record.split == "sealed" else record.run


def _listed(session: Session, agent: str, is_anew: bool) -> Recorded:
    store = cluster_store(session.workspace)
    loaded = store.load(agent)
    if is_anew or loaded.other_version:
        look = lookout(session, session.rules_for({agent}))
        made = recluster_agent(session, agent, find_embedding(), lambda run: detect_in(run, look))
        is_none = loaded.registry is None and not loaded.other_version and not made.registry.runs
        if is_none:
            return _without_own(session, agent, is_anew)
        if loaded.other_version:
            note = f"the registry of {agent} was made by {loaded.other_version}, now {REGISTRY_VERSION}"
            made = made._replace(notes=(note, *made.notes))
        return made
    if loaded.registry is not None:
        return Recorded(
            loaded.registry, tuple(_together(agent, name) for name in store.agents_with(agent) if name != agent)
        )
    return _without_own(session, agent, is_anew)


def _without_own(session: Session, agent: str, is_anew: bool) -> Recorded:
    """Return the one registry that `agent` shares with others; without one, an empty registry and what to do."""
    holders = cluster_store(session.workspace).agents_with(agent)
    if len(holders) != 1:
        return Recorded(Registry(agent), _nothing_known(session, agent))
    listed = _listed(session, holders[0], is_anew)
    return listed._replace(
        notes=(f"{_TOGETHER.format(repr(agent))}: these are the failures of {holders[0]!r}", *listed.notes)
    )


def _nothing_known(session: Session, agent: str) -> tuple[str, ...]:
    """Return what to do about an agent without a registry. Raises: NotFoundError for one that nothing here names."""
    store = cluster_store(session.workspace)
    others = store.agents()
    if not others:
        return (f"{store.path(agent)}: {_FIRST_STEPS}",)
    holders = store.agents_with(agent)
    if holders or agent != session.settings.agent:
        known, alone = ", ".join(map(repr, holders or others)), " alone" if holders else ""
        raise NotFoundError(f"{store.folder}: nothing is known of agent {agent!r}{alone}; known are {known}")
    commands = ", ".join(f"`ace clusters --agent {shlex.quote(name)}`" for name in others)
    return (f"nothing is known of agent {agent!r} yet, but of others: {commands}",)


def _together(agent: str, joined: str) -> str:
    return f"{_TOGETHER.format(repr(agent))}: `ace clusters --agent {shlex.quote(joined)}` lists those"
