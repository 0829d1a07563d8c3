"""`ace cycle`."""

from pathlib import Path

import click

from ace.commands.options import (
    environment,
    json_option,
    model_flags,
    model_options,
    print_json,
    print_text,
    quiet_option,
    repo_option,
    warn,
)


@click.command("cycle")
@click.option("--limit", type=click.IntRange(min=1), help="At most so many samples, spread over the cases.")
@click.option("--curator", type=click.Choice(["heuristic", "model"]), help="Who drafts.")
@click.option("--dry-run", is_flag=True, help="Run, analyze, draft and check; judge nothing, write nothing to git.")
@model_options
@repo_option
@quiet_option
@json_option
def command(
    limit: int | None,
    curator: str | None,
    dry_run: bool,
    controller: str | None,
    model: str | None,
    base_url: str | None,
    repo: Path,
    quiet: bool,
    as_json: bool,
) -> int:
    """Run samples, find failures, draft and judge rule changes, open branches. Exits 75 when a cycle is under way.

    \b
    Example:
      ace cycle --controller simulated
      15 2 * * *  cd /srv/tutor && ace cycle --quiet      (crontab)
    """
    from ace.cycle.run_cycle import CycleHooks, run_cycle
    from ace.cycle.run_samples import RunRequest
    from ace.report.hooks import propose_hooks
    from ace.report.progress import Progress
    from ace.report.text import analysis_text, proposed_text
    from ace.session import open_session

    flags = model_flags(controller, model, base_url) | {"run.limit": limit, "curator.kind": curator}
    session = open_session(repo, environment(), flags)
    progress = Progress(quiet)
    request = RunRequest(
        progress=progress.episode,
        started=lambda record: progress.begin(record.run, len(record.samples) * record.trials),
    )
    proposed = run_cycle(session, CycleHooks(request, propose_hooks(progress, dry_run)))
    progress.finish()
    for note in proposed.analysis.notes:
        warn(note)
    if as_json:
        print_json(proposed.to_json())
    else:
        print_text(analysis_text(proposed.analysis, proposed.run) + "\n" + proposed_text(proposed))
    return 1 if proposed.has_failed else 0
