"""`ace bench runtime`."""

import click

from ace.commands.options import json_option, quiet_option
from ace.console import print_json, print_text, warn

NAMES = ("overhead", "rate", "prefix", "capacity", "memory")


@click.command("runtime")
@click.option("--only", multiple=True, type=click.Choice(NAMES), help="Measure this alone; may be given again.")
@click.option("--episodes", type=click.IntRange(min=20), help="Episodes a measure, instead of each one's own number.")
@quiet_option
@json_option
def command(only: tuple[str, ...], episodes: int | None, quiet: bool, as_json: bool) -> None:
    """Measure the runtime: own cost of a decision, episodes a minute, prompt reuse, a server kept busy, memory.

    The controller is simulated and the model server only waits: figures are about ACE, not about a model. Targets are
    for two cores with nothing else on them. `ace bench retrieval` measures the index.

    \b
    Example:
      ace bench runtime
      ace bench runtime --only memory --episodes 20000 --json
    """
    from ace.bench.row import rows_text
    from ace.bench.runtime import bench_runtime

    rows = bench_runtime(only, episodes, (lambda text: None) if quiet else warn)
    if as_json:
        print_json({"schema_version": 1, "simulated": True, "rows": [row.to_json() for row in rows]})
    else:
        print_text(rows_text(rows) + "simulated controller: figures are about ACE, not about a model\n")
