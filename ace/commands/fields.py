"""`ace fields`."""

import click

from ace.commands.options import json_option, print_json, print_text


@click.command("fields")
@click.option("--agent", "agent_name", default="tutor", show_default=True, help="Agent the rules are for.")
@click.option("--markdown", is_flag=True, help="Print the page docs/conditions.md.")
@json_option
def command(agent_name: str, markdown: bool, as_json: bool) -> None:
    """List what a rule's conditions may use: fields, actions, tools.

    \b
    Example:
      ace fields
      ace fields --agent tutor --json
      ace fields --markdown > docs/conditions.md
    """
    from ace.report.condition_fields import fields_json, fields_markdown, fields_text
    from runtime.agents.registry import find_agent

    if markdown and as_json:
        raise click.UsageError("--markdown and --json exclude each other; give one")
    agent = find_agent(agent_name)
    if as_json:
        print_json(fields_json(agent))
    else:
        print_text(fields_markdown(agent) if markdown else fields_text(agent))
