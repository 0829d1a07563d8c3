"""The proposals that have a branch here, read from their commits' trailers."""

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ace.review.commit_message import MessageFacts, read_message
from ace.review.errors import ProposalError
from ace.review.git_refs import branch_tip_or_none, default_branch
from runtime.rules.git_read import resolve_commit, run_git

PREFIX = "refs/heads/ace/p/"
_FORMAT = "%00".join(
    (
        "%(refname)",
        "%(objectname)",
        "%(parent)",
        "%(authoremail)",
        "%(committeremail)",
        "%(subject)",
        "%(trailers:only,unfold)",
    )
)


@dataclass(frozen=True)
class Proposal:
    """One open or merged proposal as its branch says.

    `commit` is the branch's tip. `is_fresh`: the base is still the tip of the reviewed branch. `is_merged`: the
    reviewed branch holds it. `is_untouched`: nobody added to or rewrote our one commit; otherwise hands off.
    `problem` says why a branch with our name cannot be read; the fields it should have filled are then empty.
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


class _Tip(NamedTuple):
    branch: str
    commit: str
    parents: str
    author: str
    committer: str
    subject: str
    trailers: str


class _Reviewed(NamedTuple):
    """The reviewed branch: its tip, the branches it contains, and the proposals whose evidence it holds."""

    tip: str
    branches: frozenset[str]
    proposals: frozenset[str]


def list_proposals(repo: Path, reviewed: str | None = None) -> tuple[Proposal, ...]:
    """Return every proposal that has a branch here, by rule id. `reviewed` is the reviewed branch, or any commit.

    A branch whose name is ours but whose commits are not is listed with its `problem`, never skipped.
    Raises: NoBaseError when `reviewed` is None and no branch counts as reviewed, GitError when it does not exist.
    """
    tips = _tips(repo, PREFIX)
    if not tips:
        return ()
    name = reviewed or default_branch(repo)
    main = _reviewed(repo, branch_tip_or_none(repo, name) or resolve_commit(repo, name))
    return tuple(sorted((_read_tip(repo, tip, main) for tip in tips), key=lambda item: (item.rule_id, item.id)))


def read_branch(repo: Path, proposal: str) -> Proposal:
    """Return the one proposal of an id, taken as fresh and not merged: right after it was written.

    Raises: ProposalError when it has no branch.
    """
    tips = _tips(repo, PREFIX + proposal)
    if not tips:
        raise ProposalError(f"there is no branch ace/p/{proposal}; list the proposals to see what is open")
    return _read_tip(repo, tips[0], None)


def _tips(repo: Path, pattern: str) -> list[_Tip]:
    output = run_git(repo, "for-each-ref", f"--format={_FORMAT}%00", pattern).decode("utf-8", "replace")
    fields = output.split("\0")[:-1]
    size = len(_Tip._fields)
    return [_Tip(*(field.removeprefix("\n") for field in fields[at : at + size])) for at in range(0, len(fields), size)]


def _reviewed(repo: Path, tip: str) -> _Reviewed:
    merged = run_git(repo, "for-each-ref", "--format=%(refname)", f"--merged={tip}", PREFIX).decode("utf-8").split()
    # A squashed or rebased merge leaves no reachable commit; the evidence file it brought says the same.
    listing = run_git(repo, "ls-tree", "--full-tree", "-z", "--name-only", tip, "--", ".ace/evidence/").decode(
        "utf-8", "replace"
    )
    held = frozenset(path.rpartition("/")[2].removesuffix(".json") for path in listing.split("\0"))
    return _Reviewed(tip, frozenset(merged), held)


def _read_tip(repo: Path, tip: _Tip, main: _Reviewed | None) -> Proposal:
    identifier = tip.branch.removeprefix(PREFIX)
    branch = tip.branch.removeprefix("refs/heads/")
    facts = read_message(tip.subject, tip.trailers)
    is_untouched = facts is not None and tip.parents == facts.base and tip.author == tip.committer
    if facts is None:
        facts = _facts_below(repo, tip.commit)
    if facts is None or facts.proposal != identifier:
        problem = f"branch {branch} holds no commit of proposal {identifier}; rename or delete the branch"
        return Proposal(identifier, branch, tip.commit, is_untouched=False, problem=problem)
    is_merged = main is not None and (tip.branch in main.branches or identifier in main.proposals)
    return Proposal(
        id=identifier,
        branch=branch,
        commit=tip.commit,
        base=facts.base,
        op=facts.op,
        rule_id=facts.rule_id,
        fingerprint=facts.fingerprint,
        run_id=facts.run_id,
        verdict=facts.verdict,
        simulated=facts.simulated,
        # Just written: its base is what the caller holds to be the tip.
        is_fresh=main is None or facts.base == main.tip,
        is_merged=is_merged,
        is_untouched=is_untouched,
    )


def _facts_below(repo: Path, commit: str) -> MessageFacts | None:
    """Return the facts of our commit under a person's, within the last 50 commits."""
    log = run_git(
        repo, "log", "-z", "--first-parent", "--max-count=50", "--format=%s%x01%(trailers:only,unfold)", commit, "--"
    )
    for entry in log.decode("utf-8", "replace").split("\0"):
        subject, _, trailers = entry.partition("\x01")
        if facts := read_message(subject, trailers):
            return facts
    return None
