"""`ace status`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, print_json, print_text, repo_option


@click.command("status")
@repo_option
@json_option
def command(repo: Path, as_json: bool) -> None:
    """Show the reviewed branch, what is open, the last runs and calls that wait. Reads this repository only.

    \b
    Example:
      ace status
    """
    from ace.calls.standing import count_waiting
    from ace.report.status import (
        calls_words,
        last_runs,
        rejection_status,
        rejections_words,
        runs_text,
        status_json,
    )
    from ace.review.status import build_status, render_status
    from ace.session import open_session

    session = open_session(repo, environment(), {})
    status = build_status(session.workspace.repo, session.settings.branch)
    runs, waiting = last_runs(session.workspace), count_waiting(session)
    rejected = rejection_status(session.workspace, status.base_commit)
    if as_json:
        print_json(status_json(status, runs, waiting, rejected))
    else:
        print_text(render_status(status) + rejections_words(rejected) + runs_text(runs) + calls_words(waiting))
