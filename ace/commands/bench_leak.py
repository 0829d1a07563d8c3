"""`ace bench leak`."""

from pathlib import Path

import click

from ace.commands.options import json_option
from ace.console import print_json, print_text


@click.command("leak")
@click.option("--data", type=click.Path(path_type=Path), required=True, help="Folder with MRBench's *.json files.")
@json_option
def command(data: Path, as_json: bool) -> None:
    """Measure the leak gate on tutor replies that people labelled as revealing the answer or not.

    Only replies whose answer is known count. Half the questions were used to write the gate, half were held out.

    \b
    Example:
      ace bench leak --data mrbench
      ace bench leak --data mrbench --json
    """
    from ace.bench.leak import bench_leak, leak_text

    rows = bench_leak(data)
    print_json({"rows": [row.to_json() for row in rows]}) if as_json else print_text(leak_text(rows))
