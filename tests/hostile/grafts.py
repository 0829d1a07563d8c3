"""Commits that no ordinary git command would make: trees written byte by byte, as an attacker's own program does."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.ace.building import git

FILE, LINK = b"100644", b"120000"


def graft(repo: Path, ref: str, parts: Sequence[bytes], data: bytes, mode: bytes = FILE) -> str:
    """Put a file at `parts` (names, unchecked) on `ref` by plumbing alone; return the new commit.

    Units: `mode` as git writes it, such as b"100644".
    """
    blob = _write(repo, "blob", data)
    root = _grafted(repo, git(repo, "rev-parse", f"{ref}^{{tree}}").strip(), parts, mode, blob)
    commit = git(repo, "commit-tree", root, "-p", ref, "-m", "Tidy up").strip()
    git(repo, "update-ref", ref, commit)
    return commit


def _grafted(repo: Path, tree: str, parts: Sequence[bytes], mode: bytes, blob: str) -> str:
    name, *below = parts
    entries = _entries(repo, tree)
    if below:
        inner = entries.get(name, (b"40000", ""))[1]
        entries[name] = (b"40000", _grafted(repo, inner, below, mode, blob))
    else:
        entries[name] = (mode, blob)
    # Git sorts a folder as if its name ended in a slash.
    order = sorted(entries, key=lambda key: key + (b"/" if entries[key][0] == b"40000" else b""))
    return _write(
        repo, "tree", b"".join(b"%b %b\0%b" % (entries[k][0], k, bytes.fromhex(entries[k][1])) for k in order)
    )


def _entries(repo: Path, tree: str) -> dict[bytes, tuple[bytes, str]]:
    if not tree:
        return {}
    listed = subprocess.run(["git", "-C", str(repo), "ls-tree", "-z", tree], check=True, capture_output=True).stdout
    out = {}
    for line in listed.split(b"\0")[:-1]:
        head, _, name = line.partition(b"\t")
        mode, _, sha = head.split(b" ")
        out[name] = (mode.lstrip(b"0"), sha.decode())
    return out


def _write(repo: Path, kind: str, data: bytes) -> str:
    command = ["git", "-C", str(repo), "hash-object", "-t", kind, "-w", "--literally", "--stdin"]
    return subprocess.run(command, input=data, check=True, capture_output=True).stdout.decode().strip()
