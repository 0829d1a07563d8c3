"""The trial arms on disk, and which of them something still refers to."""

from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from ace.cycle.journal.read_cycles import newest_first, read_cycle
from ace.rejections.open_now import listed_proposals
from ace.retention.recorded_runs import RecordedRun
from ace.review.errors import NoBaseError
from ace.review.proposal_branches import Proposal
from ace.runs.run_record import read_json
from ace.session import Session
from ace.workspace import Workspace
from runtime.contracts.json_types import JsonObject


class TrialArm(NamedTuple):
    """One arm's file. `written`: when it was written last, UTC. Units: size in bytes."""

    name: str
    path: Path
    written: datetime
    size: int


def trial_arms(workspace: Workspace) -> tuple[TrialArm, ...]:
    """Return every arm, the one written last first."""
    found = [_arm(path) for path in workspace.arms.glob("a-*.jsonl") if path.is_file()]
    return tuple(sorted(found, key=lambda arm: (arm.written, arm.name), reverse=True))


def needed_arms(session: Session, runs: Collection[RecordedRun], needed: Mapping[str, str]) -> dict[str, str]:
    """Return what refers to each arm that is needed: arm id -> one reason.

    Needed are: those before and after of an open proposal's judgement, those written since a cycle began that is not
    finished, those that are the arm of one of `runs` (the runs that are kept), and what `needed` names (`needed_runs`).
    Of an open proposal whose arms are not on record every arm written since its run began may be one of them.
    Raises: as `listed_proposals`; ValueError for a damaged record of a run.
    """
    out = {name: why for name, why in needed.items() if name.startswith("a-")}
    arms = trial_arms(session.workspace)
    for name, why in (*_of_runs(runs), *_of_cycles(session, arms), *_of_proposals(session, arms)):
        out.setdefault(name, why)
    return {arm.name: out[arm.name] for arm in arms if arm.name in out}


def _arm(path: Path) -> TrialArm:
    stat = path.stat()
    return TrialArm(path.stem, path, datetime.fromtimestamp(stat.st_mtime, UTC), stat.st_size)


def _of_runs(runs: Collection[RecordedRun]) -> Iterator[tuple[str, str]]:
    for run in runs:
        yield str(_read(run.folder / "run.json").get("arm", "")), f"it is the arm of {run.name}"


def _of_cycles(session: Session, arms: Collection[TrialArm]) -> Iterator[tuple[str, str]]:
    for folder in newest_first(session.workspace.state):
        cycle = read_cycle(folder)
        if cycle.status == "done" or cycle.closed or not cycle.started:
            continue
        begun = datetime.fromisoformat(cycle.started.replace("Z", "+00:00")).replace(microsecond=0)
        for arm in arms:
            if arm.written >= begun:
                yield arm.name, f"cycle {cycle.id} is not finished"


def _of_proposals(session: Session, arms: Collection[TrialArm]) -> Iterator[tuple[str, str]]:
    if session.settings.rules.bundle is not None or not session.workspace.has_git:
        return
    try:
        proposals = listed_proposals(session).open
    except NoBaseError:
        return  # without a reviewed branch there is no proposal
    judged = dict(_judged_arms(session.workspace)) if proposals else {}
    for proposal in proposals:
        for name in judged.get(proposal.name, ()) or _since(proposal, session.workspace, arms):
            yield name, f"{proposal.name} was judged by it"


def _judged_arms(workspace: Workspace) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the branch and the arms of every judgement that a run here has on record, the newest run last."""
    for path in sorted(workspace.runs.glob("r-*/proposals.json")):
        drafts = _read(path).get("drafts")
        for draft in drafts if isinstance(drafts, list) else ():
            arms = draft.get("arms") if isinstance(draft, dict) else None
            if isinstance(draft, dict) and isinstance(arms, dict) and draft.get("branch"):
                yield str(draft["branch"]), tuple(map(str, arms.values()))


def _since(proposal: Proposal, workspace: Workspace, arms: Collection[TrialArm]) -> Iterator[str]:
    created = str(_read(workspace.runs / proposal.run_id / "run.json").get("created", "")) if proposal.run_id else ""
    if created:
        begun = datetime.fromisoformat(created.replace("Z", "+00:00"))
        yield from (arm.name for arm in arms if arm.written >= begun)


def _read(path: Path) -> JsonObject:
    try:
        return read_json(path)
    except ValueError:
        return {}  # said where it is used
