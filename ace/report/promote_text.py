"""What `ace promote` did, as text and as JSON."""

from ace.cycle.promote import Promoted, reason_text
from ace.review.stage_text import control_text
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject


def promoted_text(done: Promoted) -> str:
    """Return the proposal, what its gate would do, what was measured, and how to go on."""
    proposal, measured = done.proposal, done.measured
    does = "is blocked" if done.instead == "block" else f"gives way to {escape_text(done.instead)}"
    figures = control_text(measured)[:2] if measured is not None else []
    lines = [
        f"^ {done.rule.id}   enforce: prompt -> gate   {proposal.branch}",
        f"  a decision that violates it {does}; its text stays in the prompt",
    ]
    lines += [f"  {escape_text(line)}" for line in figures] or [
        "  not measured: no control of the rule as it reads now"
    ]
    if measured is not None and measured.is_simulated:
        lines.append("  simulated: these figures are about no real model")
    return "\n".join([*lines, f"next: ace show {proposal.id}; git merge --no-ff {proposal.branch}"])


def promoted_json(done: Promoted) -> JsonObject:
    """Return the same as a JSON object; `control` is null where nothing was measured."""
    measured = done.measured
    return {
        "proposal": done.proposal.id,
        "branch": done.proposal.branch,
        "commit": done.proposal.commit,
        "rule_id": done.rule.id,
        "otherwise": done.instead,
        "reason": reason_text(measured),
        "measured_by": measured.proposal if measured else None,
        "simulated": measured.is_simulated if measured else None,
        "control": measured.control.model_dump(mode="json") if measured and measured.control else None,
    }
