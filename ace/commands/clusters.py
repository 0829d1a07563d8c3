"""`ace clusters`."""

import shutil
from pathlib import Path

import click

from ace.commands.options import environment, json_option, not_empty, repo_option
from ace.console import is_terminal, print_json, print_text, warn


@click.command("clusters")
@click.option("--agent", callback=not_empty, help="Whose failures; the agent of ace.yaml unless given.")
@click.option("--all", "with_all", is_flag=True, help="Also those that are too rare so far, and retired ones.")
@click.option(
    "--recluster", is_flag=True, help="Group all known failures anew; ids of what stays mostly the same stay."
)
@repo_option
@json_option
def command(agent: str | None, with_all: bool, recluster: bool, repo: Path, as_json: bool) -> None:
    """List the failure clusters known so far: how often in each run, since when, and how they came about.

    \b
    Example:
      ace clusters
      ace clusters --all --json
      ace clusters --recluster
    """
    from ace.cycle.list_clusters import list_clusters
    from ace.report.cluster_list import clusters_json, clusters_text
    from ace.session import open_session

    session = open_session(repo, environment(), {})
    listed = list_clusters(session, agent or session.settings.agent, recluster)
    for note in listed.notes:
        warn(note)
    if as_json:
        print_json({**clusters_json(listed.registry, with_all), "notes": list(listed.notes)})
    else:
        width = shutil.get_terminal_size().columns if is_terminal() else None
        print_text(clusters_text(listed.registry, with_all, width))
