"""`ace bench crash`."""

import click

from ace.commands.options import json_option, quiet_option
from ace.console import print_json, print_text


@click.command("crash")
@click.option("--points", type=click.IntRange(1, 2000), default=100, show_default=True, help="How often one is killed.")
@click.option("--limit", type=click.IntRange(4, 60), default=6, show_default=True, help="Samples a cycle.")
@quiet_option
@json_option
def command(points: int, limit: int, quiet: bool, as_json: bool) -> int:
    """Kill cycles (SIGKILL) at every line of their journal and between, go on, and compare with one left alone.

    A local server stands for the paid model and counts what it is asked. The repository has a user's work in it. Exits
    1 when a proposal, file, request or anything of the user's is not as it should be.

    \b
    Example:
      ace bench crash --points 100 --json
    """
    from ace.bench.crash import run_crash
    from ace.bench.crash_text import crash_text
    from ace.report.progress import Progress

    progress = Progress(quiet)
    report = run_crash(points, limit, progress.note)
    if as_json:
        print_json(report.to_json())
    else:
        print_text(crash_text(report))
    return 0 if report.is_right else 1
