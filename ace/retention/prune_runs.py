"""Remove runs and trial arms that are old and that nothing refers to, and the artifacts that only they named."""

import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from ace.errors import AceError
from ace.retention.loose_artifacts import Artifact, loose_artifacts, type_path
from ace.retention.needed_runs import needed_runs
from ace.retention.recorded_runs import RecordedRun, recorded_runs
from ace.retention.trial_arms import TrialArm, needed_arms, trial_arms
from ace.session import Session

_KEEP = re.compile(r"([1-9]\d{0,5})(d?)")


@dataclass(frozen=True)
class Pruned:
    """What goes, what is old and stays because something refers to it (run id -> why), and how many stay for age.

    `is_dry`: nothing was removed. Of trial arms the same.
    """

    runs: tuple[RecordedRun, ...]
    needed: dict[str, str]
    kept: int
    artifacts: tuple[Artifact, ...]
    is_dry: bool
    arms: tuple[TrialArm, ...] = ()
    needed_arms: dict[str, str] = field(default_factory=dict)
    kept_arms: int = 0

    @property
    def size(self) -> int:
        """Bytes that are freed: of runs, arms and artifacts."""
        sizes = (
            *(run.size for run in self.runs),
            *(arm.size for arm in self.arms),
            *(one.size for one in self.artifacts),
        )
        return sum(sizes)


def prune_runs(session: Session, keep: str, *, is_dry: bool) -> Pruned:
    """Remove what `keep` does not cover: `30d` keeps the last thirty days, `20` the newest twenty runs.

    Hold the repository's lock. What `needed_runs` and `needed_arms` name stays. A trial arm is old that was written
    last before those days; where `keep` counts runs, more than a day ago.
    Raises: AceError for another `keep`, or when what is needed cannot be told; OSError.
    """
    found = recorded_runs(session.workspace)
    old = _old(found, keep, session.clock.now())
    needed = needed_runs(session)
    gone = tuple(run for run in old if run.name not in needed)
    stay = {run.name: needed[run.name] for run in old if run.name in needed}
    found_arms = trial_arms(session.workspace)
    old_arms = [arm for arm in found_arms if arm.written < _arms_before(keep, session.clock.now())]
    uses = needed_arms(session, [run for run in found if run not in gone], needed)
    arms = tuple(arm for arm in old_arms if arm.name not in uses)
    stay_arms = {arm.name: uses[arm.name] for arm in old_arms if arm.name in uses}
    without = {*(run.folder for run in gone), *(arm.path for arm in arms)}
    artifacts = loose_artifacts(session.workspace.state, without)
    if not is_dry:
        for run in gone:
            # Without its record it is no run any more, whatever happens before the rest is gone.
            (run.folder / "run.json").unlink(missing_ok=True)
            shutil.rmtree(run.folder)
        for arm in arms:
            arm.path.unlink()
        for artifact in artifacts:
            type_path(artifact.path).unlink(missing_ok=True)
            artifact.path.unlink()
    kept = len(found) - len(gone) - len(stay)
    return Pruned(gone, stay, kept, artifacts, is_dry, arms, stay_arms, len(found_arms) - len(old_arms))


def _old(found: Sequence[RecordedRun], keep: str, now: str) -> tuple[RecordedRun, ...]:
    """`found`: newest first."""
    match = _KEEP.fullmatch(keep)
    if match is None:
        raise AceError(f"--keep {keep!r}: write a number of runs such as 20, or of days such as 30d")
    number = int(match[1])
    if not match[2]:
        return tuple(found[number:])
    return tuple(run for run in found if run.created < _days_before(now, number))


def _arms_before(keep: str, now: str) -> datetime:
    """Return when an arm must have been written last to be old; `keep` is one that `_old` took."""
    return _days_before(now, int(keep[:-1]) if keep.endswith("d") else 1)


def _days_before(now: str, days: int) -> datetime:
    return datetime.fromisoformat(now.replace("Z", "+00:00")).astimezone(UTC) - timedelta(days=days)
