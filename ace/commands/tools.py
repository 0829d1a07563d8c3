"""`ace tools`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, not_empty, repo_option
from ace.console import print_json, print_text, warn


@click.command("tools")
@click.argument("name", required=False, callback=not_empty)
@click.option("--agent", callback=not_empty, help="Agent whose tools are meant (default: the one in ace.yaml).")
@repo_option
@json_option
def command(name: str | None, agent: str | None, repo: Path, as_json: bool) -> None:
    """List the agent's tools: what works here, what stands in, what is missing. NAME shows one in full.

    Works outside a repository too, with the defaults. The status is `ready`, `fallback` (something simpler stands in)
    or `missing` (the detail says what to install or set); nothing is loaded, started or sent to find out.

    \b
    Example:
      ace tools
      ace tools ocr
      ace tools --json
    """
    from ace.report.tools_report import find_tools, only_tool, tool_text, tools_json, tools_text

    found = find_tools(repo, environment(), agent)
    if found.note:
        warn(f"ace: {found.note}")
    if name is not None:
        found = only_tool(found, name)
    if as_json:
        print_json(tools_json(found))
    else:
        print_text(tools_text(found) if name is None else tool_text(found.rows[0]))
