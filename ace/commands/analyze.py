"""`ace analyze`."""

from pathlib import Path

import click

from ace.commands.options import environment, json_option, not_empty, print_json, print_text, repo_option


@click.command("analyze")
@click.argument("run", default="latest", callback=not_empty)
@repo_option
@json_option
def command(run: str, repo: Path, as_json: bool) -> None:
    """Find failures in RUN (an id, its start, `latest`, or a trial arm a-...) and group them into clusters.

    \b
    Example:
      ace analyze
      ace analyze r-20261129 --json
      ace analyze a-1f2e3d4c5b6a        the trials behind a verdict (ace propose --json names them)
    """
    from ace.cycle.analyze_run import analyze
    from ace.cycle.run_record import load_arm, load_run, write_json
    from ace.errors import AceError
    from ace.report.text import analysis_text
    from ace.session import open_session
    from runtime.rules.load_reviewed import injectable

    session = open_session(repo, environment(), {})
    is_arm = run.startswith("a-")
    arms = session.workspace.arms
    loaded = load_arm(arms / f"{run}.jsonl") if is_arm else load_run(session.workspace.run_folder(run))
    rules = injectable(session.playbook(), session.settings.agent)
    analysis = analyze(loaded.episodes, rules, session.settings.gate.success_severity)
    if analysis.undecided == analysis.episodes:
        planned = len(loaded.record.samples) * loaded.record.trials
        raise AceError(
            f"{loaded.record.run}: none of its {planned} episodes was finished, so it says nothing about the agent; "
            f"go on with `ace run --resume {loaded.record.run}`, or name another run"
        )
    report = {"run": loaded.record.run, "simulated": loaded.record.simulated, **analysis.to_json()}
    if not is_arm:
        write_json(loaded.folder / "analysis.json", report)
    print_json(report) if as_json else print_text(analysis_text(analysis, loaded))
