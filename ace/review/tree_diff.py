"""Which files differ between commits, found without reading the files that do not."""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from runtime.rules.git_read import run_git
from runtime.rules.read_rule import TEST_ENDING, rule_id_of_path

_ABSENT = "000000"
_PLAIN = {_ABSENT, "100644", "100755"}


class BlobChange(NamedTuple):
    """One file that differs. A blob is an object id, None where there is no file.

    `is_plain`: neither side is a symbolic link or a submodule, so that the blobs are what the file says.
    """

    path: str
    before: str | None
    after: str | None
    is_plain: bool = True


def changed_blobs(repo: Path, pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[BlobChange, ...]]:
    """Return what differs from each base to its commit, by commit, through one `git diff-tree`.

    `pairs` are (base, commit) full ids; commits are distinct. A commit equal to its base has no changes.
    """
    wanted = list(pairs)
    if not wanted:
        return {}
    lines = "".join(f"{commit} {base}\n" for base, commit in wanted)
    # A .gitmodules file of the working tree may ask to have its submodules ignored.
    flags = ("-r", "-z", "--raw", "--no-renames", "--ignore-submodules=none")
    output = run_git(repo, "diff-tree", "--stdin", *flags, stdin=lines.encode("ascii"))
    found: dict[str, list[BlobChange]] = {commit: [] for _, commit in wanted}
    fields = iter(output.decode("utf-8", "surrogateescape").split("\0")[:-1])
    current = ""
    for field in fields:
        if not field.startswith(":"):
            current = field
            continue
        old_mode, new_mode, old, new, _ = field[1:].split(" ")
        is_plain = {old_mode, new_mode} <= _PLAIN
        found[current].append(BlobChange(next(fields), _blob(old_mode, old), _blob(new_mode, new), is_plain))
    return {commit: tuple(changes) for commit, changes in found.items()}


def is_rule_file(path: str) -> bool:
    """Return True when a file at `path` is a rule: `<area>/<slug>.yaml`, not the test beside one, not one of ours."""
    is_test = path.endswith(TEST_ENDING)
    return not is_test and not path.startswith(".ace/") and rule_id_of_path(path) is not None


def _blob(mode: str, object_id: str) -> str | None:
    return None if mode == _ABSENT else object_id
