"""`ace bench gate`."""

from pathlib import Path

import click

from ace.commands.options import GivenPath, json_option, quiet_option
from ace.console import print_json, print_text, warn


@click.command("gate")
@click.option("--cycles", type=click.IntRange(100, 1_000_000), default=10_000, show_default=True, help="A figure.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the random numbers.")
@click.option("--plot", type=GivenPath(path_type=Path, dir_okay=False), help="Write the two curves there, as SVG.")
@quiet_option
@json_option
def command(cycles: int, seed: int, plot: Path | None, quiet: bool, as_json: bool) -> int:
    """Simulate our acceptance gate beside what others use, on drafts whose true effect is known.

    GEPA's own acceptance function is asked: the package is installed from PyPI into an environment of its own, once,
    in ACE_PEERS_DIR or the cache folder; when it cannot be, its rows are skipped with the reason.

    \b
    Example:
      ace bench gate
      ace bench gate --cycles 1000 --json
      ace bench gate --plot gate.svg
    """
    from ace.bench.gate import measure_gate
    from ace.bench.gate_text import gate_text
    from ace.errors import NotFoundError

    if plot is not None and not plot.absolute().parent.is_dir():
        raise NotFoundError(f"{plot}: its folder does not exist; create it, or name another file")
    result = measure_gate(cycles, seed, (lambda text: None) if quiet else warn)
    if plot is not None:
        from ace.bench.gate_plot import gate_svg

        plot.write_text(gate_svg(result), encoding="utf-8")
    print_json(result.to_json()) if as_json else print_text(gate_text(result))
    return 0
