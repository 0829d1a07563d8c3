"""What a commit already holds at the paths a proposal writes."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from ace.review.errors import ReviewError
from runtime.rules.git_read import read_blobs, run_git

PLAIN_FILES = {"100644", "100755"}


class TreeEntry(NamedTuple):
    """One name in a commit. `mode`: 100644 a file, 040000 a folder, 120000 a link, 160000 a submodule."""

    mode: str
    blob: str


def base_modes(repo: Path, base: str, paths: Sequence[str]) -> dict[str, str]:
    """Return the mode of each of `paths` that is a file in `base`.

    Raises: ReviewError when writing a path would replace a folder, a link or a submodule, or put a file below a file.
    """
    found = entries(repo, base, {*paths, *_parents(paths)})
    for path in paths:
        if path in found and found[path].mode not in PLAIN_FILES:
            raise ReviewError(f"cannot write {path}: in commit {base[:12]} it is not a plain file")
        for parent in _parents([path]):
            if parent in found and found[parent].mode != "040000":
                raise ReviewError(f"cannot write {path}: in commit {base[:12]} {parent} is not a folder")
            if parent in paths:
                raise ReviewError(f"cannot write both {parent} and {path}: one would have to be a folder")
    return {path: found[path].mode for path in paths if path in found}


def attribute_files(repo: Path, base: str, paths: Sequence[str]) -> dict[str, bytes]:
    """Return the `.gitattributes` of `base` that speak about `paths`, by path."""
    wanted = {f"{parent}/.gitattributes" for parent in _parents(paths)} | {".gitattributes"}
    found = entries(repo, base, wanted)
    plain = {path: entry.blob for path, entry in found.items() if entry.mode in PLAIN_FILES}
    blobs = read_blobs(repo, plain.values())
    return {path: blobs[blob] for path, blob in plain.items()}


def entries(repo: Path, commit: str, paths: Iterable[str]) -> dict[str, TreeEntry]:
    """Return what `commit` holds at exactly `paths`; a path that is not there is left out."""
    found: dict[str, TreeEntry] = {}
    by_depth: dict[int, list[str]] = {}
    for path in sorted(paths):
        by_depth.setdefault(path.count("/"), []).append(path)
    # One call a depth: git descends into a folder as soon as something below it is asked for too.
    for same_depth in by_depth.values():
        listing = run_git(repo, "ls-tree", "-z", "--full-tree", commit, "--", *same_depth)
        for line in listing.decode("utf-8", "surrogateescape").split("\0")[:-1]:
            meta, _, path = line.partition("\t")
            mode, _, blob = meta.split(" ")
            found[path] = TreeEntry(mode, blob)
    return found


def _parents(paths: Iterable[str]) -> set[str]:
    return {path[:index] for path in paths for index, character in enumerate(path) if character == "/"}
