"""`ace demo`."""

from pathlib import Path

import click

from ace.commands.options import json_option, quiet_option
from ace.console import print_json, print_text


@click.command("demo")
@click.option("--out", type=click.Path(path_type=Path), help="New or empty folder for the repository.")
@quiet_option
@json_option
def command(out: Path | None, quiet: bool, as_json: bool) -> None:
    """Show the whole loop in a new repository: run, clusters, proposals, diff, merge, run again. All simulated.

    \b
    Example:
      ace demo
      ace demo --out /tmp/ace-demo --json
    """
    import tempfile

    from ace.demo.run_demo import run_demo
    from ace.report.progress import Progress

    folder = out if out is not None else Path(tempfile.mkdtemp(prefix="ace-demo-"))
    say = (lambda text: None) if as_json else print_text
    demo = run_demo(folder.resolve(), Progress(quiet), say)
    if as_json:
        print_json(demo.to_json())
