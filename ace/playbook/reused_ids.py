"""Ids are never used again: an id that once was another rule's, which was deleted, must not name a rule now.

Old runs, proposals and links name rules by id; under a reused id they would speak of another rule than they meant.
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from runtime.contracts.playbook import Playbook, RuleFile
from runtime.rules.git_read import run_git
from runtime.rules.problem import Problem
from runtime.rules.read_rule import read_rule, rule_id_of_path


class _Event(NamedTuple):
    """A rule file was added ("A") or deleted ("D") on the branch. `blob`: what was added, or what was deleted."""

    commit: str
    kind: str
    path: str
    blob: str


class IdCheck(NamedTuple):
    """The problems, and a note where history does not go back far enough to know."""

    problems: tuple[Problem, ...]
    notes: tuple[str, ...]


def check_ids(repo: Path, ref: str, playbook: Playbook) -> IdCheck:
    """Return each rule of `playbook` whose id was another rule's in the history of `ref`, a branch or commit.

    History is what the branch itself showed, commit by commit (first parents): a file that moves within one commit, or
    comes back with the bytes it was deleted with, is the same rule. One `git log`, whatever the number of rules.
    Raises: GitError when `ref` does not exist.
    """
    history = _history(repo, ref, playbook.path)
    found = [problem for file in playbook.files for problem in _problems(file, history.get(file.path, []))]
    notes: tuple[str, ...] = ()
    if run_git(repo, "rev-parse", "--is-shallow-repository").strip() == b"true":
        note = "history is shallow: ids of rules deleted earlier are not known; `git fetch --unshallow` gets the rest"
        notes = (note,)
    return IdCheck(tuple(sorted(found)), notes)


def deleted_ids(repo: Path, ref: str, folder: str) -> frozenset[str]:
    """Return the ids of rules that `ref` once held in `folder` and does not hold now; no new rule may have one.

    A shallow clone knows fewer. Raises: GitError when `ref` does not exist.
    """
    newest = {path: events[0] for path, events in _history(repo, ref, folder).items()}
    ids = (rule_id_of_path(path) for path, event in newest.items() if event.kind == "D")
    return frozenset(rule_id for rule_id in ids if rule_id)


def _history(repo: Path, ref: str, folder: str) -> Mapping[str, list[_Event]]:
    """Return what happened to each file, newest first; a rule's path gives its id."""
    output = run_git(
        repo, "log", "-z", "--raw", "--no-abbrev", "--no-renames", "--first-parent", "--diff-merges=first-parent",
        "--diff-filter=AD", "--format=%H", "--end-of-options", ref, "--", folder,
    )  # fmt: skip
    by_path: defaultdict[str, list[_Event]] = defaultdict(list)
    for event in _events(output.decode("utf-8", "surrogateescape")):
        by_path[event.path].append(event)
    return by_path


def _events(output: str) -> Iterator[_Event]:
    """Read `<commit> NUL`, then for each file `:<modes> <old blob> <new blob> <A or D> NUL <path> NUL`."""
    commit = ""
    fields = iter(output.split("\0"))
    for field in fields:
        line = field.lstrip("\n")
        if line.startswith(":"):
            _, _, old, new, kind = line.split(" ")
            yield _Event(commit, kind, next(fields), new if kind == "A" else old)
        elif line:
            commit = line


def _problems(file: RuleFile, events: list[_Event]) -> Iterator[Problem]:
    """The event before a deletion, newest first, is what brought the id back; without one it is the file as it is."""
    for newer, event in zip((None, *events), events, strict=False):
        if event.kind != "D":
            continue
        back = newer.blob if newer is not None and newer.kind == "A" else _blob_id(file.source, len(event.blob))
        if back != event.blob:
            yield _problem(file, event)
            return


def _blob_id(data: bytes, digits: int) -> str:
    """Return the name git gives to this content; 40 digits are SHA-1, 64 SHA-256."""
    kind = hashlib.sha1 if digits == 40 else hashlib.sha256
    return kind(b"blob %d\0" % len(data) + data).hexdigest()


def _problem(file: RuleFile, event: _Event) -> Problem:
    marks = read_rule(file.source, file.path).marks
    mark = marks[("id",)]
    message = (
        f"id: `{file.rule.id}` was another rule's, deleted in commit {event.commit[:12]}; an id is never used again: "
        "choose another"
    )
    return Problem(file.path, mark.line, mark.column, "reused-id", "error", message)
