"""`ace import`."""

from pathlib import Path

import click

from ace.commands.options import GivenPath, json_option, not_empty, quiet_option, repo_option
from ace.console import print_json, print_text


@click.command("import")
@click.argument("files", nargs=-1, type=GivenPath(path_type=Path))
@click.option("--format", "format_name", callback=not_empty, help="Read everything as this format; else it is told.")
@click.option("--agent", callback=not_empty, help="Name of the agent, whatever the records say.")
@click.option("--attributes", is_flag=True, help="Only print which span attributes are read as what.")
@click.option("--strict", is_flag=True, help="Exit 1 when anything could not be read whole.")
@quiet_option
@repo_option
@json_option
@click.pass_context
def command(
    context: click.Context,
    files: tuple[Path, ...],
    format_name: str | None,
    agent: str | None,
    attributes: bool,
    strict: bool,
    quiet: bool,
    repo: Path,
    as_json: bool,
) -> None:
    """Read other agents' traces from FILES and keep them as a run that `ace analyze`, `show` and `trace` work on.

    \b
    Formats, told apart record by record: OpenTelemetry and OpenInference spans (otlp), Inspect logs (inspect),
    LangSmith runs (langsmith), chat messages with tool calls (openai-messages), talks of several agents (chat-history).
    Files are JSON, a JSON list, JSON lines, any of them with gzip, or Inspect's .eval. What cannot be read is listed
    with its line; the rest is imported.

    \b
    Example:
      ace import traces/*.jsonl
      ace import airline.json --agent booking --strict
      ace import log.json.gz --format otlp --json
      ace import --attributes
    """
    if attributes:
        from runtime.traces.formats.aliases import alias_table_text

        print_text(alias_table_text())
        return
    if not files:
        raise click.UsageError("name the FILES to read, for example `ace import traces/*.jsonl`")
    from ace.clock import SystemClock
    from ace.report.import_report import import_json, import_text
    from ace.trace_import.import_progress import ImportProgress
    from ace.trace_import.read_files import read_trace_files
    from ace.trace_import.store_import import store_import
    from ace.workspace import open_workspace

    workspace = open_workspace(repo)
    progress = ImportProgress(quiet)
    imported = read_trace_files(files, format_name, agent or "", progress.read)
    progress.finish()
    stored = store_import(workspace, imported, SystemClock().now()) if imported.episodes else None
    print_json(import_json(imported, stored)) if as_json else print_text(import_text(imported, stored))
    if stored is None or (strict and imported.problems):
        context.exit(1)
