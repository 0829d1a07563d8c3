"""Every decision there is: on the reviewed branch, and on `ace/rejected`, which people merge when they like."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ace.rejections.read_rejections import FOLDER, FoundRejections, find_listed
from ace.rejections.rejected_branch import BRANCH, rejected_tips
from ace.rejections.rejection import Rejection
from ace.rejections.write_rejection import rejection_path
from ace.review.ancestry import is_ancestor, merge_base
from runtime.rules.git_read import TreeEntry, list_tree
from runtime.rules.problem import Problem, RuleFileError


def known_rejections(repo: Path, reviewed: str, remote: str = "origin") -> tuple[Rejection, ...]:
    """Return each rejection once, by its file's name; expired and withdrawn ones too. `reviewed` is a full commit id.

    Of a file that differs between the reviewed branch and `ace/rejected` the side counts that changed it since they
    parted; where both did, the later decision. So a file that was merged and then deleted by a person is gone, and a
    withdrawal counts before it is merged.
    Raises: RuleError (GitError, RuleFileError) naming every problem: a rejection that is passed over would let its
    proposal come back.
    """
    found = find_known(repo, reviewed, remote)
    if found.problems:
        raise RuleFileError(found.problems)
    return found.valid


def find_known(repo: Path, reviewed: str, remote: str = "origin") -> FoundRejections:
    """Return what `known_rejections` returns of the files that can be read, and every problem of the others.

    The path of a problem on `ace/rejected` has that branch before it. Raises: GitError.
    """
    known, problems = _read(repo, reviewed)
    for tip in rejected_tips(repo, remote):
        if not is_ancestor(repo, tip, reviewed):
            common = merge_base(repo, reviewed, tip)
            theirs, wrong = _read(repo, tip)
            known = _joined(known, theirs, _shas(list_tree(repo, common, FOLDER)) if common else {})
            problems += tuple(replace(one, path=f"{BRANCH}:{one.path}") for one in wrong if one not in problems)
    return FoundRejections(tuple(file.rejection for _, file in sorted(known.items())), problems)


def standing(rejections: Iterable[Rejection], today: str) -> tuple[Rejection, ...]:
    """Return those that speak against a proposal on `today` (ISO date)."""
    return tuple(one for one in rejections if one.stands(today))


class _File(NamedTuple):
    """A rejection's file: the name of its content, and what it says."""

    sha: str
    rejection: Rejection


def _read(repo: Path, commit: str) -> tuple[dict[str, _File], tuple[Problem, ...]]:
    entries = list_tree(repo, commit, FOLDER)
    shas, found = _shas(entries), find_listed(repo, entries)
    paths = ((rejection_path(one.fingerprint), one) for one in found.valid)
    return {path: _File(shas[path], one) for path, one in paths}, found.problems


def _shas(entries: Iterable[TreeEntry]) -> dict[str, str]:
    return {entry.path: entry.sha for entry in entries}


def _joined(ours: Mapping[str, _File], theirs: Mapping[str, _File], common: Mapping[str, str]) -> dict[str, _File]:
    """Return both sides' files: of one that differs that of the side that changed it; a deletion is a change."""
    found = {path: _decided(ours.get(path), theirs.get(path), common.get(path)) for path in {*ours, *theirs}}
    return {path: file for path, file in found.items() if file is not None}


def _decided(ours: _File | None, theirs: _File | None, common: str | None) -> _File | None:
    here, there = (file.sha if file is not None else None for file in (ours, theirs))
    if there in {here, common}:
        return ours
    if here == common:
        return theirs
    if ours is None or theirs is None:
        return ours or theirs
    return ours if _last_day(ours.rejection) > _last_day(theirs.rejection) else theirs


def _last_day(rejection: Rejection) -> str:
    return max(rejection.date, rejection.withdrawn or "")
