"""What `ace bench gate` prints."""

from collections.abc import Iterator

from ace.bench.gate import BEGUN, KEPT, OURS, RENEWED, GateBench, GateRow

# The width of a line that a terminal shows whole.
_COLUMNS = 6


def gate_text(result: GateBench) -> str:
    """Return the shares accepted, false discoveries, 180 days, how far estimates are off, and what was skipped."""
    lines = [
        f"{result.cycles} cycles a figure, seed {result.seed}; share accepted in %, with the 95% interval beneath",
        *_shares(result),
        "",
        "mixed: of what was accepted, the share that makes nothing better (10% of drafts +6, 70% nothing, 20% -6)",
        *(_false(row) for row in result.rows if "false_low" in row.detail),
        "",
        "180 days of drafts that do nothing (true gain 0): streams with any acceptance; points that the set then",
        "shows; points claimed at acceptance, added up",
        *(_days(row) for row in result.rows if row.scenario in (KEPT, RENEWED)),
        "",
        "180 days with a confirmation begun each day or week on new samples (mixed: drafts as above, past the screen):",
        "streams that accept anything that makes nothing better; of good drafts, the share accepted",
        *(_begun(row) for row in result.rows if row.scenario in BEGUN),
        "what the next confirmation needs after so many that came to nothing, and its exact chances with the screen",
        *(
            f"  {one.begun_before:>4}: e >= {one.needed_e:<5g} null {100 * one.null:.3f}%  +4 {100 * one.plus4:.1f}%  "
            f"+6 {100 * one.plus6:.1f}%  +8 {100 * one.plus8:.1f}%"
            for one in result.bars
        ),
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
    names = [name for name in dict.fromkeys(row.scenario for row in result.rows) if name not in (KEPT, RENEWED, *BEGUN)]
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


def _begun(row: GateRow) -> str:
    power = row.detail.get("power")
    found = f"  power {100 * power:.1f}%  false {100 * row.detail['false_share']:.2f}% of accepted" if power else ""
    return f"  {row.scenario:<20} {row.detail['confirmations']:>4.0f} begun  {100 * row.accepted:6.2f}%{found}"
