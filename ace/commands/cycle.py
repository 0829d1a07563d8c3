"""`ace cycle`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ace.commands.options import environment, json_option, model_flags, model_options, repo_option
from ace.console import print_json, print_text, warn
from ace.cycle.journal.cycle_record import STEPS, Step

if TYPE_CHECKING:
    from ace.cycle.journal.cycle_steps import CycleHooks
    from ace.report.progress import Progress


@click.command("cycle")
@click.option("--limit", type=click.IntRange(min=1), help="At most so many samples, spread over the cases.")
@click.option("--curator", type=click.Choice(["heuristic", "model"]), help="Who drafts.")
@click.option("--dry-run", is_flag=True, help="Run, analyze, draft and check; judge nothing, write nothing to git.")
@click.option("--until", type=click.Choice(STEPS), help="End after this step; `ace cycle` goes on from there.")
@click.option("--new", "is_new", is_flag=True, help="Begin anew, also where an earlier cycle was cut off.")
@click.option("--deadline", type=click.FloatRange(0, min_open=True), metavar="MINUTES", help="End after so long.")
@click.option("--max-calls", type=click.IntRange(min=1), help="End after about so many model calls.")
@click.option("--max-tokens", type=click.IntRange(min=1), help="End after about so many tokens.")
@click.option("--max-cost-usd", type=click.FloatRange(0, min_open=True), help="End after about so many US dollars.")
@click.option("--schedule", default="", metavar="NAME", help="Name of what starts it, for the journal.")
@model_options
@repo_option
@click.option("-q", "--quiet", is_flag=True, help="Print the last line alone, and errors.")
@json_option
def command(
    limit: int | None,
    curator: str | None,
    dry_run: bool,
    until: Step | None,
    is_new: bool,
    deadline: float | None,
    max_calls: int | None,
    max_tokens: int | None,
    max_cost_usd: float | None,
    schedule: str,
    controller: str | None,
    model: str | None,
    base_url: str | None,
    repo: Path,
    quiet: bool,
    as_json: bool,
) -> int:
    """Run samples, find failures, draft and judge rule changes, open branches; push and open requests where set up.

    Each step is written down. A cycle that was killed, stopped or failed is gone on with by the next `ace cycle` under
    the same rules and settings; what a model was paid to answer is not asked again. The ceilings are of one command,
    running, drafting and judging together (`cycle` in ace.yaml).

    \b
    Exit codes:
      0  done, nothing was opened        75  another process works here
      2  done, proposals were opened    130  interrupted (143: SIGTERM)
      3  stopped at a ceiling            64  wrong usage
      1  an error

    \b
    Example:
      ace cycle --controller simulated
      ace cycle --deadline 120 --max-cost-usd 5
      15 2 * * *  cd /srv/tutor && ace cycle --quiet      (crontab)
    """
    from ace.cycle.journal.cycle_steps import CycleRequest
    from ace.cycle.run_cycle import run_cycle
    from ace.report.cycle_text import cycle_text
    from ace.report.progress import Progress
    from ace.session import open_session, refuse_bundle

    flags = model_flags(controller, model, base_url) | {
        "run.limit": limit,
        "curator.kind": curator,
        "cycle.deadline_minutes": deadline,
        "cycle.max_calls": max_calls,
        "cycle.max_tokens": max_tokens,
        "cycle.max_cost_usd": max_cost_usd,
    }
    session = open_session(repo, environment(), flags)
    refuse_bundle(session, "`ace cycle`")
    progress = Progress(quiet)
    outcome = run_cycle(session, CycleRequest(schedule, dry_run, until, is_new, _hooks(progress, dry_run)))
    progress.finish()
    if not as_json:
        print_text(("" if quiet else cycle_text(outcome)) + outcome.summary)
        if outcome.error is not None:
            raise outcome.error
        return outcome.exit_code
    # One JSON object, which has the error beside what was come to.
    print_json(outcome.to_json() | ({"error": outcome.reason} if outcome.error is not None else {}))
    if outcome.error is not None:
        warn(f"ace: {outcome.reason}")
    return outcome.exit_code


def _hooks(progress: "Progress", is_dry_run: bool) -> "CycleHooks":
    """Return hooks that write progress lines."""
    from ace.cycle.journal.cycle_steps import CycleHooks
    from ace.cycle.run_samples import RunRequest
    from ace.report.hooks import propose_hooks

    told = propose_hooks(progress, is_dry_run)
    asked = RunRequest(
        progress=progress.episode,
        started=lambda record: progress.begin(record.run, len(record.samples) * record.trials),
    )
    return CycleHooks(asked, told.judge, told.drafted, note=progress.note)
