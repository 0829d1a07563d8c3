"""Recorded runs, and what pruning did, as text and as JSON."""

from collections.abc import Mapping, Sequence

from ace.retention.prune_runs import Pruned
from ace.retention.recorded_runs import RecordedRun
from ace.text.counted import counted
from ace.text.table import table
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject

_SHOWN = 10


def runs_text(runs: Sequence[RecordedRun], needed: Mapping[str, str], others: Mapping[str, int]) -> str:
    """Return a table of the runs, newest first, and what they and `others` (name -> bytes) take on disk."""
    rows = [["run", "episodes", "size", "controller", "needed because"]]
    for run in runs:
        mark = " (simulated)" if run.simulated and "simulated" not in run.controller else ""
        cells = (run.name, str(run.episodes), bytes_words(run.size), run.controller + mark, needed.get(run.name, ""))
        rows.append([escape_text(cell) for cell in cells])
    total = sum(run.size for run in runs)
    head = f"{counted(len(runs), 'run')}, {bytes_words(total)}"
    beside = ", ".join(f"{name} {bytes_words(size)}" for name, size in others.items())
    return f"{head}; beside them: {beside}\n" + (table(rows) if runs else "")


def runs_json(runs: Sequence[RecordedRun], needed: Mapping[str, str], others: Mapping[str, int]) -> JsonObject:
    """Return the same as a JSON object. Units: sizes in bytes."""
    return {"runs": [_run_json(run, needed.get(run.name)) for run in runs], "others": dict(others)}


def _run_json(run: RecordedRun, needed: str | None) -> JsonObject:
    return {
        "run": run.name,
        "kind": run.kind,
        "created": run.created.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "controller": run.controller,
        "simulated": run.simulated,
        "episodes": run.episodes,
        "size": run.size,
        "needed": needed,
    }


def pruned_text(done: Pruned) -> str:
    """Return what was removed, what it frees, and what stays although it is old."""
    verb = "would be removed" if done.is_dry else "removed"
    freed = "would free" if done.is_dry else "freed"
    lines = [
        f"{verb}: {counted(len(done.runs), 'run')} with {counted(sum(run.episodes for run in done.runs), 'episode')}, "
        f"{counted(len(done.arms), 'trial arm')}, {counted(len(done.artifacts), 'artifact')}; "
        f"{freed} {bytes_words(done.size)}: {_each(done)}; "
        f"{counted(done.kept, 'newer run')} and {counted(done.kept_arms, 'newer arm')} kept"
    ]
    lines += [
        f"  {run.name}  {counted(run.episodes, 'episode')}, {bytes_words(run.size)}" for run in done.runs[:_SHOWN]
    ]
    lines += [f"  ... and {len(done.runs) - _SHOWN} more"] if len(done.runs) > _SHOWN else []
    lines += [f"  {arm.name}  trial arm, {bytes_words(arm.size)}" for arm in done.arms[:_SHOWN]]
    lines += [f"  ... and {len(done.arms) - _SHOWN} more trial arms"] if len(done.arms) > _SHOWN else []
    stay = (*sorted(done.needed.items()), *sorted(done.needed_arms.items()))
    lines += [f"  kept  {name}: {escape_text(why)}" for name, why in stay]
    return "\n".join(lines) + "\n"


def _each(done: Pruned) -> str:
    runs, arms = sum(run.size for run in done.runs), sum(arm.size for arm in done.arms)
    parts = (("runs", runs), ("trial arms", arms), ("artifacts", done.size - runs - arms))
    return ", ".join(f"{name} {bytes_words(size)}" for name, size in parts)


def pruned_json(done: Pruned) -> JsonObject:
    """Return the same as a JSON object. Units: sizes in bytes."""
    return {
        "dry_run": done.is_dry,
        "removed": [_run_json(run, None) for run in done.runs],
        "artifacts": len(done.artifacts),
        "freed": done.size,
        "kept": done.kept,
        "needed": dict(sorted(done.needed.items())),
        "arms": [{"arm": arm.name, "size": arm.size} for arm in done.arms],
        "arms_kept": done.kept_arms,
        "arms_needed": dict(sorted(done.needed_arms.items())),
    }


def bytes_words(size: int) -> str:
    """Return `512 B`, `41.3 KB`, `1.2 GB`, in powers of 1,000."""
    value, unit = float(size), "B"
    for larger in ("KB", "MB", "GB", "TB"):
        if value < 1000:
            break
        value, unit = value / 1000, larger
    return f"{size} B" if unit == "B" else f"{value:.1f} {unit}"
