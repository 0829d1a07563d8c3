"""`ace ablate`."""

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
from ace.console import print_json, print_text


@click.command("ablate")
@click.argument("run", default="latest", callback=not_empty)
@click.option(
    "--rules", "only", metavar="ID", multiple=True, callback=not_empty, help="Only this rule; may be repeated."
)
@click.option("--limit", type=click.IntRange(min=1), help="At most so many samples, spread over the cases.")
@click.option("--trials", type=click.IntRange(1, 20), help="Episodes a sample and side; as many as the run had.")
@click.option("--max-calls", type=click.IntRange(min=1), help="End after about so many model calls; what ran is kept.")
@click.option("--all", "tries_silent", is_flag=True, help="Leave out rules too that never spoke.")
@click.option("--pairs", "has_pairs", is_flag=True, help="Afterwards leave out two at once, at most ten pairs.")
@click.option("--due", "is_due", is_flag=True, help="Only accepted rules that are due again (gate.retest_days).")
@model_options
@repo_option
@quiet_option
@json_option
def command(
    run: str,
    only: tuple[str, ...],
    limit: int | None,
    trials: int | None,
    max_calls: int | None,
    tries_silent: bool,
    has_pairs: bool,
    is_due: bool,
    controller: str | None,
    model: str | None,
    base_url: str | None,
    repo: Path,
    quiet: bool,
    as_json: bool,
) -> int:
    """Leave out each rule in force, one at a time, on RUN's samples: which rules do the work?

    The run is the side with all rules. A rule whose condition spoke on none of its decisions is `silent` and costs
    nothing; safety rules are never left out. Asked again it goes on where it stopped.

    With --due: the rules that a proposal brought and that nobody left out for 30 days. The ledger notes when it was
    done, and what is better left out (reverse e-value 20) is named: the next `ace cycle` proposes to delete it.

    \b
    Example:
      ace ablate --max-calls 2000
      ace ablate latest --rules tools.retrieve-before-web --trials 3
      ace ablate --pairs --json
      ace ablate --due
    """
    if is_due and (only or limit or trials or tries_silent or has_pairs):
        raise click.UsageError(
            "--due says itself what is left out: leave --rules, --limit, --trials, --all, --pairs out"
        )
    from ace.cycle.ablation.ablate import AblateHooks, AblationRequest, ablate
    from ace.cycle.ablation.retest import ablate_due
    from ace.cycle.judging.judgement import JudgeHooks
    from ace.report.ablate_text import ablation_text
    from ace.report.progress import Progress
    from ace.report.retest_text import retested_json, retested_text
    from ace.runs.run_record import load_run
    from ace.session import open_session, refuse_bundle

    flags = model_flags(controller, model, base_url) | {"gate.max_calls": max_calls}
    session = open_session(repo, environment(), flags)
    refuse_bundle(session, "`ace ablate`")
    progress = Progress(quiet)
    hooks = AblateHooks(JudgeHooks(progress.begin, progress.episode), progress.note)
    request = AblationRequest(only, limit, trials, tries_silent, has_pairs)
    with session.workspace.lock():
        loaded = load_run(session.workspace.run_folder(run, session.settings.agent))
        if is_due:
            again = ablate_due(session, loaded, hooks)
            value, text = retested_json(again), retested_text(again)
        else:
            ablation = ablate(session, loaded, request, hooks)
            value, text = ablation.to_json(), ablation_text(ablation)
    progress.finish()
    print_json(value) if as_json else print_text(text)
    return 0
