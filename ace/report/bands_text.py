"""Bands as a table that fits 80 columns."""

from collections.abc import Sequence

from ace.measurements.read_rows import BadRow
from ace.text.counted import counted
from ace.text.visible_text import escape_text
from analyzers.band_edges import Edges
from analyzers.bands import Band, BandReport, Measure
from analyzers.intervals import Interval
from analyzers.measurements import Odd

_NAME_CHARS = 60


def bands_text(report: BandReport, bad_rows: Sequence[BadRow], bad_count: int, source: str) -> str:
    """Return the report for a reviewer; `bad_rows` are the first of `bad_count` rows that could not be read."""
    share = report.true / report.n
    lines = [
        f"{escape_text(source)}: {counted(report.n, 'row')} with a label, {report.true:,} true ({share:.1%}) by "
        f"`{escape_text(report.label)}`"
    ]
    if report.true in (0, report.n):
        lines.append("  every label is the same, so no measurement can be told to fit it: there is no AUC")
    if report.odd_labels:
        lines.append(f"  {counted(report.odd_labels, 'row')} left out for want of a label: {_odd(report)}")
    if bad_count:
        lines.append(f"  {counted(bad_count, 'row')} could not be read:")
        lines += [f"    line {bad.line}: {escape_text(bad.reason)[:66]}" for bad in bad_rows]
    for measure in report.measures:
        lines += ["", *_measure_lines(measure)]
    lines += [
        "",
        "AUC: chance that a true case has the larger value, ties half; 95% interval",
        "(Newcombe 2006). Shares: Wilson 95%. few, many true: the whole interval is",
        f"at least {report.settings.purer_by:g} times purer than all cases together.",
    ]
    return "\n".join(lines) + "\n"


def _odd(report: BandReport) -> str:
    return _examples(report.odd_label_examples, report.odd_labels)


def _examples(odd: Sequence[Odd], total: int) -> str:
    first = odd[0]
    shown = "nothing there" if first.kind == "missing" else escape_text(first.shown)
    return f"row {first.row} ({shown})" + (f" and {total - 1:,} more" if total > 1 else "")


def _measure_lines(measure: Measure) -> list[str]:
    area = measure.auc
    side = "" if area.value is None or area.high >= 0.5 else "  (smaller values go with true)"
    figure = "AUC none" if area.value is None else f"AUC {_bounds(area, 2)}"
    lines = [f"{_short(measure.name)}   {figure}{side}", f"  {_held(measure)}"]
    rows = [["band", "n", "true", "share true", "95% interval", ""]]
    rows += [_row(band) for band in measure.bands]
    widths = [max(len(row[i]) for row in rows) for i in range(5)]
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(row[i].rjust(widths[i]) for i in range(1, 5)), row[5]]
        lines.append(("  " + "  ".join(cells)).rstrip())
    if measure.odd:
        odd = ", ".join(f"row {one.row} ({escape_text(one.shown)[:16]})" for one in measure.odd[:3])
        lines.append(f"  no number: {odd}")
    return lines


def _held(measure: Measure) -> str:
    parts = [counted(measure.n, "number")]
    if measure.missing:
        parts.append(f"{measure.missing:,} missing")
    return ", ".join([*parts, *(f"{count:,} {kind}" for kind, count in measure.counts.items() if count)])


def _row(band: Band) -> list[str]:
    share = band.share
    interval = "" if share.value is None else f"[{share.low:.1%}, {share.high:.1%}]"
    shown = "-" if share.value is None else f"{share.value:.1%}"
    return [
        _range(band.edges),
        f"{band.n:,}",
        f"{band.true:,}",
        shown,
        interval,
        f"{band.mark} true" if band.mark else "",
    ]


def _range(edges: Edges) -> str:
    low, high, includes_high = edges
    if low is not None and low == high:
        return f"= {low:.6g}"
    if low is None:
        return f"below {high:.6g}"
    return f"from {low:.6g}" if high is None else f"{low:.6g} to {'' if includes_high else '<'}{high:.6g}"


def _bounds(figure: Interval, digits: int) -> str:
    return f"{figure.value:.{digits}f} [{figure.low:.{digits}f}, {figure.high:.{digits}f}]"


def _short(name: str) -> str:
    shown = escape_text(name)
    return shown if len(shown) <= _NAME_CHARS else f"{shown[: _NAME_CHARS - 3]}..."
