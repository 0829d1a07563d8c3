"""`ace try`."""

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


@click.command("try")
@click.argument("rules", nargs=-1, metavar="[RULE]...", callback=not_empty)
@click.option("--run", "run", default="latest", show_default=True, callback=not_empty, help="Run to try them on.")
@click.option("--trials", type=click.IntRange(1, 20), help="Episodes a sample and side.")
@click.option("--profile", type=click.Choice(["strict", "screening", "advisory"]), help="How thoroughly.")
@click.option("--no-sealed", is_flag=True, help="Judge on development samples only.")
@model_options
@repo_option
@quiet_option
@json_option
def command(
    rules: tuple[str, ...],
    run: str,
    trials: int | None,
    profile: str | None,
    no_sealed: bool,
    controller: str | None,
    model: str | None,
    base_url: str | None,
    repo: Path,
    quiet: bool,
    as_json: bool,
) -> int:
    """Judge the rule changes in your working tree, each against the reviewed rules, as a cycle's drafts are judged.

    RULE is the id of a changed rule; without one every change is tried. Nothing is written to git. Interrupted, it goes
    on where it stopped. Held-out samples that are looked at count as used.

    \b
    Example:
      $EDITOR playbooks/tutor/tools/retrieve-before-web.yaml && ace try
      ace try tools.retrieve-before-web --profile screening --trials 1
    """
    from ace.cycle.judging.judgement import JudgeHooks
    from ace.cycle.try_rules import try_rules
    from ace.report.progress import Progress
    from ace.report.try_text import tried_text
    from ace.runs.run_record import load_run
    from ace.session import open_session, refuse_bundle

    flags = model_flags(controller, model, base_url) | {
        "gate.trials": trials,
        "gate.profile": profile,
        "gate.sealed": False if no_sealed else None,
    }
    session = open_session(repo, environment(), flags)
    refuse_bundle(session, "`ace try`")
    progress = Progress(quiet)
    hooks = JudgeHooks(progress.begin, progress.episode)
    with session.workspace.lock():
        tried = try_rules(session, load_run(session.workspace.run_folder(run, session.settings.agent)), rules, hooks)
    progress.finish()
    if as_json:
        print_json(tried.to_json())
    else:
        print_text(tried_text(tried))
    return 0
