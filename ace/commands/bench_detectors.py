"""`ace bench detectors`."""

import click

from ace.commands.options import json_option, quiet_option
from ace.console import print_json, print_text, warn


@click.command("detectors")
@click.option("--episodes", type=click.IntRange(min=1), default=400, show_default=True, help="Episodes to record.")
@quiet_option
@json_option
def command(episodes: int, quiet: bool, as_json: bool) -> None:
    """Measure events a second through the tutor's detectors and 20 conditioned rules, on one core.

    An event is an episode's header, a decision or its outcome. The episodes are recorded first, from the simulated
    controller, which is not timed. The shares say what each detector takes alone.

    \b
    Example:
      ace bench detectors
      ace bench detectors --episodes 100 --json
    """
    from ace.bench.detectors import bench_detectors, bench_json, bench_text

    bench = bench_detectors(episodes, (lambda text: None) if quiet else warn)
    if as_json:
        print_json(bench_json(bench))
    else:
        print_text(bench_text(bench))
