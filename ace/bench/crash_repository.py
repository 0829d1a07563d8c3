"""The repository that cycles are killed in, and what must be the same afterwards."""

import hashlib
import json
import os
import re
from pathlib import Path
from typing import NamedTuple

from ace.demo.repository import make_repository
from ace.starter import starter_files
from runtime.rules.git_read import decode_lines, run_git

CONFIG = """\
schema: 1
agent: tutor
playbook: playbooks/tutor
branch: main
controller:
  kind: openai
  model: crash
  base_url: {base_url}
  timeout_s: 20
  price_in_usd_per_mtok: 1.0
run: {{limit: {limit}, seed: 0, concurrency: 2}}
curator: {{drafts: 2}}
gate: {{trials: 1, alpha: 0.49, sealed_limit: 4, must_pass_limit: 2, control: false}}
review: {{open: [confirmed, promising, insufficient evidence, no effect, "undecided: infrastructure", harmful]}}
"""
# A proposal brought it, and long ago: every cycle leaves it out again, once.
ACCEPTED = b"""\
schema: 1
id: misc.short-probes
title: Ask short questions
status: active
agent: tutor
text: Ask one thing at a time.
evidence: [{cluster: c-00000000, failures: 5, samples: 3}]
"""
_LONG_AGO = "2020-10-01T00:00:00Z"
_OURS = ("refs/heads/ace/", "refs/ace/")


class UserState(NamedTuple):
    """What is the user's: HEAD, the index's bytes, what git says of the tree, its files, and all refs but ours."""

    head: str
    index_bytes: str
    status: str
    files: str
    refs: tuple[str, ...]


def make_crash_repository(folder: Path, base_url: str, limit: int) -> None:
    """Make a repository with the starter playbook and a user's work in it: staged, unstaged, and untracked."""
    files = {**starter_files("tutor", "main"), "ace.yaml": CONFIG.format(base_url=base_url, limit=limit).encode()}
    files["playbooks/tutor/misc/short-probes.yaml"] = ACCEPTED
    make_repository(folder, {**files, "notes.txt": b"first\n", "plan.txt": b"first\n"}, _LONG_AGO)
    (folder / "notes.txt").write_bytes(b"changed, not staged\n")
    (folder / "plan.txt").write_bytes(b"staged\n")
    run_git(folder, "add", "plan.txt")
    (folder / "plan.txt").write_bytes(b"staged, then changed\n")
    (folder / "untracked.txt").write_bytes(b"mine\n")


def user_state(repo: Path) -> UserState:
    """Return what is the user's in `repo`; reading it changes nothing, not even the index."""
    refs = decode_lines(run_git(repo, "for-each-ref", "--format=%(refname) %(objectname)"))
    files = sorted(path for path in repo.rglob("*") if path.is_file() and ".git" not in path.relative_to(repo).parts)
    digest = hashlib.sha256()
    for path in files:
        digest.update(f"{path.relative_to(repo)}\0".encode() + path.read_bytes() + b"\0")
    return UserState(
        head=(repo / ".git" / "HEAD").read_text(encoding="utf-8"),
        index_bytes=hashlib.sha256((repo / ".git" / "index").read_bytes()).hexdigest(),
        status=run_git(repo, "--no-optional-locks", "status", "--porcelain=v2").decode(),
        files=digest.hexdigest(),
        refs=tuple(ref for ref in refs if not ref.startswith(_OURS)),
    )


def proposals_of(repo: Path) -> dict[str, str]:
    """Return what each proposal writes into the playbook, as a hash by proposal.

    Left out: the evidence file (cost, times), days, and ids of episodes, which name the run.
    """
    listing = decode_lines(run_git(repo, "for-each-ref", "--format=%(refname)", "refs/heads/ace/p/"))
    out = {}
    for ref in listing:
        commits = run_git(repo, "rev-list", "--count", f"main..{ref}").decode().strip()
        changed = run_git(repo, "diff", "main", ref, "--", "playbooks")
        changed = re.sub(rb"^index .*$|\be-[0-9a-f]{12}\b|\b20\d\d-\d\d-\d\d\b", b"", changed, flags=re.MULTILINE)
        out[ref.removeprefix("refs/heads/ace/p/")] = f"{commits} commit, {hashlib.sha256(changed).hexdigest()}"
    return out


def torn_files(state: Path) -> list[str]:
    """Return the files below `state` that do not read back whole, and temporary ones that were left behind."""
    bad = []
    for path in sorted(state.rglob("*")):
        if not path.is_file():
            continue
        name = str(path.relative_to(state))
        reads = {".json": _reads, ".jsonl": _reads_lines}.get(path.suffix)
        if reads is not None and not reads(path.read_bytes()):
            bad.append(name)
        elif path.name.startswith(".") and path.name.rpartition(".")[2].isdigit():
            bad.append(f"{name} (left behind)")
    return bad


def _reads_lines(data: bytes) -> bool:
    return data.endswith(b"\n") and all(_reads(line) for line in data.splitlines()) if data else True


def _reads(data: bytes) -> bool:
    try:
        json.loads(data)
    except ValueError:
        return False
    return True


def child_environment(index: Path) -> dict[str, str]:
    """Return the environment of a killed process: no settings of the caller's, and an index of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ACE_", "GIT_"))}
    return kept | {"ACE_INDEX_DIR": str(index), "ACE_MODELS_DIR": str(index), "GIT_CONFIG_GLOBAL": os.devnull}
