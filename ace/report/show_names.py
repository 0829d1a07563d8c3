"""What to say of a name that nothing has: where it was looked for, and what was probably meant."""

from collections.abc import Iterator

from ace.clusters.history import cluster_store
from ace.cycle.draft_changes import rule_path
from ace.cycle.journal.read_cycles import newest_first
from ace.errors import AceError
from ace.report.cluster_list import known_name
from ace.review.errors import ReviewError
from ace.review.proposal_branches import list_proposals
from ace.session import Session
from runtime.rules.problem import nearest

# A shorter beginning fits too much.
_MIN_START = 3


def unknown_name(session: Session, name: str) -> str:
    """Return what `name` is not, and the rule, proposal, cluster, run or cycle that is called most like it.

    A rule that another replaced, that only a proposal brings, or that is not committed is told as that.
    """
    where = session.rules_from
    links = ((file.rule.id, link) for file in session.playbook().files for link in file.rule.related)
    kept = next((rule_id for rule_id, link in links if (link.type, link.id) == ("replaces", name)), "")
    if kept:
        return f"rule {name} is not on {where}: {kept} replaces it; see `ace show {kept}`"
    known = list(_known(session))
    proposed = next((shown for called, shown, kind in known if kind == "proposed rule" and called == name), "")
    if proposed:
        return f"rule {name} is not on {where}: proposal {proposed} brings it; see `ace show {proposed}`"
    meant = _meant(name, known)
    message = (
        f"nothing is called {name!r}: it is no proposal, no rule on {where}, and no cluster (c-...), episode (e-...), "
        "run (r-...), arm (a-...) or cycle (y-...); "
        + (f"did you mean {meant}?" if meant else "`ace diff` lists the proposals, `ace clusters` the clusters")
    )
    if "." not in name or "/" in name:
        return message
    path = rule_path(session, name)
    if session.settings.rules.bundle is not None or not (session.workspace.repo / path).is_file():
        return message
    return f"{message}; {path} is in the working tree but not committed on {where}: commit it there"


def _meant(name: str, known: list[tuple[str, str, str]]) -> str:
    """Return the nearest known thing as `ace show` takes it, with its kind; nothing when none is near."""
    wanted = name.casefold()
    by_name: dict[str, str] = {}
    for called, shown, kind in known:
        by_name.setdefault(called.casefold(), f"{kind} `{shown}`")
    begins = [called for called in by_name if called.startswith(wanted)] if len(wanted) >= _MIN_START else []
    found = begins[0] if begins else nearest(wanted, by_name)
    return by_name.get(found, "")


def _known(session: Session) -> Iterator[tuple[str, str, str]]:
    """Yield what each thing is called, how to name it to `ace show`, and its kind."""
    for rule in session.playbook().rules:
        yield rule.id, rule.id, "rule"
        yield rule.id.partition(".")[2], rule.id, "rule"
    yield from _proposals(session)
    yield from _clusters(session)
    runs = session.workspace.runs
    for folder in sorted(runs.glob("r-*"), reverse=True) if runs.is_dir() else []:
        yield folder.name, folder.name, "run"
        yield folder.name.removeprefix("r-"), folder.name, "run"
    for folder in newest_first(session.workspace.state):
        yield folder.name, folder.name, "cycle"
        yield folder.name.removeprefix("y-"), folder.name, "cycle"


def _proposals(session: Session) -> Iterator[tuple[str, str, str]]:
    if session.settings.rules.bundle is not None:
        return
    for proposal in list_proposals(session.workspace.repo, session.branch, session.settings.review.remote_name):
        yield proposal.id, proposal.id, "proposal"
        yield proposal.branch, proposal.id, "proposal"
        if proposal.rule_id and proposal.op == "add" and not proposal.is_merged:
            yield proposal.rule_id, proposal.id, "proposed rule"


def _clusters(session: Session) -> Iterator[tuple[str, str, str]]:
    store = cluster_store(session.workspace)
    for agent in store.agents():
        try:
            registry = store.load(agent).registry
        except (AceError, ReviewError):
            continue  # what is damaged is said where clusters are shown; here it only names nothing
        if registry is None:
            continue
        for cluster in registry.clusters:
            yield cluster.id, cluster.id, "cluster"
            yield known_name(registry, cluster), cluster.id, "cluster"
