"""`ace propose`."""

from pathlib import Path

import click

from ace.commands.options import (
    environment,
    json_option,
    model_flags,
    model_options,
    not_empty,
    quiet_option,
    repo_option,
)
from ace.console import print_json, print_text, warn


@click.command("propose")
@click.argument("run", default="latest", callback=not_empty)
@click.option("--curator", type=click.Choice(["heuristic", "model"]), help="Who drafts.")
@click.option(
    "--drafts", type=click.IntRange(1, 20), help="At most so many new drafts; those open already come beside them."
)
@click.option("--trials", type=click.IntRange(1, 20), help="Episodes a sample and side when judging.")
@click.option("--no-sealed", is_flag=True, help="Judge on development samples only.")
@click.option("--open-any", is_flag=True, help="Open a branch whatever the verdict; the proposal says which it is.")
@click.option("--dry-run", is_flag=True, help="Draft and check only: judge nothing, write nothing to git.")
@model_options
@repo_option
@quiet_option
@json_option
def command(
    run: str,
    curator: str | None,
    drafts: int | None,
    trials: int | None,
    no_sealed: bool,
    open_any: bool,
    dry_run: bool,
    controller: str | None,
    model: str | None,
    base_url: str | None,
    repo: Path,
    quiet: bool,
    as_json: bool,
) -> int:
    """Draft rule changes from RUN, check them, judge them on paired trials, open a branch for each that may be.

    \b
    Example:
      ace propose --dry-run
      ace propose latest --curator model --trials 1
    """
    from ace.cycle.propose import propose
    from ace.report.hooks import propose_hooks
    from ace.report.progress import Progress
    from ace.report.text import drafted_text, proposed_text
    from ace.runs.run_record import load_run
    from ace.session import open_session, refuse_bundle

    flags = model_flags(controller, model, base_url) | {
        "curator.kind": curator,
        "curator.drafts": drafts,
        "gate.trials": trials,
        "gate.sealed": False if no_sealed else None,
        "review.open": ANY_VERDICT if open_any else None,
    }
    session = open_session(repo, environment(), flags)
    refuse_bundle(session, "`ace propose`")
    progress = Progress(quiet)
    with session.workspace.lock():
        loaded = load_run(session.workspace.run_folder(run, session.settings.agent))
        proposed = propose(session, loaded, propose_hooks(progress, dry_run))
    progress.finish()
    for note in proposed.analysis.notes:
        warn(note)
    if as_json:
        print_json(proposed.to_json())
    else:
        print_text(drafted_text(proposed) if dry_run else proposed_text(proposed))
    return 1 if proposed.has_failed else 0


ANY_VERDICT = ("confirmed", "promising", "insufficient evidence", "no effect", "undecided: infrastructure", "harmful")
