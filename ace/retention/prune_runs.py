"""Remove runs that are old and that nothing refers to, and the artifacts that only they named."""

import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from ace.errors import AceError
from ace.retention.loose_artifacts import Artifact, loose_artifacts, type_path
from ace.retention.needed_runs import needed_runs
from ace.retention.recorded_runs import RecordedRun, recorded_runs
from ace.session import Session

_KEEP = re.compile(r"([1-9]\d{0,5})(d?)")


@dataclass(frozen=True)
class Pruned:
    """What goes, what is old and stays because something refers to it (run id -> why), and how many stay for age.

    `is_dry`: nothing was removed.
    """

    runs: tuple[RecordedRun, ...]
    needed: dict[str, str]
    kept: int
    artifacts: tuple[Artifact, ...]
    is_dry: bool

    @property
    def size(self) -> int:
        """Bytes that are freed: of runs and artifacts."""
        return sum(run.size for run in self.runs) + sum(one.size for one in self.artifacts)


def prune_runs(session: Session, keep: str, *, is_dry: bool) -> Pruned:
    """Remove what `keep` does not cover: `30d` keeps the last thirty days, `20` the newest twenty runs.

    Hold the repository's lock. A run that `needed_runs` names stays; trial arms are left alone.
    Raises: AceError for another `keep`, or when what is needed cannot be told; OSError.
    """
    found = recorded_runs(session.workspace)
    old = _old(found, keep, session.clock.now())
    needed = needed_runs(session)
    gone = tuple(run for run in old if run.name not in needed)
    stay = {run.name: needed[run.name] for run in old if run.name in needed}
    artifacts = loose_artifacts(session.workspace.state, {run.folder for run in gone})
    if not is_dry:
        for run in gone:
            # Without its record it is no run any more, whatever happens before the rest is gone.
            (run.folder / "run.json").unlink(missing_ok=True)
            shutil.rmtree(run.folder)
        for artifact in artifacts:
            type_path(artifact.path).unlink(missing_ok=True)
            artifact.path.unlink()
    return Pruned(gone, stay, len(found) - len(gone) - len(stay), artifacts, is_dry)


def _old(found: Sequence[RecordedRun], keep: str, now: str) -> tuple[RecordedRun, ...]:
    """`found`: newest first."""
    match = _KEEP.fullmatch(keep)
    if match is None:
        raise AceError(f"--keep {keep!r}: write a number of runs such as 20, or of days such as 30d")
    number = int(match[1])
    if not match[2]:
        return tuple(found[number:])
    before = datetime.fromisoformat(now.replace("Z", "+00:00")).astimezone(UTC) - timedelta(days=number)
    return tuple(run for run in found if run.created < before)
