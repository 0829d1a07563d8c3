"""`ace status`: where the review stands, from this repository alone, without the network."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ace.review.build_diff import marked_rejected, report_of
from ace.review.git_refs import reviewed_tip
from ace.review.in_force import held_evidence
from ace.review.proposal_branches import Proposal, list_proposals
from ace.review.review_words import READY, next_steps
from ace.text.visible_text import escape_text


@dataclass(frozen=True)
class ReviewStatus:
    """`merged` are proposal ids the reviewed branch holds the evidence of; `rejected_branches` were rejected, and are
    still there.

    `said`: the verdict in words, by branch. The verdict of an open proposal is the one `ace diff` shows: with a problem
    it is not what the commit says.
    `ready`, `outdated`: ids of the open ones that can be merged as they are, and whose figures are of other rules.
    """

    base_name: str
    base_commit: str
    open_proposals: tuple[Proposal, ...]
    merged_branches: tuple[Proposal, ...]
    merged: tuple[str, ...]
    rejected_branches: tuple[Proposal, ...] = ()
    said: Mapping[str, str] = field(default_factory=dict)
    ready: tuple[str, ...] = ()
    outdated: tuple[str, ...] = ()


def build_status(repo: Path, base_ref: str | None = None) -> ReviewStatus:
    """Return the status against `base_ref`, None for the repository's own reviewed branch; nothing is rejected.

    Raises: NoBaseError without a reviewed branch, GitError.
    """
    return status_at(repo, reviewed_tip(repo, base_ref))


def status_at(
    repo: Path, reviewed: tuple[str, str], *, remote: str = "origin", rejected: Collection[str] = ()
) -> ReviewStatus:
    """Return the status against `reviewed`: the branch's name and its tip.

    Branches at `remote`, as last fetched, count too. `rejected`: ids of proposals that a person's decision stands
    against. Raises: GitError.
    """
    name, tip = reviewed
    proposals = marked_rejected(list_proposals(repo, tip, remote), rejected)
    report = report_of(repo, (name, tip), "", proposals)
    checked = {item.proposal.branch: item for item in report.items if item.proposal}
    is_open = [item for item in proposals if not (item.is_merged or item.is_rejected)]
    open_ids = {item.id for item in is_open}
    labels = {
        item.proposal.id: {step.label for step in next_steps(report, item)} for item in report.items if item.proposal
    }
    return ReviewStatus(
        base_name=name,
        base_commit=tip,
        open_proposals=tuple(
            replace(item, verdict=checked[item.branch].verdict, simulated=checked[item.branch].simulated)
            if item.branch in checked
            else item
            for item in is_open
        ),
        # What a remote keeps of merged branches is its own affair.
        merged_branches=tuple(item for item in proposals if item.is_merged and not item.remote),
        merged=tuple(name for name in sorted(held_evidence(repo, tip)) if name not in open_ids),
        rejected_branches=report.rejected,
        said={branch: item.said for branch, item in checked.items()},
        ready=tuple(item.id for item in is_open if READY in labels.get(item.id, ())),
        outdated=tuple(item.id for item in is_open if "outdated" in labels.get(item.id, ())),
    )


def render_status(status: ReviewStatus) -> str:
    """Return the status as text, a line a proposal, with a newline at the end."""
    lines = [f"base      {escape_text(status.base_name)}@{status.base_commit[:7]}"]
    claims = sum(1 for item in status.open_proposals if item.problem)
    noun = "branch is" if claims == 1 else "branches are"
    others = f" ({claims} more {noun} no proposal, so not counted)" if claims else ""
    lines.append(f"open      {len(status.open_proposals) - claims}{others}")
    lines += [_proposal_line(item, status.said.get(item.branch, item.verdict)) for item in status.open_proposals]
    lines.append(f"merged    {len(status.merged)}")
    if status.merged_branches:
        names = ", ".join(escape_text(item.branch) for item in status.merged_branches)
        lines.append(f"          these branches can be deleted: {names}")
    return "\n".join(lines) + "\n"


def _proposal_line(item: Proposal, verdict: str) -> str:
    if item.problem:
        return f"          ! {escape_text(item.problem)}"
    notes = [escape_text(verdict)]
    notes += ["simulated"] if item.simulated else []
    notes += [] if item.is_fresh else ["stale"]
    notes += [] if item.is_untouched else ["edited by a person"]
    rule = f"{', '.join(item.merged)} into {item.rule_id}" if item.merged else item.rule_id
    return f"          {item.op:<6}  {escape_text(rule)}  {escape_text(item.branch)}  {', '.join(notes)}"
