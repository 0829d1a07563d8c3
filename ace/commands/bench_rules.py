"""`ace bench rules`."""

import click

from ace.commands.options import json_option, quiet_option
from ace.console import print_json, print_text, warn


@click.command("rules")
@click.option("--rules", type=click.IntRange(min=1), default=2000, show_default=True, help="Rule files to read.")
@quiet_option
@json_option
def command(rules: int, quiet: bool, as_json: bool) -> None:
    """Measure reading, checking and rendering rule files, and one decision of a condition, in CPU time.

    Every file has a condition of its own, which is compiled again in each pass.

    \b
    Example:
      ace bench rules
      ace bench rules --rules 200 --json
    """
    from ace.bench.rules import bench_json, bench_rules, bench_text

    bench = bench_rules(rules, (lambda text: None) if quiet else warn)
    if as_json:
        print_json(bench_json(bench))
    else:
        print_text(bench_text(bench))
