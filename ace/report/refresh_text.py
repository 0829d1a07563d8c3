"""What `ace refresh` and `ace revert` print. Pure."""

from collections.abc import Sequence

from ace.cycle.refresh import Refreshed
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject


def refresh_text(results: Sequence[Refreshed]) -> str:
    """Return a line or two for each proposal, and how many there were of each state."""
    lines: list[str] = []
    for one in results:
        rule = escape_text(one.proposal.rule_id) or "(unreadable)"
        lines.append(f"{one.state:<10} {escape_text(one.proposal.branch)}  {rule}")
        lines += [f"           {escape_text(line)}" for line in (one.reason, one.pushed) if line]
    counts = {one.state: sum(other.state == one.state for other in results) for one in results}
    summary = ", ".join(f"{state} {count}" for state, count in sorted(counts.items()))
    return "\n".join([*lines, summary or "No proposal is open."])


def refresh_json(results: Sequence[Refreshed]) -> JsonObject:
    """Return the same as one JSON object: {proposals: [{id, branch, rule, state, reason, commit, verdict, pushed}]}.

    `commit` and `verdict` are those of the branch as it is now; None where it is gone.
    """
    return {"schema_version": 1, "proposals": [_entry(one) for one in results]}


def _entry(one: Refreshed) -> JsonObject:
    now = one.now or one.proposal
    is_gone = one.state == "closed"
    return {
        "id": one.proposal.id,
        "branch": one.proposal.branch,
        "op": one.proposal.op or None,
        "rule": one.proposal.rule_id or None,
        "state": one.state,
        "reason": one.reason,
        "commit": None if is_gone else now.commit,
        "base": None if is_gone else now.base or None,
        "verdict": None if is_gone else now.verdict or None,
        "pushed": one.pushed or None,
    }
