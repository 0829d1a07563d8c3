"""`ace plan`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, model_flags, model_options, not_empty, repo_option
from ace.console import print_json, print_text


@click.command("plan")
@click.argument("run", default=None, required=False, callback=not_empty)
@click.option("--profile", type=click.Choice(["strict", "screening", "advisory"]), help="How drafts are judged.")
@click.option(
    "--drafts", type=click.IntRange(1, 20), help="So many sound drafts; the most there may be when not given."
)
@click.option("--limit", type=click.IntRange(min=1), help="At most so many samples in the run, as for `ace cycle`.")
@click.option("--trials", type=click.IntRange(1, 20), help="Episodes a sample and side when judging.")
@click.option(
    "--discordant",
    type=click.FloatRange(0.01, 0.3),
    default=0.12,
    show_default=True,
    help="Share of cases a draft fixes or breaks.",
)
@model_options
@repo_option
@json_option
def command(
    run: str | None,
    profile: str | None,
    drafts: int | None,
    limit: int | None,
    trials: int | None,
    discordant: float,
    controller: str | None,
    model: str | None,
    base_url: str | None,
    repo: Path,
    as_json: bool,
) -> None:
    """Say what a cycle is expected to cost, and which changes it can show. Runs nothing and writes nothing.

    A cycle runs samples anew (run.limit of them). With RUN, say `latest`: what judging the drafts of that run takes, on
    its samples, as `ace propose RUN` does.

    Costs are episodes times medians of the newest run under the same controller; drafts that pass the screen are taken
    to go through every stage and batch. Chances are exact for cases that vote independently,
    under the assumed share of discordant cases.

    \b
    Example:
      ace plan
      ace plan latest
      ace plan --profile screening --drafts 2 --json
    """
    from ace.cycle.fit_run import refuse_unreadable
    from ace.cycle.plan_cycle import plan_cycle
    from ace.report.plan_json import plan_json
    from ace.report.plan_text import plan_text
    from ace.runs.run_record import load_run
    from ace.session import open_session, refuse_bundle

    flags = model_flags(controller, model, base_url) | {
        "gate.profile": profile,
        "curator.drafts": drafts,
        "run.limit": limit,
        "gate.trials": trials,
    }
    session = open_session(repo, environment(), flags)
    refuse_bundle(session, "`ace plan`")
    kept = load_run(session.workspace.run_folder(run, session.settings.agent)) if run else None
    if kept is not None:
        refuse_unreadable(kept)
    plan = plan_cycle(session, session.settings.curator.drafts, discordant, kept)
    print_json(plan_json(plan)) if as_json else print_text(plan_text(plan))
