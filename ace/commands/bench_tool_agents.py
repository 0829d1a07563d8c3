"""`ace bench tool-agents`."""

from pathlib import Path

import click

from ace.commands.options import GivenPath, json_option
from ace.console import print_json, print_text

_FILE = GivenPath(exists=True, dir_okay=False, path_type=Path)


@click.command("tool-agents")
@click.option("--traces", type=_FILE, multiple=True, required=True, help="Traces with a reward; may be given again.")
@click.option("--labels", type=_FILE, help="Labelled failures (AgentRx); needs --labelled.")
@click.option("--labelled", type=_FILE, help="The traces that the labels speak of.")
@click.option(
    "--mistakes",
    type=GivenPath(exists=True, file_okay=False, path_type=Path),
    help="Folder of logs with a mistake_step each (Who&When).",
)
@json_option
def command(
    traces: tuple[Path, ...], labels: Path | None, labelled: Path | None, mistakes: Path | None, as_json: bool
) -> None:
    """Measure the detectors for tool agents on traces whose outcome is known.

    Which detectors count as major was decided on the tasks with even numbers; those with odd ones are held out.
    The reward is never read by a detector.

    \b
    Example:
      ace bench tool-agents --traces tau_dataset_full.json --traces gpt-4o-airline.json
      ace bench tool-agents --traces tau_dataset_full.json --labels tau_ground_truth.json \\
        --labelled tau_dataset_failed.json --mistakes whowhen/algorithm_generated --json
    """
    from ace.bench.tool_agents_report import ToolAgentInput, bench_tool_agents, report_text

    if (labels is None) != (labelled is None):
        raise click.UsageError("--labels and --labelled go together")
    report = bench_tool_agents(ToolAgentInput(traces, labels, labelled, mistakes))
    print_json(report.to_json()) if as_json else print_text(report_text(report))
