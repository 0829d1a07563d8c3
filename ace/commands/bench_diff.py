"""`ace bench diff`."""

import click

from ace.commands.options import json_option, quiet_option
from ace.console import print_json, print_text, warn


@click.command("diff")
@click.option(
    "--rules",
    type=click.IntRange(min=5),
    multiple=True,
    default=(1_000, 10_000),
    show_default=True,
    help="Rules in the repository; may be given several times.",
)
@quiet_option
@json_option
def command(rules: tuple[int, ...], quiet: bool, as_json: bool) -> None:
    """Measure `ace diff` on many rules with five open proposals, start included, beside `git diff` of the branches.

    \b
    Example:
      ace bench diff
      ace bench diff --rules 1000 --json
    """
    from ace.bench.diff_speed import bench_diff, bench_json, bench_text

    found = bench_diff(rules, (lambda text: None) if quiet else warn)
    print_json(bench_json(found)) if as_json else print_text(bench_text(found))
