"""Which agent's cluster is meant where several agents have one of the same id."""

from collections.abc import Sequence
from pathlib import Path

from ace.clusters.history import cluster_store, kept_registry
from ace.errors import NotFoundError
from ace.runs.run_record import read_json
from ace.session import Session
from analyzers.clusters.registry import KnownCluster, Registry

SHOWN_IDS = 8


def known_clusters(session: Session, name: str, agent: str = "") -> list[tuple[Registry, KnownCluster]]:
    """Return the clusters whose id begins with `name`, of every agent or of `agent`; the configured agent's first.

    Raises: NotFoundError when nothing is known of `agent`, AceError for a damaged registry.
    """
    store = cluster_store(session.workspace)
    known = {session.settings.agent, *store.agents()}
    agents: Sequence[str] = sorted(known, key=lambda one: (one != session.settings.agent, one))
    if agent:
        agents = (agent,) if agent in known else store.agents_with(agent)
    if not agents:
        have = ", ".join(map(repr, sorted(known)))
        raise NotFoundError(f"{store.folder}: nothing is known of agent {agent!r}; known are {have}")
    registries = [kept_registry(session.workspace, one) for one in agents]
    return [(one, cluster) for one in registries for cluster in one.clusters if cluster.id.startswith(name)]


def of_one_agent(
    session: Session, found: Sequence[tuple[Registry, KnownCluster]], run_agent: str
) -> list[tuple[Registry, KnownCluster]]:
    """Return `found` with one entry where all are of the same id and one agent is nearer than the others.

    That is `run_agent`, or without one the agent of the run that was analyzed last; else `found` is as it was.
    """
    if len(found) < 2 or len({known.id for _, known in found}) > 1:
        return list(found)
    nearest = run_agent or _analyzed_last(session.workspace.runs)
    return [item for item in found if item[0].agent == nearest] or list(found)


def several(session: Session, name: str, found: Sequence[tuple[Registry, KnownCluster]]) -> NotFoundError:
    """Return the error that lists what begins with `name`, with the agents where there are several."""
    agents = {registry.agent for registry, _ in found}
    words = sorted(
        known.id if len(agents) == 1 else f"{known.id} (agent {registry.agent})" for registry, known in found
    )
    more = f" and {len(words) - SHOWN_IDS} more" if len(words) > SHOWN_IDS else ""
    remedy = "" if len(agents) == 1 else "; say whose with --agent"
    folder = cluster_store(session.workspace).folder
    begin = ", ".join(words[:SHOWN_IDS])
    return NotFoundError(f"{folder}: {len(words)} clusters begin with {name!r}; these do: {begin}{more}{remedy}")


def _analyzed_last(runs: Path) -> str:
    """Return the agent of the run whose analysis was written last; nothing where none was, or it cannot be read."""
    written = [(path.stat().st_mtime_ns, path) for path in runs.glob("r-*/analysis.json")] if runs.is_dir() else []
    if not written:
        return ""
    try:
        agent = read_json(max(written)[1].with_name("run.json")).get("agent")
    except (OSError, ValueError):
        return ""
    return agent if isinstance(agent, str) else ""
