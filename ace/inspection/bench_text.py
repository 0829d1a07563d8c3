"""What `ace inspect bench` prints."""

from collections.abc import Iterator, Sequence

from ace.inspection.bench import NO_CONTROL, NO_GUIDANCE, InspectionBench
from ace.inspection.curve import CurvePoint
from ace.inspection.data_figures import DataFigures
from ace.inspection.guidance import guidance_text
from ace.inspection.image_set import ImageSet
from ace.inspection.row import Row
from ace.inspection.task_gate import LEAST_RECALL_RATIO
from ace.text.visible_text import escape_text
from runtime.inspection.counts import ImageCounts, Rate, precision_of, recall_of

NAMES = {
    "detector": "plain detector",
    "agent": "agent",
    "guidance": "agent + guidance",
    "check": "agent + report check",
    "both": "agent + both",
    "control": "control: thresholds",
    "gate": "guidance as code",
}
_CURVE_LINES = 12
_LISTED = 3


def bench_text(bench: InspectionBench) -> str:
    """Return the table, its comparisons, the curve, what the images are like, and the drafted guidance."""
    rows = [*bench.rows, *([bench.gate] if bench.gate else [])]
    lines = [
        f"{bench.controller}, {bench.seeds} episodes an image and arm{_marked(bench)}",
        escape_text(bench.images.about),
        *about_images(bench.images),
        "",
        f"{'':<22}{'kept':>6}{'TP':>6}{'FP':>6}{'missed':>8}  {'precision [95%]':<20}{'recall [95%]':<20}",
        *map(_row_line, rows),
        "  intervals: bootstrap over images; hit: IoU at least 0.2, one to one; an image's seeds are added up",
        "",
        f"{'task gate':<22}{'precision change':<24}{'share of recall kept':<24}passes",
        *(_gate_line(row) for row in rows if row.gate is not None),
        f"  against the plain detector: more precision, and at least {LEAST_RECALL_RATIO:g} of its recall",
        "",
        *_against(rows),
        f"{'an image':<22}{'steps':>7}{'calls':>7}{'models':>8}{'tokens':>8}{'seconds':>9}  skipped  without report",
        *map(_cost_line, rows),
        "  skipped: reports that left a candidate unmeasured; undecided episodes are not counted:"
        f" {sum(row.measured.undecided for row in rows)}",
        "",
        *_control_lines(bench),
        "",
        *_data_lines(bench.data),
        "",
        *_guidance_lines(bench),
    ]
    return "\n".join(lines) + "\n"


def about_images(images: ImageSet) -> Iterator[str]:
    """Yield what was left out, what is converted and what is kept in one half, the first of each, and how many more."""
    yield from _listed("left out", images.left_out)
    yield from _listed("converted", images.notes)
    yield from _listed("in one half", images.grouped)


def _listed(head: str, texts: Sequence[str]) -> Iterator[str]:
    yield from (f"{head}: {escape_text(text)}" for text in texts[:_LISTED])
    if len(texts) > _LISTED:
        yield f"{head}: and {len(texts) - _LISTED} more"


def _marked(bench: InspectionBench) -> str:
    parts = ["the controller is simulated: its rows prove nothing about a model"] if bench.is_simulated else []
    parts += ["the images are drawn"] if bench.images.is_drawn else []
    return f"\nsimulated: {'; '.join(parts)}" if parts else ""


def _row_line(row: Row) -> str:
    kept, tp, fp, fn = row.counts
    shown = f"{NAMES[row.name]}{' *' if row.measured.is_simulated else ''}"
    counts = f"{kept:>6}{tp:>6}{fp:>6}{fn:>8}"
    return f"{shown:<22}{counts}  {_percent(row.precision):<20}{_percent(row.recall):<20}".rstrip()


def _gate_line(row: Row) -> str:
    assert row.gate is not None
    gate = row.gate
    passes = {True: "yes", False: "no", None: "undefined"}.get(gate.passes if isinstance(gate.passes, bool) else None)
    word = gate.passes if isinstance(gate.passes, str) else passes
    return f"{NAMES[row.name]:<22}{_points(gate.precision_change):<24}{_ratio(gate.recall_ratio):<24}{word}"


def _against(rows: Sequence[Row]) -> Iterator[str]:
    compared = [row for row in rows if row.against_agent is not None]
    if not compared:
        return
    yield f"{'against the agent':<22}{'precision change':<24}{'recall over its':<24}"
    for row in compared:
        assert row.against_agent is not None
        change, ratio = row.against_agent.precision_change, row.against_agent.recall_ratio
        yield f"{NAMES[row.name]:<22}{_points(change):<24}{_ratio(ratio):<24}".rstrip()
    yield ""


def _cost_line(row: Row) -> str:
    cost, measured = row.measured.cost, row.measured
    skipped = "" if measured.skipped is None else f"{measured.skipped:.0%}"
    start = f"{NAMES[row.name]:<22}{cost.steps:>7.1f}{cost.calls:>7.1f}{cost.model_calls:>8.1f}{cost.tokens:>8.0f}"
    return f"{start}{cost.seconds:>9.3f}{skipped:>9}{measured.no_report or '':>16}".rstrip()


def _control_lines(bench: InspectionBench) -> Iterator[str]:
    if bench.control is None:
        yield NO_CONTROL
        return
    yield f"control, chosen on dev images at the agent's recall: keep {bench.control.in_words()}"
    yield f"  {'thresholds, each at least':<40}{'on dev images':>16}{'held out':>18}"
    yield f"  {'contrast':>12}{'edge px':>12}{'area px':>12}    {'precision/recall':>16}{'precision/recall':>18}"
    for point in _spread(bench.curve):
        asked = "".join(f"{'-' if least is None else f'{least:.4g}':>12}" for least in point.thresholds)
        yield f"  {asked}    {_pair(point.dev):>16}{_pair(point.held_out):>18}"


def _pair(counts: ImageCounts) -> str:
    return f"{_share(precision_of(counts))} /{_share(recall_of(counts))}"


def _spread(points: Sequence[CurvePoint]) -> list[CurvePoint]:
    """Return at most a dozen points, the first and the last among them."""
    if len(points) <= _CURVE_LINES:
        return list(points)
    return [points[round(number * (len(points) - 1) / (_CURVE_LINES - 1))] for number in range(_CURVE_LINES)]


def _data_lines(data: DataFigures) -> Iterator[str]:
    yield f"held-out images: {data.images}, voids {data.voids}, candidates {data.candidates}, real {data.real}"
    border = "" if data.border_real is None else f", {data.border_real:.1%} of those real"
    yield f"  candidates at the image's edge {_share(data.border_share).strip()}{border}"
    areas = ", ".join(f"{name} {'none' if area is None else f'{area:.2f}'}" for name, area in data.auc.items())
    yield f"  AUC, how well a measure tells real ones: {areas}"


def _guidance_lines(bench: InspectionBench) -> Iterator[str]:
    if bench.guidance is None:
        yield NO_GUIDANCE
        return
    yield "guidance drafted from the bands of the dev images (`ace inspect bands`):"
    yield from (f"  {line}" for line in guidance_text(bench.guidance).splitlines())


def _share(value: float | None) -> str:
    return "    -" if value is None else f"{100 * value:>5.1f}"


def _percent(rate: Rate) -> str:
    if rate.value is None:
        return "undefined"
    interval = "" if rate.low is None or rate.high is None else f" [{100 * rate.low:.1f}, {100 * rate.high:.1f}]"
    return f"{100 * rate.value:.1f}{interval}"


def _points(rate: Rate) -> str:
    if rate.value is None:
        return "undefined"
    interval = "" if rate.low is None or rate.high is None else f" [{100 * rate.low:+.1f}, {100 * rate.high:+.1f}]"
    return f"{100 * rate.value:+.1f}{interval}"


def _ratio(rate: Rate) -> str:
    if rate.value is None:
        return "undefined"
    interval = "" if rate.low is None or rate.high is None else f" [{rate.low:.2f}, {rate.high:.2f}]"
    return f"{rate.value:.2f}{interval}"
