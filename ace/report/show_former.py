"""A proposal without a branch: merged, rejected, or opened once. What is kept of it is shown."""

from pathlib import Path
from typing import NamedTuple

from ace.errors import NotFoundError
from ace.rejections.known_rejections import known_rejections
from ace.rejections.list_text import until
from ace.rejections.proposed_change import proposal_refs, read_change
from ace.rejections.rejection import Rejection
from ace.review.base_entries import entries
from ace.review.body import render_body
from ace.review.errors import ReviewError
from ace.review.evidence import EvidenceRecord, evidence_path
from ace.review.fingerprint import proposal_id
from ace.review.git_refs import branch_tip
from ace.review.in_force import held_evidence
from ace.review.read_for_review import read_rule_text
from ace.session import Session
from ace.text.visible_text import escape_text
from runtime.contracts.errors import RuleError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.rules.git_read import decode_lines, read_blobs, run_git
from runtime.rules.read_yaml import MAX_BYTES

_SHORTEST = 4


class Former(NamedTuple):
    """What is kept of a proposal; each of commit, record and rejection where there is one.

    `state`: merged, rejected, or opened (its branch is gone and nothing was decided here); `before` and `after`: its
    rule on both sides of the commit.
    """

    id: str
    state: str
    commit: str
    record: EvidenceRecord | None
    before: Rule | None
    after: Rule | None
    rejection: Rejection | None = None
    today: str = ""

    @property
    def text(self) -> str:
        """The proposal as `ace show` prints it."""
        lines = [f"proposal  {self.id} ({self.state})"]
        lines += [f"commit    {self.commit}"] if self.commit else []
        if one := self.rejection:
            why = escape_text(" ".join(one.reason.split()))
            lines.append(f"rejected  {one.date} by {escape_text(one.by)}, {until(one, self.today)}: {why}")
            lines.append(f"change    {one.op} {escape_text(one.rule)}")
        if self.record is not None:
            lines += ["", render_body(self.record, self.before, self.after)]
        return "\n".join(lines) + "\n"

    @property
    def value(self) -> JsonObject:
        """The same as one JSON object."""
        return {
            "id": self.id,
            "state": self.state,
            "commit": self.commit or None,
            "evidence": self.record.model_dump(mode="json", by_alias=True) if self.record else None,
            "rejection": self.rejection.model_dump(mode="json") if self.rejection else None,
        }


def show_former(session: Session, name: str) -> Former | None:
    """Return the merged, rejected or once opened proposal whose id begins with `name`, None where there is none.

    Raises: NotFoundError where several do; GitError, RuleError.
    """
    start = name.removeprefix("ace/p/")
    if len(start) < _SHORTEST or not set(start) <= set("0123456789abcdef"):
        return None
    repo, tip = session.workspace.repo, branch_tip(session.workspace.repo, session.branch)
    held = held_evidence(repo, tip)
    refs = proposal_refs(repo)
    known = known_rejections(repo, tip, session.settings.review.remote_name)
    rejected = {proposal_id(one.fingerprint): one for one in known}
    found = sorted(one for one in {*held, *refs, *rejected} if one.startswith(start))
    if len(found) > 1:
        raise NotFoundError(f"{len(found)} proposals begin with {start}: {', '.join(found[:5])}; give more of the id")
    if not found:
        return None
    proposal, today = found[0], session.clock.now()[:10]
    if proposal in held:
        return _merged(repo, tip, held[proposal], today, rejected.get(proposal))
    opened = _opened(repo, proposal, refs[proposal].tip) if proposal in refs else None
    rejection = rejected.get(proposal)
    state = "rejected" if rejection else "opened once; its branch is gone"
    commit, record, before, after = opened or ("", None, None, None)
    return Former(proposal, state, commit, record, before, after, rejection, today)


def _merged(repo: Path, tip: str, record: EvidenceRecord, today: str, rejection: Rejection | None) -> Former:
    path = evidence_path(record.proposal)
    listing = run_git(
        repo, "log", "--first-parent", "--diff-merges=first-parent", "--diff-filter=A", "--max-count=1", "--format=%H",
        "--end-of-options", tip, "--", path,
    )  # fmt: skip
    commit = next(iter(decode_lines(listing)), tip)
    before, after = _sides(repo, commit, record)
    return Former(record.proposal, "merged", commit, record, before, after, rejection, today)


def _opened(repo: Path, proposal: str, tip: str) -> tuple[str, EvidenceRecord | None, Rule | None, Rule | None] | None:
    try:
        change = read_change(repo, proposal, tip)
    except (ReviewError, RuleError):
        return None
    return change.commit, change.evidence, *_sides(repo, change.commit, change.evidence)


def _sides(repo: Path, commit: str, record: EvidenceRecord) -> tuple[Rule | None, Rule | None]:
    parents = decode_lines(run_git(repo, "rev-parse", "--verify", "--quiet", f"{commit}^1", check=False))
    path = f"{record.playbook}/{record.rule_id.replace('.', '/', 1)}.yaml"
    return (_rule(repo, parents[0], path) if parents else None), _rule(repo, commit, path)


def _rule(repo: Path, commit: str, path: str) -> Rule | None:
    entry = entries(repo, commit, [path]).get(path)
    try:
        return read_rule_text(read_blobs(repo, [entry.blob], MAX_BYTES)[entry.blob], path) if entry else None
    except RuleError:
        return None
