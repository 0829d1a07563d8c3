"""`ace judge`."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ace.commands.options import (
    GivenPath,
    environment,
    json_option,
    model_flags,
    model_options,
    not_empty,
    quiet_option,
    repo_option,
)
from ace.console import print_json, print_text, warn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ace.judges.ask_judge import Told
    from ace.session import Session
    from runtime.contracts.trace_event import Episode


@click.group("judge")
def command() -> None:
    """Calibrate a model that judges traces against people's labels.

    A judge asks a model one question about an episode (a rubric file). Its verdicts are used only while it agrees with
    people well enough; any change of rubric, prompt or model makes another judge.

    \b
    Example:
      ace judge list
      ace judge calibrate answer_revealed --labels labelled.jsonl
      ace judge run answer_revealed latest
    """


@command.command("calibrate", short_help="Hold a judge against people's labels.")
@click.argument("rubric_name", metavar="RUBRIC", callback=not_empty)
@click.option(
    "--labels", required=True, type=GivenPath(exists=True, dir_okay=False, path_type=Path), help="JSONL file."
)
@click.option("--text", default="text", show_default=True, callback=not_empty, help="Field with the text to judge.")
@click.option("--label", default="label", show_default=True, callback=not_empty, help="Field with people's label.")
@click.option(
    "--context", default="context", show_default=True, callback=not_empty, help="Field with what came before, if any."
)
@click.option("--limit", type=click.IntRange(1), help="Most items to ask about; picked by a hash, always the same.")
@click.option("--fresh", is_flag=True, help="Ask again what was answered before, to see whether the judge drifted.")
@model_options
@repo_option
@quiet_option
@json_option
def calibrate_command(
    rubric_name: str,
    labels: Path,
    text: str,
    label: str,
    context: str,
    limit: int | None,
    fresh: bool,
    controller: str | None,
    model: str | None,
    base_url: str | None,
    repo: Path,
    quiet: bool,
    as_json: bool,
) -> int:
    """Ask a judge about items that people labelled, and say whether its verdicts may be used.

    RUBRIC is a YAML file, or the name of one that comes with ACE (`ace judge list`). Each line of --labels has `id`,
    a text (or `run` and `episode`) and people's label: one of the rubric's two words, or true where it fails. Answers
    are kept, so that a calibration that was cut off goes on. Exit code 1 when the judge may not be used.

    \b
    Example:
      ace judge calibrate answer_revealed --labels labelled.jsonl --limit 80
      ace judge calibrate rubrics/polite.yaml --labels rated.jsonl --text reply --label is_rude --fresh
    """
    from ace.judges.calibrate import CalibrateRequest, calibrate
    from ace.judges.judge_model import judge_settings
    from ace.judges.labels import LabelFields, choose, read_labels, run_episodes
    from ace.judges.rubric import find_rubric
    from ace.report.judge_json import calibrated_json
    from ace.report.judge_text import calibrated_text
    from ace.session import open_session

    flags = model_flags(controller, model, base_url)
    session = open_session(repo, environment(), flags)
    rubric = find_rubric(rubric_name, Path())
    settings = judge_settings(session, flags)
    look_up = run_episodes(session.workspace.run_folder)
    read = read_labels(labels, rubric, LabelFields(text, label, context), look_up)
    request = CalibrateRequest(rubric, settings, choose(read.items, limit), labels.name, fresh)
    made = calibrate(session, request, _progress(f"judge:{rubric.name}", quiet))
    if as_json:
        print_json(calibrated_json(made, rubric, read.problems))
    else:
        print_text(calibrated_text(made, rubric, read.problems))
    return 0 if made.standing.is_usable else 1


@command.command("list", short_help="List judges and how they stand.")
@model_options
@repo_option
@json_option
def list_command(controller: str | None, model: str | None, base_url: str | None, repo: Path, as_json: bool) -> None:
    """List the judges set in ace.yaml and those that come with ACE, and whether each may be used.

    \b
    Example:
      ace judge list --json
    """
    from ace.judges.list_judges import list_judges
    from ace.report.judge_json import judges_json
    from ace.report.judge_text import judges_text
    from ace.session import open_session

    flags = model_flags(controller, model, base_url)
    found = list_judges(open_session(repo, environment(), flags), flags)
    print_json(judges_json(found)) if as_json else print_text(judges_text(found))


@command.command("run", short_help="Show what a judge says of each episode.")
@click.argument("rubric_name", metavar="RUBRIC", callback=not_empty)
@click.argument("run", metavar="[RUN|FILE]", default="latest", callback=not_empty)
@model_options
@repo_option
@quiet_option
@json_option
def run_command(
    rubric_name: str,
    run: str,
    controller: str | None,
    model: str | None,
    base_url: str | None,
    repo: Path,
    quiet: bool,
    as_json: bool,
) -> None:
    """Show what a judge says of each episode of a run or a trace file; advisory unless its verdicts may be used.

    \b
    Example:
      ace judge run answer_revealed latest
      ace judge run claim_unbacked traces.jsonl
    """
    from ace.judges.identity import identity
    from ace.judges.judge_model import judge_settings
    from ace.judges.rubric import find_rubric
    from ace.judges.run_judges import judge_episodes
    from ace.judges.standing import standing
    from ace.report.judge_json import judged_json
    from ace.report.judge_text import judged_text
    from ace.session import open_session

    flags = model_flags(controller, model, base_url)
    session = open_session(repo, environment(), flags)
    rubric = find_rubric(rubric_name, Path())
    settings = judge_settings(session, flags)
    judge = identity(rubric, settings)
    name, episodes = _episodes(session, run)
    said = judge_episodes(session, rubric, settings, episodes, _progress(f"judge:{rubric.name}", quiet))
    stands = standing(session.workspace, rubric, judge)
    shown = judged_json if as_json else judged_text
    made = shown(rubric, judge, stands, said)
    print_text(made) if isinstance(made, str) else print_json({"run": name, **made})


def _episodes(session: "Session", name: str) -> "tuple[str, Sequence[Episode]]":
    """Return a run's id, or a trace file's name, with the episodes; what the file holds besides goes to stderr."""
    if not Path(name).is_file():
        from ace.runs.run_record import load_run

        loaded = load_run(session.workspace.run_folder(name, session.settings.agent))
        return loaded.record.run, loaded.episodes
    from ace.trace_import.read_files import read_trace_files

    read = read_trace_files([Path(name)])
    if read.problems:
        first = read.problems[0]
        warn(f"{name}: {len(read.problems)} records could not be read as they stand; first: {first.reason}")
    return name, read.episodes


def _progress(title: str, quiet: bool) -> "Told":
    """Return what tells progress on stderr: a line every ten seconds and one at the end."""
    import time

    from ace.report.progress import PLAIN_EVERY_S, Progress

    progress = Progress(quiet)
    last = time.monotonic()

    def told(done: int, of: int) -> None:
        nonlocal last
        if done == of or time.monotonic() - last >= PLAIN_EVERY_S:
            last = time.monotonic()
            progress.note(f"{title}: {done}/{of} items")

    return told
