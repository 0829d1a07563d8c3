"""Every decision there is: on the reviewed branch, and on `ace/rejected`, which people merge when they like."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from ace.rejections.read_rejections import FOLDER, read_rejections
from ace.rejections.rejected_branch import rejected_tips
from ace.rejections.rejection import Rejection
from ace.rejections.write_rejection import rejection_path
from ace.review.ancestry import is_ancestor, merge_base
from runtime.rules.git_read import list_tree


def known_rejections(repo: Path, reviewed: str, remote: str = "origin") -> tuple[Rejection, ...]:
    """Return each rejection once, by its file's name; expired and withdrawn ones too. `reviewed` is a full commit id.

    Of a file that differs between the reviewed branch and `ace/rejected` the side counts that changed it since they
    parted; where both did, the later decision. So a file that was merged and then deleted by a person is gone, and a
    withdrawal counts before it is merged.
    Raises: RuleError (GitError, RuleFileError) naming every problem: a rejection that is passed over would let its
    proposal come back.
    """
    known = _read(repo, reviewed)
    for tip in rejected_tips(repo, remote):
        if not is_ancestor(repo, tip, reviewed):
            common = merge_base(repo, reviewed, tip)
            known = _joined(known, _read(repo, tip), _files(repo, common) if common else {})
    return tuple(file.rejection for _, file in sorted(known.items()))


def standing(rejections: Iterable[Rejection], today: str) -> tuple[Rejection, ...]:
    """Return those that speak against a proposal on `today` (ISO date)."""
    return tuple(one for one in rejections if one.stands(today))


class _File(NamedTuple):
    """A rejection's file: the name of its content, and what it says."""

    sha: str
    rejection: Rejection


def _read(repo: Path, commit: str) -> dict[str, _File]:
    files = _files(repo, commit)
    read = {rejection_path(one.fingerprint): one for one in read_rejections(repo, commit)}
    return {path: _File(files[path], one) for path, one in read.items()}


def _files(repo: Path, commit: str) -> dict[str, str]:
    return {entry.path: entry.sha for entry in list_tree(repo, commit, FOLDER)}


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
