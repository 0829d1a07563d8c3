"""Precision over recall as one SVG: the thresholds' curve, and each row with its intervals."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from ace.inspection.bench import InspectionBench
from ace.inspection.bench_text import NAMES
from ace.inspection.row import Row
from runtime.inspection.counts import Rate, precision_of, recall_of

# Colours that people with any colour vision tell apart (Okabe and Ito 2008), by row.
_COLOURS = {
    "detector": "#7f7f7f",
    "agent": "#000000",
    "guidance": "#0072b2",
    "check": "#e69f00",
    "both": "#cc79a7",
    "control": "#d55e00",
    "gate": "#009e73",
}
_WIDTH, _HEIGHT, _LEFT, _TOP = 520, 380, 60, 62
_MARGIN = 1.1


class _Scale(NamedTuple):
    """The values at the far ends of both axes; both begin at 0."""

    recall: float
    precision: float

    def place(self, recall: float, precision: float) -> tuple[float, float]:
        return _LEFT + _WIDTH * recall / self.recall, _TOP + _HEIGHT * (1 - precision / self.precision)


def bench_svg(bench: InspectionBench) -> str:
    """Return one SVG document."""
    rows = [row for row in (*bench.rows, *([bench.gate] if bench.gate else [])) if row.precision.value is not None]
    both = ((recall_of(point.held_out), precision_of(point.held_out)) for point in bench.curve)
    curve = [(recall, precision) for recall, precision in both if recall is not None and precision is not None]
    scale = _scale(rows, curve)
    width, height = _LEFT + _WIDTH + 30, _TOP + _HEIGHT + 60 + 16 * ((len(rows) + 3) // 3)
    body = "".join([*_axes(scale), _line(scale, curve), *(_cross(scale, row) for row in rows), _legend(rows)])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="#fff"/>'
        f'<text x="{_LEFT}" y="16" font-weight="bold">Precision over recall on held-out images, 95% intervals</text>'
        f'<text x="{_LEFT}" y="31">{escape(_about(bench))}</text>{body}</svg>\n'
    )


def _about(bench: InspectionBench) -> str:
    images = "drawn (simulated) images" if bench.images.is_drawn else "images"
    return f"{bench.controller}; {bench.data.images} {images}, {bench.seeds} seeds"


def _scale(rows: Sequence[Row], curve: Sequence[tuple[float, float]]) -> _Scale:
    recalls = [recall for recall, _ in curve] + [_top(row.recall) for row in rows]
    precisions = [precision for _, precision in curve] + [_top(row.precision) for row in rows]
    return _Scale(_end(recalls), _end(precisions))


def _end(values: Sequence[float]) -> float:
    return min(1.0, _MARGIN * max(values, default=0.0)) or 1.0


def _top(rate: Rate) -> float:
    return max(rate.high or 0.0, rate.value or 0.0)


def _axes(scale: _Scale) -> list[str]:
    bottom, right = _TOP + _HEIGHT, _LEFT + _WIDTH
    parts = [f'<text x="{right}" y="{bottom + 32}" text-anchor="end">recall, %</text>']
    parts.append(f'<text x="{_LEFT - 48}" y="{_TOP - 10}">precision, %</text>')
    for value in _ticks(scale.precision):
        _, y = scale.place(0, value)
        parts.append(f'<path d="M{_LEFT} {y:.1f}h{_WIDTH}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{100 * value:g}</text>')
    for value in _ticks(scale.recall):
        x, _ = scale.place(value, 0)
        parts.append(f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{100 * value:g}</text>')
    return parts


def _ticks(top: float) -> list[float]:
    step = next(step for step in (0.02, 0.05, 0.1, 0.2) if top / step <= 8)
    return [round(number * step, 4) for number in range(int(top / step) + 1)]


def _line(scale: _Scale, curve: Sequence[tuple[float, float]]) -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (scale.place(*point) for point in sorted(curve)))
    return f'<polyline points="{points}" fill="none" stroke="{_COLOURS["control"]}" stroke-width="1.5"/>'


def _cross(scale: _Scale, row: Row) -> str:
    """Return a dot with one bar an interval."""
    colour = _COLOURS[row.name]
    recall, precision = row.recall.value or 0.0, row.precision.value or 0.0
    x, y = scale.place(recall, precision)
    bars = ""
    if row.recall.low is not None and row.recall.high is not None:
        left, right = scale.place(row.recall.low, precision)[0], scale.place(row.recall.high, precision)[0]
        bars += f'<path d="M{left:.1f} {y:.1f}H{right:.1f}" stroke="{colour}"/>'
    if row.precision.low is not None and row.precision.high is not None:
        low, high = scale.place(recall, row.precision.low)[1], scale.place(recall, row.precision.high)[1]
        bars += f'<path d="M{x:.1f} {low:.1f}V{high:.1f}" stroke="{colour}"/>'
    return f'{bars}<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'


def _legend(rows: Sequence[Row]) -> str:
    parts = []
    for number, row in enumerate(rows):
        x, y = _LEFT + 185 * (number % 3), _TOP + _HEIGHT + 56 + 16 * (number // 3)
        mark = " (simulated)" if row.measured.is_simulated else ""
        dot = f'<circle cx="{x + 6}" cy="{y - 4}" r="4" fill="{_COLOURS[row.name]}"/>'
        parts.append(f'{dot}<text x="{x + 16}" y="{y}">{escape(NAMES[row.name] + mark)}</text>')
    return "".join(parts)
