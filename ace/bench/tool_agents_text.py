"""The tool agents' bench as text."""

from collections.abc import Sequence

from ace.bench.labelled_steps import StepRow
from ace.bench.tool_agents import HALVES, PredictionRow
from analyzers.intervals import Interval


def prediction_text(rows: Sequence[PredictionRow]) -> str:
    """Return how well each method tells failed traces, a table for every file."""
    lines = []
    for file in dict.fromkeys(row.file for row in rows):
        lines += [f"{file}: which traces failed (95% Wilson intervals, Fisher's exact test one-sided)"]
        lines += [
            f"  {'half':<10} {'method':<27} {'precision':<28} {'recall':<28} {'F1':>5} {'base':>5} {'lift':>5} {'p':>8}"
        ]
        lines += [_prediction_line(row) for row in rows if row.file == file]
        lines += [""]
    return "\n".join(lines)


def _prediction_line(row: PredictionRow) -> str:
    found = row.found
    precision = f"{found.hits}/{found.flagged} {found.precision:.2f} " + _interval(found.precision_interval)
    recall = f"{found.hits}/{found.failed} {found.recall:.2f} " + _interval(found.recall_interval)
    return (
        f"  {row.half:<10} {row.method:<27} {precision:<28} {recall:<28} {found.f1:>5.3f} {found.base_rate:>5.2f}"
        f" {found.lift:>5.2f} {found.p_value:>8.1e}"
    )


def _interval(interval: Interval) -> str:
    return f"[{interval.low:.2f}, {interval.high:.2f}]"


def detector_text(rows: Sequence[PredictionRow]) -> str:
    """Return the share of failed traces among those a detector found something in: chosen on, held out, all."""
    lines = []
    for file in dict.fromkeys(row.file for row in rows):
        here = [row for row in rows if row.file == file]
        lines += [f"{file}: failed / flagged traces by detector"]
        lines += [f"  {'detector':<26} {'severity':<9} {'chosen on':>12} {'held out':>12} {'all':>12}"]
        for name, severity in dict.fromkeys((row.method, row.severity) for row in here):
            found = {row.half: row.found for row in here if (row.method, row.severity) == (name, severity)}
            shown = "".join(f"{found[half].hits:>9}/{found[half].flagged:<3}" for half in HALVES)
            lines += [f"  {name:<26} {severity:<9}{shown}".rstrip()]
        lines += [""]
    return "\n".join(lines)


def step_text(title: str, rows: Sequence[StepRow]) -> str:
    """Return how often findings stand at the labelled message, beside chance."""
    lines = [title, f"  {'':<34} {'labels':>6} {'exact':>6} {'chance':>7} {'+-1':>6} {'chance':>7}"]
    lines += [
        f"  {row.group:<34} {row.labels:>6} {row.exact:>6} {row.exact_by_chance:>7.1f} {row.near:>6}"
        f" {row.near_by_chance:>7.1f}"
        for row in rows
    ]
    return "\n".join([*lines, ""])
