"""The registry of clusters that `ace clusters` shows, grouped anew first where that is asked for."""

from ace.cluster_embedding import find_embedding
from ace.cluster_history import Recorded, cluster_store, recluster_agent
from ace.cycle.analyze_run import detect_in, lookout
from ace.errors import NotFoundError
from ace.session import Session
from analyzers.clusters.registry import REGISTRY_VERSION, Registry


def list_clusters(session: Session, agent: str, is_anew: bool) -> Recorded:
    """Return the registry of `agent`. One of another version is made again from the runs, as with `is_anew`.

    Raises: AceError when it is damaged, NotFoundError when nothing is known of the agent and others have clusters.
    """
    store = cluster_store(session.workspace)
    loaded = store.load(agent)
    if is_anew or loaded.other_version:
        look = lookout(session, session.rules_for({agent}))
        made = recluster_agent(session, agent, find_embedding(), lambda run: detect_in(run, look))
        is_none = loaded.registry is None and not loaded.other_version and not made.registry.runs
        if is_none:
            return Recorded(made.registry, _nothing_known(session, agent))
        if loaded.other_version:
            note = f"the registry of {agent} was made by {loaded.other_version}, now {REGISTRY_VERSION}"
            made = made._replace(notes=(note, *made.notes))
        return made
    if loaded.registry is not None:
        return Recorded(loaded.registry)
    return Recorded(Registry(agent), _nothing_known(session, agent))


def _nothing_known(session: Session, agent: str) -> tuple[str, ...]:
    """Return what to do about an agent without a registry. Raises: NotFoundError for one that nothing here names."""
    store = cluster_store(session.workspace)
    others = store.agents()
    if others and agent != session.settings.agent:
        raise NotFoundError(f"{store.folder}: nothing is known of agent {agent!r}; known are {', '.join(others)}")
    hint = "no run was analyzed yet: `ace run`, then `ace analyze`"
    also = f"; of other agents: {', '.join(others)} (--agent)" if others else ""
    return (f"{store.path(agent)}: {hint}{also}",)
