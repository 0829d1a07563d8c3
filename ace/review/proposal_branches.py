"""The proposals that have a branch here or, as last fetched, at the remote, read from their commits' trailers.

What a commit says of itself is a claim: what its merge would bring is found from the history of the reviewed branch.
"""

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from ace.review.ancestry import count_ahead, is_ancestor, is_shallow, merge_base
from ace.review.commit_message import MessageFacts, read_message
from ace.review.commit_object import CommitObject, parse_commit
from ace.review.errors import ProposalError
from ace.review.evidence import EvidenceRecord
from ace.review.git_refs import branch_tip_or_none, default_branch
from ace.review.in_force import held_evidence, is_in_force
from ace.review.tree_diff import changed_blobs, is_rule_file
from runtime.rules.git_read import decode_lines, read_commits, resolve_commit, run_git
from runtime.rules.read_rule import TEST_ENDING

PREFIX = "refs/heads/ace/p/"
_ID = re.compile(r"[0-9a-f]{12}")
_FULL_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
# Commits that quote our trailer, and are looked at.
_SEARCHED = 50
_SECONDS = 10.0


@dataclass(frozen=True)
class Proposal:
    """One open or merged proposal as its branch says.

    `commit` is the branch's tip; `base` is what was measured on, as the commit claims. `is_fresh`: no file of a
    playbook has changed on the reviewed branch since. `is_merged`: the reviewed branch holds it. `is_untouched`: nobody
    added to or rewrote our one commit; otherwise hands off. `merge_base`: what the branch has in common with the
    reviewed one, so that a merge brings what differs from there to `commit`.
    `problem` says why a branch with our name cannot be read; the fields it should have filled may then be empty.
    `objections` say what is wrong with the history of one that can be read. `merged`: the rules that a merge takes
    away, as its commit claims.
    `branch` is what git calls it here: of one that only a remote has `origin/ace/p/...`, and `remote` names that
    remote. `is_rejected`: a person's decision stands against it; set by whoever knows the decisions.
    """

    id: str
    branch: str
    commit: str
    base: str = ""
    op: str = ""
    rule_id: str = ""
    fingerprint: str = ""
    run_id: str = ""
    verdict: str = ""
    simulated: bool = False
    is_fresh: bool = False
    is_merged: bool = False
    is_untouched: bool = True
    problem: str = ""
    merge_base: str = ""
    objections: tuple[str, ...] = ()
    merged: tuple[str, ...] = ()
    remote: str = ""
    is_rejected: bool = False

    @property
    def name(self) -> str:
        """Its branch's own name, here and at any remote."""
        return f"ace/p/{self.id}"

    @property
    def rule_ids(self) -> tuple[str, ...]:
        """Every rule it changes or takes away, the one it is named after first; none of what cannot be read."""
        return (self.rule_id, *self.merged) if self.rule_id else ()


class _Tip(NamedTuple):
    """A branch of ours, with its full name. `is_ours`: its last commit is by who wrote the proposal."""

    ref: str
    proposal: Proposal
    facts: MessageFacts | None
    parents: tuple[str, ...]
    is_ours: bool


class _Reviewed(NamedTuple):
    """The reviewed branch: its tip, the branches it contains, and the evidence it holds of open branches' proposals."""

    tip: str
    branches: frozenset[str]
    evidence: dict[str, EvidenceRecord]


def list_proposals(repo: Path, reviewed: str | None = None, remote: str = "origin") -> tuple[Proposal, ...]:
    """Return every proposal that has a branch, by rule id. `reviewed` is the reviewed branch, or any commit.

    Of one that has a branch here and at `remote` (as last fetched) the one here counts. A branch whose name is ours but
    whose commits are not is listed with its `problem`, never skipped.
    Raises: NoBaseError when `reviewed` is None and no branch counts as reviewed, GitError when it does not exist.
    """
    places = (PREFIX, f"refs/remotes/{remote}/ace/p/")
    tips = _tips(repo, *places)
    if not tips:
        return ()
    name = reviewed or default_branch(repo)
    is_commit = _FULL_ID.fullmatch(name) is not None
    main = _reviewed(repo, name if is_commit else branch_tip_or_none(repo, name) or resolve_commit(repo, name), tips)
    return tuple(sorted((_placed(repo, tip, main) for tip in tips), key=lambda item: (item.rule_id, item.id)))


def read_branch(repo: Path, proposal: str) -> Proposal:
    """Return the one proposal of an id, taken as fresh and not merged: right after it was written.

    Raises: ProposalError when it has no branch.
    """
    tips = _tips(repo, PREFIX + proposal)
    if not tips:
        raise ProposalError(f"there is no branch ace/p/{proposal}; list the proposals to see what is open")
    found = tips[0].proposal
    # Just written: its base is what the caller holds to be the tip.
    return found if found.problem else replace(found, is_fresh=True, merge_base=found.base)


def _tips(repo: Path, *patterns: str) -> list[_Tip]:
    listing = decode_lines(run_git(repo, "for-each-ref", "--format=%(objectname) %(refname)", *patterns))
    found: dict[str, tuple[str, str]] = {}
    # Those here are listed first.
    for commit, _, ref in (line.partition(" ") for line in listing):
        found.setdefault(ref.partition("/ace/p/")[2], (ref, commit))
    objects = read_commits(repo, (commit for _, commit in found.values()))
    return [_read_tip(repo, ref, commit, parse_commit(objects[commit])) for ref, commit in found.values()]


def _read_tip(repo: Path, ref: str, commit: str, written: CommitObject) -> _Tip:
    """Read what a branch says of itself; whether it is fresh or merged is not known yet."""
    place, _, identifier = ref.partition("/ace/p/")
    branch = ref.removeprefix("refs/heads/").removeprefix("refs/remotes/")
    remote = "" if ref.startswith(PREFIX) else place.removeprefix("refs/remotes/")
    author = written.author
    facts = read_message(written.subject, written.trailers)
    is_untouched = facts is not None and written.parents == (facts.base,) and author == written.committer
    if facts is None:
        facts, author = _facts_below(repo, identifier, commit)
    if facts is None or facts.proposal != identifier:
        problem = f"branch {branch} holds no commit of proposal {identifier} and counts as none; see git log {branch}"
        broken = Proposal(identifier, branch, commit, is_untouched=False, problem=problem, remote=remote)
        return _Tip(ref, broken, None, (), False)
    proposal = Proposal(
        id=identifier,
        branch=branch,
        commit=commit,
        base=facts.base,
        op=facts.op,
        rule_id=facts.rule_id,
        fingerprint=facts.fingerprint,
        run_id=facts.run_id,
        verdict=facts.verdict,
        simulated=facts.simulated,
        is_untouched=is_untouched,
        merged=facts.merged,
        remote=remote,
    )
    return _Tip(ref, proposal, facts, written.parents, written.author == author)


def _facts_below(repo: Path, proposal: str, commit: str) -> tuple[MessageFacts | None, str]:
    """Return the facts of our commit under a person's, however many those are, and its author's address."""
    own = own_commit(repo, proposal, commit)
    if own is None:
        return None, ""
    written = parse_commit(read_commits(repo, [own])[own])
    return read_message(written.subject, written.trailers), written.author


def own_commit(repo: Path, proposal: str, tip: str) -> str | None:
    """Return the newest commit at or under `tip` that says it is of `proposal`, None where there is none.

    Told by its trailer, in the whole history of the branch: a person may have put any number of commits on top.
    Raises: GitError, also when looking takes more than 10 seconds.
    """
    if not _ID.fullmatch(proposal):
        return None
    pattern = f"^ACE-Proposal: {proposal}$"
    listing = decode_lines(
        run_git(
            repo, "rev-list", "--first-parent", f"--max-count={_SEARCHED}", f"--grep={pattern}", tip, "--",
            timeout=_SECONDS,
        )
    )  # fmt: skip
    for commit, data in read_commits(repo, listing).items():
        written = parse_commit(data)
        facts = read_message(written.subject, written.trailers)
        if facts is not None and facts.proposal == proposal:
            return commit
    return None


def _reviewed(repo: Path, tip: str, tips: list[_Tip]) -> _Reviewed:
    refs = [item.ref for item in tips]
    merged = decode_lines(run_git(repo, "for-each-ref", "--format=%(refname)", f"--merged={tip}", *refs))
    names = [item.proposal.id for item in tips if item.facts and item.ref not in merged]
    return _Reviewed(tip, frozenset(merged), held_evidence(repo, tip, names) if names else {})


def _placed(repo: Path, tip: _Tip, main: _Reviewed) -> Proposal:
    """Return the proposal of `tip` as it stands to the reviewed branch."""
    found, facts = tip.proposal, tip.facts
    if facts is None:
        return found
    if tip.ref in main.branches:
        # Reviewed, whatever its base: only a stray trailer makes it necessary to look at the parent instead.
        base = found.base if is_ancestor(repo, found.base, found.commit) else next(iter(tip.parents), found.commit)
        return replace(found, is_merged=True, is_fresh=found.base == main.tip, merge_base=base)
    common = main.tip if tip.parents == (main.tip,) else merge_base(repo, main.tip, found.commit)
    if not common:
        return replace(found, problem=_no_history(repo, found.branch))
    record = main.evidence.get(found.id)
    return replace(
        found,
        is_fresh=found.base == common and (common == main.tip or not _has_moved(repo, main.tip, common)),
        is_merged=record is not None and is_in_force(repo, main.tip, facts, record),
        merge_base=common,
        objections=_objections(repo, tip, main.tip, common),
    )


def _has_moved(repo: Path, tip: str, base: str) -> bool:
    """Return True when a file of a playbook is another at `tip`: what else people commit changes no measurement."""
    moved = changed_blobs(repo, [(base, tip)])[tip]
    return any(is_rule_file(one.path) or one.path.endswith(TEST_ENDING) for one in moved)


def _no_history(repo: Path, branch: str) -> str:
    if is_shallow(repo):
        return f"branch {branch}: the history is cut here, so what a merge brings is not known; git fetch --unshallow"
    return (
        f"branch {branch} shares no commit with the reviewed branch, so it cannot be merged (git log {branch} shows it)"
    )


def _objections(repo: Path, tip: _Tip, reviewed: str, common: str) -> tuple[str, ...]:
    lines: list[str] = []
    base = tip.proposal.base
    if base != common and not is_ancestor(repo, base, reviewed):
        lines.append(
            f"{tip.proposal.branch} says it was measured on {base[:12]}, which is not on the reviewed branch; "
            "shown is what a merge brings"
        )
    ahead = 1 if tip.parents == (common,) else count_ahead(repo, reviewed, tip.proposal.commit)
    if ahead > 1 and tip.is_ours:
        lines.append(
            f"{tip.proposal.branch} brings {ahead} commits, where a cycle writes one; shown is what all of them change"
        )
    return tuple(lines)
