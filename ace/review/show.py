"""`ace show PROPOSAL`: everything about one proposal. Pure."""

from ace.review.body import change_lines, render_body
from ace.review.report import DiffItem
from ace.text.visible_text import escape_text


def render_proposal(item: DiffItem) -> str:
    """Return one proposal in full, quotes and all: where it is, what a reviewer must know first, then its body.

    `item` is the one item of `build_diff(repo, base, folder, proposal id)`.
    """
    lines = [*_place(item), *_warnings(item), ""]
    if item.evidence is None:
        for change in item.changes:
            lines += [escape_text(change.path), *change_lines(change.before, change.after)]
        return "\n".join(lines) + "\n"
    rule_id = item.evidence.rule_id
    own = next((change for change in item.changes if change.rule_id == rule_id), None)
    before, after = (own.before, own.after) if own else (None, None)
    lines.append(render_body(item.evidence, before, after, item.verdict, item.merged_rules))
    for change in item.changes:
        if change is not own and not item.merged_into(change):
            lines += ["", f"Also {change.kind}: {escape_text(change.path)}", *change_lines(change.before, change.after)]
    return "\n".join(lines) + "\n"


def _place(item: DiffItem) -> list[str]:
    if item.proposal is None:
        return []
    proposal = item.proposal
    state = "merged" if proposal.is_merged else "rejected" if proposal.is_rejected else "open"
    return [
        f"proposal  {escape_text(proposal.id)} ({state})",
        f"branch    {escape_text(proposal.branch)}",
        f"commit    {proposal.commit}",
        f"base      {proposal.base or 'unknown'}{' (stale)' if item.is_stale else ''}",
        f"run       {escape_text(proposal.run_id) or 'unknown'}",
    ]


def _warnings(item: DiffItem) -> list[str]:
    lines = [f"problem   {escape_text(line)}" for problem in item.problems for line in problem.split("\n")]
    lines += [f"conflict  cannot be merged with {escape_text(other)}" for other in item.conflicts]
    lines += [f"also      changes {escape_text(path)}, which is no rule" for path in item.other_files]
    if item.proposal and not item.proposal.problem and not item.proposal.is_untouched:
        lines.append("edited    a person has worked on this branch")
    return lines
