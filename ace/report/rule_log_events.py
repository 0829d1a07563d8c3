"""Every commit of the reviewed branch that changed a rule's file: a few calls of git, however long the history is."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from runtime.rules.git_read import run_git

EVIDENCE = ".ace/evidence"
_FORMAT = "%H%x1f%P%x1f%cI%x1f%an%x1f%cn%x1f%s"


class FileChange(NamedTuple):
    """One file of a commit: what was done ("A", "M", "D", "T"), and the names of its content before and after."""

    kind: str
    path: str
    before: str
    after: str


class BranchCommit(NamedTuple):
    """A commit as the branch itself shows it (first parents): `author` wrote or merged it, `committer` put it there.

    `when`: ISO 8601 with a zone. `changes`: of the files that were asked for.
    """

    commit: str
    parents: tuple[str, ...]
    author: str
    committer: str
    when: str
    subject: str
    changes: tuple[FileChange, ...]


class RuleCommit(NamedTuple):
    """What one commit did to a rule's file. `moved_from`: the path it had before; names of content, "" for none.

    `evidence`: the evidence files that came with the same commit.
    """

    commit: BranchCommit
    path: str
    before: str
    after: str
    moved_from: str = ""
    evidence: tuple[FileChange, ...] = ()


def rule_commits(repo: Path, ref: str, playbook: str, rule_id: str) -> tuple[RuleCommit, ...]:
    """Return what happened to the file of `rule_id`, oldest first; empty when there never was one.

    The playbook's folder may have been called otherwise before: a file that came in the commit in which one of the same
    rule went is the same rule's. Raises: GitError when `ref` does not exist.
    """
    name = f"{rule_id.replace('.', '/', 1)}.yaml"
    found: list[RuleCommit] = []
    path, start = f"{playbook}/{name}", ref
    while start:
        # The exact path: to look for the name everywhere, git would open every folder of every commit.
        output = _log(repo, ["--end-of-options", start, "--", f":(top,literal){path}"])
        part = [RuleCommit(commit, path, *_contents(commit, path)) for commit in _commits(output)]
        start = ""
        if part and not part[-1].before:
            part[-1] = _with_origin(repo, part[-1], name)
            path, start = part[-1].moved_from, part[-1].commit.parents[0] if part[-1].moved_from else ""
        found += part
    return _with_evidence(repo, found[::-1])


def _contents(commit: BranchCommit, path: str) -> tuple[str, str]:
    return next((one.before, one.after) for one in commit.changes if one.path == path)


def _with_origin(repo: Path, first: RuleCommit, name: str) -> RuleCommit:
    """Return the commit that brought the file, with where it was before when it went there in the same commit."""
    wanted = f":(top,glob)**/{name}"
    output = _log(repo, ["--no-walk=unsorted", "--end-of-options", first.commit.commit, "--", wanted])
    gone = [one for commit in _commits(output) for one in commit.changes if one.kind == "D"]
    return first._replace(before=gone[0].before, moved_from=gone[0].path) if gone else first


def _with_evidence(repo: Path, found: Sequence[RuleCommit]) -> tuple[RuleCommit, ...]:
    """Return the commits with the evidence each brought: asked of these alone, for its folder grows and grows."""
    names = "\n".join(one.commit.commit for one in found).encode()
    listing = ["--no-walk=unsorted", "--stdin", "--", f":(top,literal){EVIDENCE}"]
    brought = _commits(_log(repo, listing, names)) if found else ()
    evidence = {commit.commit: tuple(one for one in commit.changes if one.kind in {"A", "M"}) for commit in brought}
    return tuple(one._replace(evidence=evidence.get(one.commit.commit, ())) for one in found)


def _log(repo: Path, arguments: Sequence[str], stdin: bytes = b"") -> str:
    output = run_git(
        repo, "log", "-z", "--raw", "--no-abbrev", "--no-renames", "--first-parent", "--diff-merges=first-parent",
        f"--format={_FORMAT}", *arguments, stdin=stdin, env_extra={"GIT_LITERAL_PATHSPECS": "0"},
    )  # fmt: skip
    return output.decode("utf-8", "surrogateescape")


def _commits(output: str) -> Iterator[BranchCommit]:
    """Read `<head> NUL`, then for each file `:<modes> <blobs> <kind> NUL <path> NUL`.

    Heads hold what strangers wrote, but no NUL, and begin with the commit's name.
    """
    head = ""
    changes: list[FileChange] = []
    fields = iter(output.split("\0"))
    for field in fields:
        line = field.lstrip("\n")
        if line.startswith(":"):
            _, _, before, after, kind = line.split(" ")
            changes.append(FileChange(kind[0], next(fields), _content(before), _content(after)))
        elif line:
            if head:
                yield _commit(head, changes)
            head, changes = line, []
    if head:
        yield _commit(head, changes)


def _commit(head: str, changes: Sequence[FileChange]) -> BranchCommit:
    commit, parents, when, author, committer, subject = head.split("\x1f", 5)
    return BranchCommit(commit, tuple(parents.split()), author, committer, when, subject, tuple(changes))


def _content(blob: str) -> str:
    return blob if blob.strip("0") else ""
