"""`ace bench daemon`."""

import click

from ace.commands.options import json_option
from ace.console import print_json, print_text


@click.command("daemon")
@click.option("--cycles", type=click.IntRange(20, 1_000_000), default=1000, show_default=True, help="Cycles to run.")
@click.option(
    "--every", type=click.FloatRange(0.01, 60), default=0.25, show_default=True, help="Seconds between due times."
)
@click.option("--command", "words", default="true", show_default=True, help="What runs in place of each cycle.")
@json_option
def command(cycles: int, every: float, words: str, as_json: bool) -> int:
    """Run the daemon through many quick cycles and weigh it: memory, open files, child processes, threads.

    The cycles are a command that does nothing; metrics are asked for meanwhile. Linux only. Exit 1 when it grows.

    \b
    Example:
      ace bench daemon
      ace bench daemon --cycles 100 --command "sh -c 'exit 1'"
    """
    import shlex

    from ace.bench.daemon_soak import soak_daemon
    from ace.bench.row import rows_text

    rows = soak_daemon(cycles, every, shlex.split(words))
    if as_json:
        print_json({"schema_version": 1, "rows": [row.to_json() for row in rows]})
    else:
        print_text(rows_text(rows))
    return 0 if all(row.is_met for row in rows) else 1
