"""`ace show`."""

import shutil
from pathlib import Path

import click

from ace.commands.options import environment, json_option, not_empty, repo_option
from ace.console import is_terminal, print_json, print_text


@click.command("show")
@click.argument("name", callback=not_empty)
@click.option(
    "--run",
    default="latest",
    show_default="the newest that shows it",
    callback=not_empty,
    help="Run or trial arm that a cluster is looked up in.",
)
@click.option(
    "--agent", callback=not_empty, help="Whose cluster, where several agents have one of that id; else of the run."
)
@repo_option
@json_option
def command(name: str, run: str, agent: str | None, repo: Path, as_json: bool) -> None:
    """Show NAME: a proposal (id, its start, or branch), a rule id, a cluster c-..., an episode e-..., a run r-..., a
    trial arm a-... or a cycle y-...

    Of a cluster: its members, how often it was seen run by run, how trials of one sample differ, what it quotes, and
    the best and the worst trace of one sample, side by side where the terminal is 100 columns wide.

    \b
    Example:
      ace show c-860a4988
      ace show c-860a4988 --agent booking
      ace show tools.retrieve-before-web --json
      ace show y-20261130-021500-3f2a
    """
    from ace.report.show import find
    from ace.session import open_session

    if agent is not None and not name.startswith("c-"):
        raise click.UsageError("--agent is for clusters (c-...)")
    width = shutil.get_terminal_size().columns if is_terminal() else None
    shown = find(open_session(repo, environment(), {}), name, run, width, agent or "")
    print_json(shown.value) if as_json else print_text(shown.text)
