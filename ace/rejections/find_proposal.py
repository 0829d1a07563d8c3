"""Which proposal a person means: by its id, the start of it, its branch, or the rule it changes."""

import re
from collections.abc import Mapping
from pathlib import Path

from ace.errors import NotFoundError
from ace.rejections.proposed_change import ProposalRefs, proposal_refs
from ace.review.proposal_branches import list_proposals
from runtime.rules.problem import did_you_mean

_BRANCH = re.compile(r"(?:refs/heads/|refs/remotes/|[\w.-]+/)?ace/p/([0-9a-f]+)")
_START = re.compile(r"[0-9a-f]{4,12}")


def find_proposal(repo: Path, reviewed: str, name: str, remote: str = "origin") -> ProposalRefs:
    """Return the one proposal that `name` stands for, open here or once opened here. `reviewed`: a commit.

    A rule's id stands for the one open proposal that changes it, here or at `remote` as last fetched.
    Raises: NotFoundError saying which there are when there is none, or more than one.
    """
    known = proposal_refs(repo)
    branch = _BRANCH.fullmatch(name)
    start = branch[1] if branch else name
    if _START.fullmatch(start):
        return _by_start(repo, known, start)
    if "." in name:
        return _by_rule(repo, (reviewed, remote), known, name)
    raise NotFoundError(f"{name!r} names no proposal: give its id (12 hex digits, or at least the first 4), its branch "
                        "ace/p/..., or the id of the rule it changes; `ace diff` lists them")  # fmt: skip


def _by_start(repo: Path, known: Mapping[str, ProposalRefs], start: str) -> ProposalRefs:
    found = [refs for proposal, refs in known.items() if proposal.startswith(start)]
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(refs.id for refs in found[:5])
        raise NotFoundError(f"{len(found)} proposals begin with {start}: {names}; give more of the id")
    near = f"; {did_you_mean(start, known)}" if known else ""
    raise NotFoundError(f"{repo}: no proposal begins with {start}{near}; `ace diff` lists those that are open")


def _by_rule(repo: Path, at: tuple[str, str], known: Mapping[str, ProposalRefs], rule_id: str) -> ProposalRefs:
    is_open = [item for item in list_proposals(repo, *at) if not item.is_merged and not item.problem]
    found = [item.id for item in is_open if rule_id in item.rule_ids]
    if len(found) == 1:
        return known[found[0]]
    if found:
        names = ", ".join(f"ace/p/{name}" for name in found)
        raise NotFoundError(f"{len(found)} open proposals change {rule_id}: {names}; give the id of one")
    rules = sorted({name for item in is_open for name in item.rule_ids})
    near = f"; {did_you_mean(rule_id, rules)}" if rules else ""
    raise NotFoundError(f"{repo}: no open proposal changes rule {rule_id}{near}; `ace diff` lists those that are open")
