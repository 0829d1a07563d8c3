"""`ace fields`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, not_empty, repo_option
from ace.console import print_json, print_text


@click.command("fields")
@click.option("--agent", "name", callback=not_empty, help="Agent the rules are for (default: the one in ace.yaml).")
@click.option("--markdown", is_flag=True, help="Print the page docs/conditions.md.")
@repo_option
@json_option
def command(name: str | None, markdown: bool, repo: Path, as_json: bool) -> None:
    """List what a rule's conditions may use: fields, actions, tools.

    Works outside a repository too, for the agents that ship with ACE.

    \b
    Example:
      ace fields
      ace fields --agent tutor --json
      ace fields --markdown > docs/conditions.md
    """
    from ace.agents_here import agents_here
    from ace.report.condition_fields import fields_json, fields_markdown, fields_text

    if markdown and as_json:
        raise click.UsageError("--markdown and --json exclude each other; give one")
    agent = agents_here(repo, environment()).find(name)
    if as_json:
        print_json(fields_json(agent))
    else:
        print_text(fields_markdown(agent) if markdown else fields_text(agent))
