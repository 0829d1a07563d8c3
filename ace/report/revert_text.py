"""What `ace revert` prints. Pure."""

from ace.cycle.revert import Reverted
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject

_DOES = {"add": "comes back", "edit": "says again what it said before", "delete": "is deleted", "merge": "changes"}


def revert_text(done: Reverted) -> str:
    """Return what the proposal does, where it is, and what is left for a person."""
    proposal, change = done.proposal, done.change
    lines = [
        f"{proposal.branch}: {escape_text(proposal.rule_id)} {_DOES[proposal.op]}; undoes {change.commit[:12]}",
        "by a person, not measured; merge it like any proposal",
    ]
    lines += [f"with {done.rejected}: merged, it also keeps that change from being proposed again"] * bool(
        done.rejected
    )
    lines += [f"look at {escape_text(name)} too, which says it is related" for name in done.related]
    return "\n".join([*lines, f"Look at it: ace show {proposal.id}"])


def revert_json(done: Reverted) -> JsonObject:
    """Return the same as one JSON object."""
    proposal = done.proposal
    return {
        "schema_version": 1,
        "id": proposal.id,
        "branch": proposal.branch,
        "commit": proposal.commit,
        "op": proposal.op,
        "rule": proposal.rule_id,
        "reverts": done.change.commit,
        "did": done.change.kind,
        "rejected": done.rejected or None,
        "related": list(done.related),
    }
