"""What `ace bench gate` prints."""

from collections.abc import Iterator

from ace.bench.gate import KEPT, OURS, RENEWED, GateBench, GateRow

# The width of a line that a terminal shows whole.
_COLUMNS = 6


def gate_text(result: GateBench) -> str:
    """Return the shares accepted, false discoveries, 180 days, how far estimates are off, and what was skipped."""
    lines = [
        f"{result.cycles} cycles a figure, seed {result.seed}; share accepted in %, with the 95% interval beneath",
        *_shares(result),
        "",
        "mixed: of what was accepted, the share that makes nothing better (10% of drafts +6, 70% nothing, 20% -6)",
        *(_false(row) for row in result.rows if "false_share" in row.detail),
        "",
        "180 days of drafts that do nothing (true gain 0): streams with any acceptance; points that the set then",
        "shows; points claimed at acceptance, added up",
        *(_days(row) for row in result.rows if row.scenario in (KEPT, RENEWED)),
        "",
        "estimates after a confirmation: mean error in points (Monte Carlo standard error), spread of one estimate",
        *(
            f"  {one.scenario:<7} {one.among:<10} {one.method:<20} {one.bias_points:>+6.2f} ({one.error_points:.2f})"
            f" {one.spread_points:>6.2f}   {one.drafts} drafts"
            for one in result.bias
        ),
        "",
        *(f"{name}: {rule}" for name, rule in result.rules.items()),
        *(f"{one.gate}: skipped: {one.reason}" for one in result.skipped),
        f"processor time: {result.our_cpu_s:.1f} s for {OURS} with its estimates, {result.cpu_s:.1f} s for everything",
    ]
    return "\n".join(lines)


def _shares(result: GateBench) -> Iterator[str]:
    known = {(row.gate, row.scenario): row for row in result.rows}
    gates = list(result.rules)
    names = [name for name in dict.fromkeys(row.scenario for row in result.rows) if name not in (KEPT, RENEWED)]
    for start in range(0, len(names), _COLUMNS):
        part = names[start : start + _COLUMNS]
        widths = [max(len(name), 11) for name in part]
        yield ""
        yield " " * 20 + " ".join(f"{name:>{width}}" for name, width in zip(part, widths, strict=True))
        for gate in gates:
            row = [known.get((gate, name)) for name in part]
            if any(row):
                yield _line(gate, [_share(one) for one in row], widths)
                yield _line("", [_range(one) for one in row], widths)


def _line(head: str, cells: list[str], widths: list[int]) -> str:
    body = " ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
    return f"{head:<20}{body}"


def _share(row: GateRow | None) -> str:
    return "-" if row is None else f"{100 * row.accepted:.2f}"


def _range(row: GateRow | None) -> str:
    return "" if row is None else f"{100 * row.low:.2f}-{100 * row.high:.2f}"


def _false(row: GateRow) -> str:
    share, low, high = (100 * row.detail[name] for name in ("false_share", "false_low", "false_high"))
    return f"  {row.gate:<20} {share:6.2f}%  ({low:.2f}-{high:.2f})"


def _days(row: GateRow) -> str:
    kind = "kept" if row.scenario == KEPT else "renewed"
    gain, claimed = row.detail["gain_points"], row.detail["claimed_points"]
    rest = "".join(
        f", {name.replace('_', ' ')} {row.detail[name]:.2f}"
        for name in ("confirmations", "share_out_of_samples")
        if name in row.detail
    )
    return f"  {row.gate:<20} {kind:<8} {100 * row.accepted:6.2f}%  shows {gain:+6.2f}  claimed {claimed:+8.2f}{rest}"
