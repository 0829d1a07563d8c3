"""`ace status`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, repo_option
from ace.console import print_json, print_text


@click.command("status")
@repo_option
@json_option
def command(repo: Path, as_json: bool) -> None:
    """Show the last cycles, what is open, what failed, and the next step to take. Reads this repository only.

    \b
    Example:
      ace status
    """
    from ace.calls.standing import count_waiting
    from ace.cycle.journal import last_cycles
    from ace.cycle.journal.next_cycle import next_cycle
    from ace.report.status import (
        SHOWN,
        calls_words,
        cycles_text,
        last_runs,
        next_words,
        rejection_status,
        rejections_words,
        runs_text,
        status_json,
    )
    from ace.review.git_refs import reviewed_tip
    from ace.review.status import render_status, status_at
    from ace.session import open_session, refuse_bundle

    session = open_session(repo, environment(), {})
    refuse_bundle(session, "`ace status`")
    top, remote = session.workspace.repo, session.settings.review.remote_name
    reviewed = reviewed_tip(top, session.settings.branch)
    rejected = rejection_status(session.workspace, reviewed[1], remote, session.clock.now()[:10])
    status = status_at(top, reviewed, remote=remote, rejected=rejected.proposals)
    runs, waiting = last_runs(session.workspace), count_waiting(session)
    cycles, unfinished = last_cycles(session.workspace.state, SHOWN), next_cycle(session)
    if as_json:
        print_json(status_json(status, runs, waiting, rejected, cycles, unfinished=unfinished))
        return
    parts = (
        render_status(status),
        rejections_words(rejected, status.rejected_branches),
        runs_text(runs, session.settings.agent),
        cycles_text(cycles),
    )
    print_text("".join(parts) + calls_words(waiting) + next_words(status, cycles, waiting, unfinished))
