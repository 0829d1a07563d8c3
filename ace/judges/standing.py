"""How a judge stands: may its verdicts be used, and why not."""

from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from ace.judges.calibration import Calibration, calibration_path, judges_folder, load_calibration, newest_calibration
from ace.judges.identity import Identity
from ace.judges.rubric import Rubric
from ace.workspace import Workspace
from analyzers.judge_agreement import Agreement, Drift, agreement, drift, judge_verdict

State: TypeAlias = Literal["usable", "under floor", "drifted", "changed", "not calibrated"]


class Standing(NamedTuple):
    """`state` is usable or why it is not; `reason` says it in words. Figures are there once it was calibrated."""

    state: State
    reason: str
    found: Agreement | None = None
    moved: Drift | None = None
    calibration: Calibration | None = None

    @property
    def is_usable(self) -> bool:
        """True when its verdicts may be used."""
        return self.state == "usable"


def standing(workspace: Workspace, rubric: Rubric, judge: Identity) -> Standing:
    """Return how the judge stands, worked out from the items of its calibration. Raises: JudgeError."""
    folder = judges_folder(workspace, rubric.name)
    current = load_calibration(calibration_path(folder, judge))
    if current is not None:
        return standing_of(current, rubric, folder)
    newest = newest_calibration(folder)
    if newest is None:
        return Standing("not calibrated", "it was never calibrated against people's labels")
    parts = (("rubric_sha256", "its rubric"), ("prompt_sha256", "the prompt"), ("model_hash", "its model"))
    before, now = newest.calibration.judge, judge.to_json()
    changed = [words for name, words in parts if before.get(name) != now[name]]
    what = " and ".join(changed) or "it"
    return Standing("changed", f"{what} changed since the calibration of {newest.calibration.created}")


def standing_of(calibration: Calibration, rubric: Rubric, folder: Path) -> Standing:
    """Return the standing that one calibration gives; drift counts only against the same judge's earlier one."""
    found = agreement(calibration.pairs)
    before = load_calibration(folder / calibration.against) if calibration.against else None
    moved = drift(before.pairs, calibration.pairs) if before is not None else None
    is_same = before is not None and before.hash == calibration.hash
    verdict, reason = judge_verdict(found, rubric.floor.floor(), moved if is_same else None)
    return Standing(verdict, reason, found, moved, calibration)
