"""The last change that a reviewed rule went through, found in the history of the reviewed branch."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from ace.errors import AceError, NotFoundError
from ace.review.base_entries import entries
from ace.review.commit_object import parse_commit
from ace.review.diff_model import compare_rules
from ace.review.read_for_review import read_rule_text
from runtime.contracts.rule import Rule
from runtime.rules.git_read import read_blobs, read_commits, run_git
from runtime.rules.load_reviewed import path_of_test
from runtime.rules.read_yaml import MAX_BYTES

Kind: TypeAlias = Literal["added", "edited", "deleted"]


class RuleVersion(NamedTuple):
    """A rule's file and the test beside it at one commit, None where there is none."""

    source: bytes | None
    test: bytes | None


class LastChange(NamedTuple):
    """What one commit of the reviewed branch did to one rule. `parent` is empty for the first commit."""

    commit: str
    parent: str
    kind: Kind
    path: str
    before: RuleVersion
    after: RuleVersion

    @property
    def rule_before(self) -> Rule | None:
        """The rule as it was."""
        return read_rule_text(self.before.source, self.path) if self.before.source is not None else None

    @property
    def rule_after(self) -> Rule | None:
        """The rule as the commit left it."""
        return read_rule_text(self.after.source, self.path) if self.after.source is not None else None


class _Step(NamedTuple):
    commit: str
    before: str | None
    after: str | None


def last_change(repo: Path, tip: str, path: str) -> LastChange:
    """Return the newest change of what the rule at `path` says; one of its evidence or dates alone is passed over.

    History is what the branch itself showed: a merge is one change. `tip` is a full commit id.
    Raises: NotFoundError when the branch never held the file; AceError when history is cut before the change;
        RuleError when a version cannot be read.
    """
    for step in _steps(repo, tip, path):
        parents = parse_commit(read_commits(repo, [step.commit])[step.commit]).parents
        if step.before is None and parents and not _is_here(repo, parents[0]):
            raise AceError(
                f"{path}: history is cut at {step.commit[:12]}, so what changed last is not known; "
                "fetch the rest: git fetch --unshallow"
            )
        parent = parents[0] if parents else ""
        kind: Kind = "added" if step.before is None else "deleted" if step.after is None else "edited"
        change = LastChange(step.commit, parent, kind, path, _at(repo, parent, path), _at(repo, step.commit, path))
        if kind != "edited" or compare_rules(change.rule_before, change.rule_after):
            return change
    raise NotFoundError(f"{path}: the reviewed branch never held this rule; `ace lint` lists those it holds")


def _steps(repo: Path, tip: str, path: str) -> Iterator[_Step]:
    """Read `<commit> NUL`, then `:<modes> <old> <new> <kind> NUL <path> NUL`, newest first."""
    output = run_git(
        repo, "log", "-z", "--raw", "--no-abbrev", "--no-renames", "--first-parent", "--diff-merges=first-parent",
        "--format=%H", "--end-of-options", tip, "--", path,
    )  # fmt: skip
    commit = ""
    fields = iter(output.decode("utf-8", "surrogateescape").split("\0"))
    for field in fields:
        line = field.lstrip("\n")
        if line.startswith(":"):
            _, _, old, new, _ = line.split(" ")
            next(fields)
            yield _Step(commit, old if old.strip("0") else None, new if new.strip("0") else None)
        elif line:
            commit = line


def _at(repo: Path, commit: str, path: str) -> RuleVersion:
    if not commit:
        return RuleVersion(None, None)
    found = entries(repo, commit, [path, path_of_test(path)])
    blobs = read_blobs(repo, [entry.blob for entry in found.values()], MAX_BYTES)
    source, test = (blobs[found[name].blob] if name in found else None for name in (path, path_of_test(path)))
    return RuleVersion(source, test)


def _is_here(repo: Path, commit: str) -> bool:
    return bool(
        run_git(repo, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}", check=False)
    )
