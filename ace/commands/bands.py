"""`ace bands`."""

from pathlib import Path

import click

from ace.commands.options import GivenPath, json_option, not_empty
from ace.console import print_json, print_text

_LISTED = 5


def _numbers(context: click.Context, parameter: click.Parameter, value: str | None) -> tuple[float, ...]:
    if value is None:
        return ()
    from analyzers.band_edges import cut_bands

    try:
        cuts = tuple(float(part) for part in value.split(","))
        cut_bands(cuts)
    except ValueError as exc:
        raise click.BadParameter("give numbers that rise, such as 0.5,1,2", context, parameter) from exc
    return cuts


@click.command("bands")
@click.argument("file", type=GivenPath(exists=True, dir_okay=False, path_type=Path))
@click.option("--label", required=True, callback=not_empty, help="Field that says true or false of each row.")
@click.option("--measure", "measures", multiple=True, callback=not_empty, help="Field with a number; repeatable.")
@click.option("--bands", "count", type=click.IntRange(2, 50), default=5, show_default=True, help="Bands of equal size.")
@click.option("--cuts", callback=_numbers, help="Cut points a,b,c instead.")
@json_option
def command(
    file: Path, label: str, measures: tuple[str, ...], count: int, cuts: tuple[float, ...], as_json: bool
) -> None:
    """Show how well measurements tell true cases from false, band by band.

    FILE holds one row a case: JSON lines, a JSON list or CSV, plain or .gz. Fields may be dotted paths
    (tool.contrast). Without --measure every field that holds numbers is looked at. A value that a tenth of the cases
    share, such as an exact zero, gets a band of its own.

    \b
    Example:
      ace bands candidates.jsonl --label is_nodule
      ace bands candidates.csv.gz --label truth --measure border_px --cuts 1,5,20 --json
    """
    from ace.errors import AceError
    from ace.measurements.read_rows import BadRow, read_rows
    from ace.report.bands_text import bands_text
    from analyzers.bands import BandSettings, bands
    from analyzers.measurements import MeasurementError

    first: list[BadRow] = []
    total = 0

    def report(bad: BadRow) -> None:
        nonlocal total
        total += 1
        if len(first) < _LISTED:
            first.append(bad)

    try:
        found = bands((row.fields for row in read_rows(file, report)), label, measures, BandSettings(count, cuts))
    except MeasurementError as exc:
        unread = f" ({total:,} rows could not be read; line {first[0].line}: {first[0].reason})" if first else ""
        raise AceError(f"{file}: {exc}{unread}") from exc
    if as_json:
        bad = {"bad_rows": total, "bad_row_examples": [one._asdict() for one in first]}
        print_json({**found.to_json(), "file": str(file), **bad})
    else:
        print_text(bands_text(found, first, total, file.name))
