"""`ace bench students`."""

import click

from ace.commands.options import json_option
from ace.console import print_json, print_text


@click.command("students")
@click.option("--seeds", type=click.IntRange(1, 50), default=2, show_default=True, help="Episodes a sample.")
@click.option("--limit", type=click.IntRange(min=1), help="At most so many samples.")
@json_option
def command(seeds: int, limit: int | None, as_json: bool) -> None:
    """Measure how novices, medium students and experts differ under the simulated tutor. Everything is simulated.

    \b
    Example:
      ace bench students --seeds 3
    """
    from ace.bench.students import bench_students, students_json, students_text

    rows = bench_students(seeds, limit)
    print_json({"simulated": True, "rows": students_json(rows)}) if as_json else print_text(students_text(rows))
