"""`ace status`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, print_json, print_text, repo_option


@click.command("status")
@repo_option
@json_option
def command(repo: Path, as_json: bool) -> None:
    """Show the reviewed branch, what is open and the last runs. Reads this repository only.

    \b
    Example:
      ace status
    """
    from ace.config.load import load_config
    from ace.report.status import last_runs, runs_text, status_json
    from ace.review.status import build_status, render_status
    from ace.workspace import open_workspace

    workspace = open_workspace(repo)
    settings = load_config(workspace.repo, environment(), {}).settings
    status = build_status(workspace.repo, settings.branch)
    runs = last_runs(workspace)
    print_json(status_json(status, runs)) if as_json else print_text(render_status(status) + runs_text(runs))
