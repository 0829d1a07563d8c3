"""A repository ACE works in, and where it keeps what is not for review: under the git folder, never in the tree."""

import json
import os
import shutil
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from ace.errors import NoRepositoryError, NotFoundError, WorkspaceError
from runtime.rules.git_read import GitError, run_git

# How the ids of interactive sessions begin; they are runs of one episode with a person as the student.
TUTOR_RUN = "r-tutor-"
# How the ids of runs that were imported begin: other agents' traces, which nothing here ran.
IMPORT_RUN = "r-import-"


@dataclass(frozen=True)
class Workspace:
    """`repo`: the top of the work tree, or a bare repository. `state`: runs, trial arms, artifacts and the lock.

    Without git, where rules come from a bundle, `repo` is the folder worked in.
    """

    repo: Path
    state: Path
    is_bare: bool
    has_git: bool = True

    @property
    def runs(self) -> Path:
        """Folder of runs."""
        return self.state / "runs"

    @property
    def arms(self) -> Path:
        """Folder of trial arms, shared by all judgements."""
        return self.state / "arms"

    @property
    def artifacts(self) -> Path:
        """Folder of the artifact store."""
        return self.state / "artifacts"

    def run_folder(self, run: str, agent: str = "") -> Path:
        """Return the folder of `run` (an id or the start of one). Raises: NotFoundError.

        "latest" is the newest that ran samples of `agent`, of any where none is given; a session of `ace tutor` and an
        import are found by their id only.
        """
        names = sorted(path.name for path in self.runs.glob("r-*")) if self.runs.is_dir() else []
        batches = [name for name in names if not name.startswith((TUTOR_RUN, IMPORT_RUN))]
        # One that was killed before its record was on disk is no run; where there is no other, its folder is named.
        begun = [name for name in batches if (self.runs / name / "run.json").is_file()] or batches
        found = self._latest(begun, agent) if run == "latest" else [name for name in names if name.startswith(run)]
        if not found and run == "latest" and begun:
            theirs = ", ".join(sorted({run_agent(self.runs / name) for name in begun}))
            raise NotFoundError(
                f"{self.state}: no run of agent {agent!r} yet, which is what `latest` means; the runs here are of "
                f"{theirs}: name one, for example {begun[-1]}, or make one with `ace run`"
            )
        if not found and run == "latest" and names:
            raise NotFoundError(
                f"{self.state}: no run of samples yet, which is what `latest` means; name the import or session, "
                f"for example {names[-1]}"
            )
        if not found:
            have = f"; the newest is {(batches or names)[-1]}" if names else "; `ace run` makes one"
            raise NotFoundError(f"{self.state}: no run {run!r}{have}")
        if len(found) > 1 and run not in found:
            raise NotFoundError(f"{self.state}: {run!r} fits {len(found)} runs: {', '.join(found[:5])}")
        return self.runs / (run if run in found else found[0])

    def _latest(self, names: Sequence[str], agent: str) -> list[str]:
        """Return the last of `names`, of `agent` where one is given, in a list; an empty one where there is none."""
        # A record that does not say whose it is is not passed over: whoever reads the run says what is wrong with it.
        theirs = (name for name in reversed(names) if not agent or run_agent(self.runs / name) in ("", agent))
        return list(islice(theirs, 1))

    def lock(self) -> AbstractContextManager[None]:
        """Hold the repository's one lock. Raises: BusyError naming the owner when another process holds it."""
        from ace.repository_lock import repository_lock

        return repository_lock(self.state / "lock")


def run_agent(folder: Path) -> str:
    """Return the agent that a run's record names, "" where it cannot be read or names none."""
    try:
        record = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return ""
    agent = record.get("agent") if isinstance(record, dict) else None
    return agent if isinstance(agent, str) else ""


def _no_repository(folder: Path, reason: str) -> str:
    if "must be run in a work tree" in reason:
        return f"{folder}: is inside a git folder; go to the working tree it belongs to"
    if "not a git repository" in reason:
        return f"{folder}: not in a git repository; run `git init` there, or name one with -C"
    return f"{folder}: git cannot read this repository: {reason}"


def open_workspace(folder: Path) -> Workspace:
    """Return the workspace of the repository that `folder` is in. Raises: WorkspaceError with a remedy."""
    if not folder.is_dir():
        raise WorkspaceError(f"{folder}: no such folder; name one that is in a git repository")
    if shutil.which("git") is None:
        raise NoRepositoryError(f"{folder}: git is not installed; install git 2.31 or newer")
    try:
        # Asked at once: every command begins here.
        asked = ("--is-bare-repository", "--path-format=absolute", "--git-common-dir")
        answer, _, place = run_git(folder, "rev-parse", *asked).partition(b"\n")
        common, is_bare = Path(os.fsdecode(place.rstrip(b"\n"))), answer == b"true"
        top = (
            common
            if is_bare
            else Path(os.fsdecode(run_git(folder, "rev-parse", "--show-toplevel").removesuffix(b"\n")))
        )
    except GitError as exc:
        kind = NoRepositoryError if "not a git repository" in str(exc) else WorkspaceError
        raise kind(_no_repository(folder, str(exc))) from exc
    return Workspace(top.resolve(), common / "ace", is_bare)
