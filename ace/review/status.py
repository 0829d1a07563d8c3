"""`ace status`: where the review stands, from this repository alone, without the network."""

from dataclasses import dataclass, replace
from pathlib import Path

from ace.review.build_diff import build_diff
from ace.review.git_refs import branch_tip, default_branch
from ace.review.in_force import held_evidence
from ace.review.proposal_branches import Proposal, list_proposals
from ace.review.visible_text import escape_text
from runtime.rules.git_read import list_tree

_REJECTED_FOLDER = ".ace/rejected"


@dataclass(frozen=True)
class ReviewStatus:
    """`merged` are proposal ids the reviewed branch holds the evidence of, `rejected` counts its rejection files.

    The verdict of an open proposal is the one `ace diff` shows: with a problem it is not what the commit says.
    """

    base_name: str
    base_commit: str
    open_proposals: tuple[Proposal, ...]
    merged_branches: tuple[Proposal, ...]
    merged: tuple[str, ...]
    rejected: int


def build_status(repo: Path, base_ref: str | None = None) -> ReviewStatus:
    """Return the status against `base_ref`, None for the repository's own reviewed branch.

    Raises: NoBaseError without a reviewed branch, GitError.
    """
    name = default_branch(repo, base_ref)
    tip = branch_tip(repo, name)
    proposals = list_proposals(repo, tip)
    checked = {item.proposal.branch: item for item in build_diff(repo, base_ref, "").items if item.proposal}
    is_open = [item for item in proposals if not item.is_merged]
    open_ids = {item.id for item in is_open}
    rejected = [entry for entry in list_tree(repo, tip, _REJECTED_FOLDER) if entry.path.endswith(".yaml")]
    return ReviewStatus(
        base_name=name,
        base_commit=tip,
        open_proposals=tuple(
            replace(item, verdict=checked[item.branch].verdict, simulated=checked[item.branch].simulated)
            if item.branch in checked
            else item
            for item in is_open
        ),
        merged_branches=tuple(item for item in proposals if item.is_merged),
        merged=tuple(name for name in sorted(held_evidence(repo, tip)) if name not in open_ids),
        rejected=len(rejected),
    )


def render_status(status: ReviewStatus) -> str:
    """Return the status as text, a line a proposal, with a newline at the end."""
    lines = [f"base      {escape_text(status.base_name)}@{status.base_commit[:7]}"]
    lines.append(f"open      {len(status.open_proposals)}")
    lines += [_proposal_line(item) for item in status.open_proposals]
    lines.append(f"merged    {len(status.merged)}")
    if status.merged_branches:
        names = ", ".join(escape_text(item.branch) for item in status.merged_branches)
        lines.append(f"          these branches can be deleted: {names}")
    return "\n".join(lines) + "\n"


def _proposal_line(item: Proposal) -> str:
    if item.problem:
        return f"          ! {escape_text(item.problem)}"
    notes = [item.verdict]
    notes += ["simulated"] if item.simulated else []
    notes += [] if item.is_fresh else ["stale"]
    notes += [] if item.is_untouched else ["edited by a person"]
    rule = f"{', '.join(item.merged)} into {item.rule_id}" if item.merged else item.rule_id
    return f"          {item.op:<6}  {escape_text(rule)}  {escape_text(item.branch)}  {', '.join(notes)}"
