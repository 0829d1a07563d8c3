"""The life of a rule: born of which failures, proposed and merged when, edited by whom, measured how, rejected why."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from ace.errors import NotFoundError
from ace.playbook.reused_ids import deleted_ids
from ace.rejections.known_rejections import known_rejections
from ace.rejections.open_now import listed_proposals
from ace.rejections.proposed_change import proposal_refs
from ace.rejections.rejection import Rejection
from ace.report.rule_log_events import RuleCommit, rule_commits
from ace.report.rule_log_measured import Measured, ablations_of, retests_of, uses_of
from ace.review.commit_message import read_message
from ace.review.commit_object import parse_commit
from ace.review.diff_model import FieldChange, compare_rules
from ace.review.errors import EvidenceError
from ace.review.evidence import EvidenceRecord, parse_evidence
from ace.review.fingerprint import agent_of, fingerprint, proposal_id
from ace.review.git_refs import branch_tip
from ace.review.proposal_branches import Proposal
from ace.review.read_for_review import read_rule_text
from ace.session import Session
from runtime.contracts.errors import RuleError
from runtime.contracts.rule import Rule
from runtime.rules.git_read import list_tree, read_blobs, read_commits, run_git
from runtime.rules.problem import did_you_mean
from runtime.rules.read_rule import rule_id_of_path

Origin: TypeAlias = Literal["proposal", "proposal, edited by a person", "person"]


@dataclass(frozen=True)
class RuleEvent:
    """One change on the reviewed branch. `kind`: born, edited, moved, deleted or back (after a deletion).

    `evidence`: of the proposal it came from, None for a person's own edit; `proposed`: when that was written, empty
    when its commit is not here. `fields`: what the rule says otherwise than before; `unreadable`: its file is no rule
    there.
    """

    kind: str
    at: RuleCommit
    origin: Origin
    evidence: EvidenceRecord | None
    proposed: str
    fields: tuple[FieldChange, ...]
    unreadable: bool = False


@dataclass(frozen=True)
class RuleLog:
    """Events oldest first; proposals that are open now; decisions against others; later measurements, oldest first."""

    rule_id: str
    branch: str
    events: tuple[RuleEvent, ...]
    open: tuple[Proposal, ...]
    rejections: tuple[Rejection, ...]
    measured: tuple[Measured, ...]
    today: str
    is_shallow: bool

    @property
    def is_there(self) -> bool:
        """True when the reviewed branch holds the rule now."""
        return bool(self.events) and self.events[-1].kind != "deleted"


def rule_log(session: Session, rule_id: str) -> RuleLog:
    """Return the life of the rule as this repository knows it.

    Raises: NotFoundError, naming the nearest id, also of deleted rules, for one that never was; RuleError.
    """
    repo, branch = session.workspace.repo, session.branch
    tip = branch_tip(repo, branch)
    commits = rule_commits(repo, tip, session.settings.playbook, rule_id)
    proposed = listed_proposals(session).open
    is_open = tuple(one for one in proposed if rule_id in one.rule_ids)
    known = known_rejections(repo, tip, session.settings.review.remote_name)
    rejections = tuple(one for one in known if rule_id in {one.rule, *one.merged})
    if not (commits or is_open or rejections):
        others = [*(name for one in proposed for name in one.rule_ids), *(one.rule for one in known)]
        raise NotFoundError(_unknown(session, tip, rule_id, others))
    events = _events(repo, rule_id, commits)
    proposals = {one.evidence.proposal for one in events if one.evidence} | {one.id for one in is_open}
    proposals |= {proposal_id(one.fingerprint) for one in rejections}
    return RuleLog(
        rule_id,
        branch,
        events,
        is_open,
        tuple(sorted(rejections, key=lambda one: (one.date, one.fingerprint))),
        tuple(sorted(_measured(session, rule_id, proposals))),
        session.clock.now()[:10],
        run_git(repo, "rev-parse", "--is-shallow-repository").strip() == b"true",
    )


def _measured(session: Session, rule_id: str, proposals: Iterable[str]) -> list[Measured]:
    retests = list(retests_of(session.workspace.repo, rule_id))
    told = {one.run for one in retests}
    left_out = (one for one in ablations_of(session.workspace.runs, rule_id) if one.run not in told)
    return [*uses_of(session.workspace.repo, proposals), *retests, *left_out]


def _unknown(session: Session, tip: str, rule_id: str, others: Iterable[str]) -> str:
    repo, playbook = session.workspace.repo, session.settings.playbook
    ids = (rule_id_of_path(entry.path) for entry in list_tree(repo, tip, playbook))
    gone = deleted_ids(repo, tip, playbook)
    known = {name for name in ids if name} | gone | set(others)
    hint = did_you_mean(rule_id, known) if known else "there is no rule at all"
    deleted = " (deleted)" if any(f"`{name}`" in hint for name in gone) else ""
    return f"{rule_id!r} is no rule on {session.branch}, and never was one in {playbook}; {hint}{deleted}"


def _events(repo: Path, rule_id: str, commits: Sequence[RuleCommit]) -> tuple[RuleEvent, ...]:
    blobs = {name for one in commits for name in (one.before, one.after)} - {""}
    records = _evidence(repo, rule_id, commits)
    contents = read_blobs(repo, blobs)
    written = _written(repo, commits, records)
    events: list[RuleEvent] = []
    for at in commits:
        before, after = (
            _rule(contents, name, path) for name, path in ((at.before, at.moved_from or at.path), (at.after, at.path))
        )
        record = records.get(at.commit.commit)
        is_unreadable = (bool(at.before) and before is None) or (bool(at.after) and after is None)
        fields = () if is_unreadable or not (before and after) else compare_rules(before, after)
        origin = _origin(rule_id, record, before, after)
        proposed = written.get(record.proposal, "") if record else ""
        events.append(RuleEvent(_kind(at, bool(events)), at, origin, record, proposed, fields, is_unreadable))
    return tuple(events)


def _kind(at: RuleCommit, has_lived: bool) -> str:
    if at.moved_from:
        return "moved"
    if not at.after:
        return "deleted"
    if not at.before:
        return "back" if has_lived else "born"
    return "edited"


def _origin(rule_id: str, record: EvidenceRecord | None, before: Rule | None, after: Rule | None) -> Origin:
    if record is None:
        return "person"
    # Of a rule that was merged into another only its going was proposed.
    expected = None if rule_id in record.merged else after
    is_gone = rule_id in record.merged and after is None
    agent = agent_of(after, before)
    mark = fingerprint(record.op, rule_id, expected, record.merged, agent=agent)
    if is_gone or proposal_id(mark) == record.proposal:
        return "proposal"
    return "proposal, edited by a person"


def _evidence(repo: Path, rule_id: str, commits: Sequence[RuleCommit]) -> Mapping[str, EvidenceRecord]:
    """Return for each commit the evidence about this rule that came with it; the last where there are several."""
    files = [(at.commit.commit, one) for at in commits for one in at.evidence]
    contents = read_blobs(repo, {one.after for _, one in files})
    out: dict[str, EvidenceRecord] = {}
    for commit, one in files:
        try:
            record = parse_evidence(contents[one.after], one.path)
        except EvidenceError:
            continue
        if rule_id in {record.rule_id, *record.merged}:
            out[commit] = record
    return out


def _written(repo: Path, commits: Sequence[RuleCommit], records: Mapping[str, EvidenceRecord]) -> Mapping[str, str]:
    """Return when each proposal was written, by its id: from the ref that is kept of it, else from what was merged."""
    refs = proposal_refs(repo)
    known = {record.proposal: refs[record.proposal].tip for record in records.values() if record.proposal in refs}
    asked = [*known.values(), *(name for at in commits for name in (*at.commit.parents[1:], at.commit.commit))]
    return _dates(repo, [name for name in dict.fromkeys(asked) if name])


def _dates(repo: Path, commits: Iterable[str]) -> Mapping[str, str]:
    wanted = list(commits)
    if not wanted:
        return {}
    listing = run_git(repo, "log", "--no-walk=unsorted", "--format=%H %aI", "--stdin", stdin="\n".join(wanted).encode())
    dates = dict(line.split(" ", 1) for line in listing.decode("ascii").splitlines())
    out: dict[str, str] = {}
    for commit, data in read_commits(repo, wanted).items():
        written = parse_commit(data)
        facts = read_message(written.subject, written.trailers)
        if facts is not None:
            out.setdefault(facts.proposal, dates.get(commit, ""))
    return out


def _rule(contents: Mapping[str, bytes], blob: str, path: str) -> Rule | None:
    try:
        return read_rule_text(contents[blob], path) if blob else None
    except RuleError:
        return None
