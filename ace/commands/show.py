"""`ace show`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, not_empty, print_json, print_text, repo_option


@click.command("show")
@click.argument("name", callback=not_empty)
@click.option(
    "--run", default="latest", show_default=True, callback=not_empty, help="Run that clusters are looked up in."
)
@repo_option
@json_option
def command(name: str, run: str, repo: Path, as_json: bool) -> None:
    """Show NAME: a proposal (id, its start, or branch), a rule id, a cluster c-..., an episode e-..., a run r-... or
    a trial arm a-...

    \b
    Example:
      ace show c-6ce8df89
      ace show tools.retrieve-before-web --json
    """
    from ace.report.show import find
    from ace.session import open_session

    shown = find(open_session(repo, environment(), {}), name, run)
    print_json(shown.value) if as_json else print_text(shown.text)
