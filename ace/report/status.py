"""The last cycles and runs, for `ace status`."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from ace.cycle.journal.cycle_record import CycleRecord
from ace.cycle.journal.find_unfinished import Found
from ace.rejections.known_rejections import find_known, standing
from ace.rejections.read_rejections import FoundRejections, find_in_tree
from ace.rejections.rejection import Rejection
from ace.review.fingerprint import proposal_id
from ace.review.proposal_branches import Proposal
from ace.review.review_words import merge_command, rejected_words
from ace.review.status import ReviewStatus
from ace.text.counted import counted
from ace.text.visible_text import escape_text
from ace.workspace import IMPORT_RUN, TUTOR_RUN, Workspace
from runtime.contracts.json_types import JsonObject

SHOWN = 5
_MOST_SAID = 240


def last_runs(workspace: Workspace) -> list[JsonObject]:
    """Return the newest runs of samples, newest first.

    Each: id, agent, controller, failure rate when analyzed, proposals opened.
    """
    found = sorted(workspace.runs.glob("r-*"), reverse=True) if workspace.runs.is_dir() else []
    folders = [folder for folder in found if not folder.name.startswith((TUTOR_RUN, IMPORT_RUN))][:SHOWN]
    return [
        _run(folder.name, _read(folder, "run"), _read(folder, "proposals"), _read(folder, "analysis"))
        for folder in folders
    ]


def _run(name: str, record: JsonObject, proposed: JsonObject, analyzed: JsonObject) -> JsonObject:
    samples, opened = record.get("samples"), proposed.get("opened")
    return {
        "run": name,
        "agent": record.get("agent", "unknown"),
        "controller": record.get("controller", "unknown"),
        "simulated": record.get("simulated", False),
        "samples": len(samples) if isinstance(samples, list) else 0,
        "failure_rate": proposed.get("failure_rate", analyzed.get("failure_rate")),
        "proposed": bool(proposed),
        "opened": opened if isinstance(opened, int) else 0,
    }


def _read(folder: Path, name: str) -> JsonObject:
    path = folder / f"{name}.json"
    if not path.is_file():
        return {}
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def runs_text(runs: list[JsonObject], agent: str = "") -> str:
    """Return the runs as lines, each with its agent unless all are of one, or of `agent` where it is given."""
    if not runs:
        return "runs      none yet; `ace cycle` makes one\n"
    lines = ["runs"]
    named = {str(run["agent"]) for run in runs} - {"unknown"}
    is_named = bool(named - {agent}) if agent else len(named) > 1
    for run in runs:
        mark = " simulated" if run["simulated"] and "simulated" not in str(run["controller"]) else ""
        rate = run["failure_rate"]
        failed = f", {rate:.1%} failed" if isinstance(rate, float) else ""
        then = f", opened {run['opened']}" if run["proposed"] else ", not proposed from"
        of = f"{escape_text(str(run['agent']))}, " if is_named else ""
        controller = escape_text(str(run["controller"]))
        samples = counted(int(str(run["samples"])), "sample")
        lines.append(f"          {run['run']}  {of}{controller}{mark}, {samples}{failed}{then}")
    return "\n".join(lines) + "\n"


def cycles_text(cycles: Sequence[CycleRecord]) -> str:
    """Return the last cycles as lines, newest first; nothing when there was none."""
    if not cycles:
        return ""
    lines = ["cycles"]
    for cycle in cycles:
        by = f", by {escape_text(cycle.schedule)}" if cycle.schedule else ""
        lines.append(f"          {cycle.id}  {cycle.status}{by}{escape_text(_said(cycle))}")
    return "\n".join(lines) + "\n"


def _said(cycle: CycleRecord) -> str:
    """Return what a cycle came to, else how far it came and why not further."""
    step = f" in step {cycle.step}" if cycle.step and cycle.status in {"killed", "running", "failed", "stopped"} else ""
    cut = _short(cycle.failed)
    more = f" (whole: ace show {cycle.id})" if cut.endswith("...") else ""
    why = f": {cut}{more}" if cycle.failed and cycle.status in {"killed", "failed", "stopped"} else ""
    summary = cycle.summary.partition(": ")[2]
    done = f" ({counted(cycle.retested, 'rule')} re-tested)" if cycle.retested else ""
    told = f"{step}{why}{done}" if why or not summary else f": {summary}"
    return " ".join(told.split()) if told.startswith(":") else " " + " ".join(told.split()) if told else ""


def next_words(
    status: ReviewStatus, cycles: Sequence[CycleRecord], waiting: int, unfinished: Found | None = None
) -> str:
    """Return the next step to take, as a line. `unfinished`: what the next cycle makes of those that were cut off."""
    newest = cycles[0] if cycles else None
    found = unfinished or Found()
    if newest is not None and newest.status == "running":
        step = f"wait: {newest.id} is under way"
    elif found.going_on is not None:
        step = f"ace cycle (goes on with {found.going_on.record.id})"
    elif waiting:
        step = "ace calls"
    else:
        step = (_review_step(status) or "ace cycle") + _why_anew(found)
    return f"next      {escape_text(step)}\n"


def _review_step(status: ReviewStatus) -> str:
    """Return what to do about the open proposals, "" where there is none.

    To merge is advised of what was confirmed on a real agent alone; of all else a person sees first what it changes.
    """
    readable = [item for item in status.open_proposals if not item.problem]
    if not status.open_proposals:
        return ""
    if readable and not any(item.is_fresh for item in readable):
        return "ace refresh --all"
    proved = [item for item in readable if item.verdict == "confirmed" and not item.simulated]
    ready = next((item for item in proved if item.id in status.ready), None)
    if ready is not None:
        return merge_command(ready)
    if status.outdated and not status.ready:
        return f"ace refresh --judge {status.outdated[0]}"
    return "ace diff"


def _why_anew(found: Found) -> str:
    """Return why the next cycle does not go on with the newest that was cut off, in brackets; "" for none."""
    left = next(iter([*found.given_up, *found.kept]), None)
    return f" (the next cycle begins anew: {left.record.id} is not gone on with: {_short(left.reason)})" if left else ""


def _short(text: str) -> str:
    said = " ".join(text.split())
    return said if len(said) <= _MOST_SAID else said[: _MOST_SAID - 3] + "..."


def calls_words(waiting: int) -> str:
    """Return how many tool calls wait for a person, as a line; nothing when none does."""
    if not waiting:
        return ""
    return f"calls     {counted(waiting, 'tool call')} {'waits' if waiting == 1 else 'wait'} for a person: ace calls\n"


@dataclass(frozen=True)
class RejectionStatus:
    """The rejections on the reviewed branch and on `ace/rejected`, those of them that stand today, and those of the
    working tree that neither branch holds: they do not count."""

    known: FoundRejections
    standing: tuple[Rejection, ...]
    uncommitted: tuple[Rejection, ...] = ()

    @property
    def proposals(self) -> frozenset[str]:
        """The ids of the proposals that a rejection stands against."""
        return frozenset(proposal_id(one.fingerprint) for one in self.standing)


def rejection_status(workspace: Workspace, commit: str, remote: str, today: str) -> RejectionStatus:
    """Return what people rejected, as of the reviewed `commit` and `today` (ISO date). Raises: GitError."""
    known = find_known(workspace.repo, commit, remote)
    tree = () if workspace.is_bare else find_in_tree(workspace.repo).valid
    return RejectionStatus(known, standing(known.valid, today), tuple(item for item in tree if item not in known.valid))


def rejections_words(found: RejectionStatus, branches: Sequence[Proposal] = ()) -> str:
    """Return the standing rejections as a line, then those that do not count yet and what is wrong in broken files.

    `branches`: of rejected proposals, still there.
    """
    problems = found.known.problems
    over = len(found.known.valid) - len(found.standing)
    lines = [f"rejected  {len(found.standing)}" + (f" ({over} more withdrawn or expired)" if over else "")]
    if branches:
        lines.append(f"          {escape_text(rejected_words(branches))}")
    if found.uncommitted:
        names = ", ".join(escape_text(item.rule) for item in found.uncommitted)
        lines.append(
            f"          {len(found.uncommitted)} more not on the reviewed branch yet ({names}): commit to count"
        )
    if problems:
        broken = counted(len({problem.path for problem in problems}), "file")
        lines.append(f"          {broken} cannot be read, so nothing is drafted; correct and commit:")
    lines += [f"          ! {escape_text(str(problem))}" for problem in problems]
    return "\n".join(lines) + "\n"


def status_json(
    status: ReviewStatus,
    runs: list[JsonObject],
    waiting: int = 0,
    rejections: RejectionStatus | None = None,
    cycles: Sequence[CycleRecord] = (),
    *,
    unfinished: Found | None = None,
) -> JsonObject:
    """Return the status as a JSON object; `waiting` counts the tool calls that wait for a person.

    `rejections` None: they are not looked at. `unfinished`: as `next_words`.
    """
    return {
        "base": {"name": status.base_name, "commit": status.base_commit},
        "open": [
            {
                "id": item.id,
                "branch": item.branch,
                "remote": item.remote or None,
                "op": item.op,
                "rule": item.rule_id,
                "merges": list(item.merged),
                "verdict": item.verdict,
                "simulated": item.simulated,
                "fresh": item.is_fresh,
                "problem": item.problem or None,
            }
            for item in status.open_proposals
        ],
        "merged": list(status.merged),
        "rejected": len(rejections.standing) if rejections else 0,
        "rejected_branches": [item.branch for item in status.rejected_branches],
        "rejection_problems": [asdict(item) for item in rejections.known.problems] if rejections else [],
        "uncommitted_rejections": [item.rule for item in rejections.uncommitted] if rejections else [],
        "runs": runs,
        "cycles": [{**asdict(cycle), "opened": list(cycle.opened)} for cycle in cycles],
        "next": next_words(status, cycles, waiting, unfinished).removeprefix("next").strip(),
        "waiting_calls": waiting,
    }
