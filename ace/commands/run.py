"""`ace run`."""

from pathlib import Path

import click

from ace.commands.options import (
    bundle_flags,
    bundle_options,
    environment,
    json_option,
    model_flags,
    model_options,
    not_empty,
    quiet_option,
    repo_option,
)
from ace.console import print_json, print_text, warn
from runtime.contracts.sample import Split


@click.command("run")
@click.option("--limit", type=click.IntRange(min=1), help="At most so many samples, spread over the cases.")
@click.option("--trials", type=click.IntRange(1, 20), help="Episodes a sample.")
@click.option("--seed", type=int, help="Seed of every random choice.")
@click.option("--concurrency", type=click.IntRange(1, 256), help="Episodes at once.")
@click.option("--split", type=click.Choice(["dev", "must_pass"]), default="dev", show_default=True)
@click.option("--sample", "only", multiple=True, callback=not_empty, help="Only this sample or case; may be repeated.")
@click.option(
    "--resume", metavar="RUN", callback=not_empty, help="Go on with a run that was cut off (an id or `latest`)."
)
@bundle_options
@model_options
@repo_option
@quiet_option
@json_option
def command(
    limit: int | None,
    trials: int | None,
    seed: int | None,
    concurrency: int | None,
    split: Split,
    only: tuple[str, ...],
    resume: str | None,
    controller: str | None,
    model: str | None,
    base_url: str | None,
    bundle: Path | None,
    state: Path | None,
    repo: Path,
    quiet: bool,
    as_json: bool,
) -> int:
    """Run samples under the reviewed rules and record every step as a trace.

    Six episodes in a row that could not be finished end the run early, with exit code 1; --resume goes on with it,
    first with what was never tried.

    \b
    Example:
      ace run --base-url http://127.0.0.1:8091/v1 --model local --limit 40
      ace run --resume latest
      ace run --bundle rules.acebundle     where there is no repository
    """
    from ace.cycle.run_samples import RunGaveUpError, RunRequest, run_samples
    from ace.report.progress import Progress
    from ace.report.run_json import run_json
    from ace.report.text import run_text
    from ace.session import open_session
    from runtime.traces.redaction import redact_text

    flags = (
        model_flags(controller, model, base_url)
        | bundle_flags(bundle, state)
        | {
            "run.limit": limit,
            "run.trials": trials,
            "run.seed": seed,
            "run.concurrency": concurrency,
        }
    )
    session = open_session(repo, environment(), flags)
    progress = Progress(quiet)
    request = RunRequest(
        split=split,
        only=only,
        resume=resume or "",
        progress=progress.episode,
        started=lambda record: progress.begin(record.run, len(record.samples) * record.trials),
    )
    gave_up: RunGaveUpError | None = None
    with session.workspace.lock():
        try:
            run = run_samples(session, request)
        except RunGaveUpError as exc:
            run, gave_up = exc.run, exc
    progress.finish()
    if gave_up is None:
        print_json(run_json(run)) if as_json else print_text(f"{run_text(run)}next: ace analyze\n")
        return 0
    if not as_json:
        print_text(run_text(run))
        raise gave_up
    # One JSON object, which has the error beside the run.
    said = redact_text(str(gave_up))
    print_json({"error": said, **run_json(run, said)})
    warn(f"ace: {said}")
    return gave_up.exit_code
