"""The two curves of `ace bench gate` as one SVG: share accepted by true effect, and what a kept set seems to gain."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from ace.bench.gate import OURS, GateBench

# What each gate is drawn with, by place: colours that people with any colour vision tell apart (Okabe and Ito 2008).
_COLOURS = ("#000000", "#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#8c6d31")
_WIDTH, _HEIGHT, _LEFT, _TOP = 400, 300, 60, 40
_POINTS = {"harmful": -6, "null": 0, "plus2": 2, "plus4": 4, "plus6": 6, "plus8": 8, "plus15": 15}


class Panel(NamedTuple):
    """One chart. `lines`: by gate its (x, y) pairs. `ticks`: values named on each axis."""

    title: str
    x_label: str
    lines: Mapping[str, Sequence[tuple[float, float]]]
    x_ticks: Sequence[float]
    y_ticks: Sequence[float]


def gate_svg(result: GateBench) -> str:
    """Return one SVG document, both panels side by side with one legend."""
    gates = list(result.rules)
    power = {
        gate: [
            (float(_POINTS[row.scenario]), 100 * row.accepted)
            for row in sorted(result.rows, key=lambda row: _POINTS.get(row.scenario, 0))
            if row.gate == gate and row.scenario in _POINTS
        ]
        for gate in gates
    }
    days = {gate: [(place + 1.0, gain) for place, gain in enumerate(result.curves[gate])] for gate in gates}
    top = max(gain for line in days.values() for _, gain in line)
    ticks = range(0, int(top // 10 + 1) * 10 + 1, 10)
    panels = (
        Panel("Accepted, %", "true effect, points", power, sorted(_POINTS.values()), range(0, 101, 20)),
        Panel("Gain shown by one kept set, points (true: 0)", "day", days, range(0, 181, 30), ticks),
    )
    across = _LEFT + _WIDTH + 30
    width, height = 2 * across, _TOP + _HEIGHT + 50 + 16 * ((len(gates) + 3) // 4)
    parts = [f'<g transform="translate({place * across} 0)">{_panel(one)}</g>' for place, one in enumerate(panels)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="11"><rect width="100%" height="100%" fill="#fff"/>'
        f"{''.join(parts)}{_legend(gates)}</svg>\n"
    )


def _panel(panel: Panel) -> str:
    x_low, x_high = panel.x_ticks[0], panel.x_ticks[-1]
    y_low, y_high = panel.y_ticks[0], panel.y_ticks[-1]

    def place(x: float, y: float) -> tuple[float, float]:
        across = (x - x_low) / (x_high - x_low)
        up = (y - y_low) / (y_high - y_low)
        return _LEFT + _WIDTH * across, _TOP + _HEIGHT * (1 - up)

    bottom = _TOP + _HEIGHT
    parts = [f'<text x="{_LEFT}" y="{_TOP - 14}" font-weight="bold">{escape(panel.title)}</text>']
    parts.append(f'<text x="{_LEFT + _WIDTH}" y="{bottom + 32}" text-anchor="end">{escape(panel.x_label)}</text>')
    for y in panel.y_ticks:
        _, at = place(x_low, y)
        parts.append(f'<path d="M{_LEFT} {at:.1f}h{_WIDTH}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{y:g}</text>')
    for x in panel.x_ticks:
        at, _ = place(x, y_low)
        parts.append(f'<text x="{at:.1f}" y="{bottom + 16}" text-anchor="middle">{x:g}</text>')
    for number, (gate, line) in enumerate(panel.lines.items()):
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in line))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{_colour(number)}" stroke-width="{_stroke(gate)}"/>'
        )
    return "".join(parts)


def _legend(gates: Sequence[str]) -> str:
    parts = []
    for number, gate in enumerate(gates):
        x, y = _LEFT + 220 * (number % 4), _TOP + _HEIGHT + 56 + 16 * (number // 4)
        line = f'<path d="M{x} {y - 4}h20" stroke="{_colour(number)}" stroke-width="{_stroke(gate)}"/>'
        parts.append(f'{line}<text x="{x + 26}" y="{y}">{escape(gate)}</text>')
    return "".join(parts)


def _colour(number: int) -> str:
    return _COLOURS[number % len(_COLOURS)]


def _stroke(gate: str) -> str:
    return "3" if gate == OURS else "1.5"
