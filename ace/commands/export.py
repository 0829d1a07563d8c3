"""`ace export`."""

from pathlib import Path

import click

from ace.commands.options import GivenPath, environment, not_empty, repo_option
from ace.console import print_text, warn


@click.command("export")
@click.argument("run", default="latest", callback=not_empty)
@click.option(
    "--format",
    "format_name",
    type=click.Choice(["otlp"]),
    default="otlp",
    show_default=True,
    help="Form of the traces.",
)
@click.option(
    "--output",
    "-o",
    type=GivenPath(path_type=Path, allow_dash=True),
    default="-",
    show_default="stdout",
    help="File to write, whole or not at all; - is stdout.",
)
@click.option("--findings/--no-findings", default=True, show_default=True, help="Look for failures and write them too.")
@repo_option
def command(run: str, format_name: str, output: Path, findings: bool, repo: Path) -> None:
    """Write RUN (an id, its start, `latest`, an import, or a trial arm a-...) as traces for other tools.

    otlp: OpenTelemetry's JSON, an export request a line as the collector's file receiver reads it, with attributes of
    the GenAI conventions and of OpenInference. What detectors and rules find becomes gen_ai.evaluation.result events
    on the span of the step; the run's own scores stand on the root span. `ace import` reads it back.

    \b
    Example:
      ace export --output traces.jsonl
      ace export r-20261129 --no-findings | gzip > traces.jsonl.gz
      ace export a-1f2e3d4c5b6a -o arm.jsonl
    """
    from ace.text.counted import counted
    from ace.trace_export.export_run import write_lines
    from ace.trace_export.run_traces import run_traces

    traces = run_traces(repo, environment(), run, with_findings=findings)
    for note in traces.notes:
        warn(note)
    if str(output) == "-":
        print_text("\n".join(traces.lines))
        return
    count = write_lines(output, traces.lines)
    found = f" with {counted(traces.findings, 'finding')}" if findings else ""
    warn(f"wrote {counted(count, 'trace')} of {traces.run}{found} to {output}")
