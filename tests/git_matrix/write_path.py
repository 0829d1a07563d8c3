"""The whole way of a proposal through one repository, and what of that repository must stay as it was."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ace.cycle.refresh import Refreshed, RefreshOptions, refresh
from ace.rejections.reject_proposal import RejectRequest, reject_proposal
from ace.review.build_diff import build_diff
from ace.review.git_refs import branch_tip
from ace.review.proposal_branches import Proposal, list_proposals
from ace.review.proposals import open_proposal
from ace.review.render_diff import render_diff
from ace.session import Session, open_session
from runtime.rules.git_read import run_git
from tests.ace.review.playbook_repository import BOT, NEW_RULE, OLD_RULE, RULE_PATH, Repository, make_evidence

TEST_PATH = RULE_PATH.removesuffix(".yaml") + ".test.yaml"
TEST = b"""violates:
  - {action: {name: web_browser}, state: {retrieval: {queried: false}}}
complies:
  - {action: {name: web_browser}, state: {retrieval: {queried: true}}}
"""
CHANGES: dict[str, bytes | None] = {RULE_PATH: NEW_RULE, TEST_PATH: TEST}
# What the reviewed branch says of the same rule by the time of the refresh; the proposal does not touch its title.
MOVED = OLD_RULE.replace(b"title: Query the local", b"title: Ask the local")
# Below these everything is ours.
_OUR_REFS = ("refs/heads/ace/", "refs/ace/")
_OUR_FILES = ("objects", "refs/heads/ace", "logs/refs/heads/ace", "refs/ace", "ace", "reftable", "packed-refs")


class Place(NamedTuple):
    """Where ACE works, and the folders whose every byte must stay: work trees, git folders, linked worktrees'."""

    path: Path
    kept: tuple[Path, ...]
    branch: str = "main"


class Way(NamedTuple):
    """What each step came to."""

    opened: Proposal
    listed: Proposal
    shown: str
    refreshed: Refreshed
    rejected: str


def place_of(repository: Repository, *more: Path, branch: str = "main") -> Place:
    """Return the place of a repository with a working tree."""
    return Place(repository.path, (repository.path, *more), branch)


def session_of(place: Place) -> Session:
    """Return a session that reads no samples; the rules are all that is looked at."""
    return open_session(place.path, {}, {"samples": (), "branch": place.branch})


def open_one(place: Place) -> Proposal:
    """Open the one proposal: a rule and its test, with prepared evidence."""
    base = branch_tip(place.path, place.branch)
    return open_proposal(place.path, base, CHANGES, make_evidence(base), BOT, when="2026-01-31T12:00:00Z")


def refresh_one(place: Place, proposal: str = "") -> Refreshed:
    """Refresh the open proposal."""
    session = session_of(place)
    found = [item for item in list_proposals(place.path, place.branch) if proposal in item.id]
    (result,) = refresh(session, session.playbook(), found, RefreshOptions())
    return result


def move_main(place: Place) -> None:
    """Move the reviewed branch as a fetch would: the branch alone, not the working tree."""
    person = {
        "GIT_AUTHOR_NAME": "u",
        "GIT_AUTHOR_EMAIL": "u@x",
        "GIT_COMMITTER_NAME": "u",
        "GIT_COMMITTER_EMAIL": "u@x",
    }
    tip = branch_tip(place.path, place.branch)
    index = {**person, "GIT_INDEX_FILE": str(place.path.parent / "moving-index")}
    line = f"100644 {_git(place, 'hash-object', '-w', '--no-filters', '--stdin', stdin=MOVED)}\t{RULE_PATH}\0".encode()
    _git(place, "read-tree", tip, env=index)
    _git(place, "update-index", "-z", "--index-info", stdin=line, env=index)
    commit = _git(place, "commit-tree", "-p", tip, "-m", "by the user", _git(place, "write-tree", env=index), env=index)
    _git(place, "update-ref", f"refs/heads/{place.branch}", commit, tip)
    (place.path.parent / "moving-index").unlink()


def _git(place: Place, *args: str, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> str:
    return run_git(place.path, "-c", "core.hooksPath=/dev/null", *args, stdin=stdin, env_extra=env).decode().strip()


def go_the_whole_way(place: Place) -> Way:
    """Open, list, show, refresh and reject a proposal; after each step all but our refs is byte for byte as before."""
    before = everything(place)
    opened = open_one(place)
    assert everything(place) == before, "opening"
    (listed,) = list_proposals(place.path, place.branch)
    shown = render_diff(build_diff(place.path, place.branch, ""))
    assert everything(place) == before, "reading"
    move_main(place)
    before = everything(place)
    # The two changes of the one file are tried together with `git merge-tree`, whatever its objects are kept in.
    (stale,) = build_diff(place.path, place.branch, "").items
    assert (stale.is_stale, stale.conflicts, stale.problems) == (True, (), ())
    refreshed = refresh_one(place)
    assert everything(place) == before, "refreshing"
    request = RejectRequest(opened.id, "Not wanted here", by="lead")
    rejected = reject_proposal(session_of(place), request).rejection.reason
    assert everything(place) == before, "rejecting"
    return Way(opened, listed, shown, refreshed, rejected)


def everything(place: Place) -> Mapping[str, bytes]:
    """Return every byte that is the user's: files, index, HEAD, settings, logs, and where each ref is."""
    kept = {f"{top}/{name}": data for top in place.kept for name, data in _files(top)}
    refs = run_git(place.path, "for-each-ref", "--format=%(refname) %(objectname) %(symref)").decode().splitlines()
    return kept | {line.split(" ")[0]: line.encode() for line in refs if not line.startswith(_OUR_REFS)}


def _files(top: Path) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for folder, names, files in os.walk(top):
        here = Path(folder)
        is_git = (here / "HEAD").is_file() and (here / "objects").is_dir()
        if is_git:
            names[:] = [name for name in names if name not in {"objects", "ace"}]
        names[:] = [name for name in names if not str(here / name).endswith(_OUR_FILES)]
        wanted = [name for name in files if not (is_git and name == "packed-refs")]
        for name in wanted:
            path = here / name
            data = os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()
            found.append((str(path.relative_to(top)), data + oct(path.lstat().st_mode).encode()))
    return found


def assert_whole_way(place: Place) -> Way:
    """Go the whole way and say what must have come of it anywhere."""
    way = go_the_whole_way(place)
    assert (way.listed.id, way.listed.is_fresh, way.listed.is_untouched, way.listed.problem) == (
        way.opened.id, True, True, ""
    )  # fmt: skip
    assert "require   {+state.retrieval.queried+}" in way.shown
    assert (way.refreshed.state, way.rejected) == ("refreshed", "Not wanted here"), way.refreshed.reason
    assert way.refreshed.now is not None
    assert way.refreshed.now.base == branch_tip(place.path, place.branch)
    rule = run_git(place.path, "cat-file", "blob", f"{way.refreshed.now.commit}:{RULE_PATH}")
    assert rule.replace(b"\r\n", b"\n") == NEW_RULE.replace(b"title: Query the local", b"title: Ask the local")
    assert list_proposals(place.path, place.branch) == ()
    return way
