"""`ace analyze`."""

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ace.commands.options import environment, json_option, not_empty, repo_option
from ace.console import is_terminal, print_json, print_text, warn

if TYPE_CHECKING:
    from ace.cycle.analyze_files import FilesAnalysis

# More than these on stderr tell a reader nothing new; --json lists all.
_SHOWN_PROBLEMS = 50


@click.command("analyze")
@click.argument("names", nargs=-1, metavar="[RUN|FILES...]", callback=not_empty)
@click.option("--format", "format_name", callback=not_empty, help="Read the files in this format; else it is detected.")
@click.option("--recluster", is_flag=True, help="Group all known failures anew after the run.")
@click.option("--judges", is_flag=True, help="Also ask the calibrated judges of `analysis.judges` (a model is called).")
@click.option("--all", "with_all", is_flag=True, help="Of files: list every file, and also the rarer clusters.")
@click.option("--strict", is_flag=True, help="Exit 1 when something in the files could not be read.")
@repo_option
@json_option
def command(
    names: tuple[str, ...],
    format_name: str | None,
    recluster: bool,
    judges: bool,
    with_all: bool,
    strict: bool,
    repo: Path,
    as_json: bool,
) -> int:
    """Find failures in RUN (an id, its start, `latest`, or a trial arm a-...) and group them into clusters.

    A run's clusters are remembered: `ace clusters` shows them over time. FILES are traces of any agent (OpenTelemetry,
    chat messages, Inspect, ...); they are only read, and no repository is needed.

    \b
    Example:
      ace analyze
      ace analyze r-20261129 --json
      ace analyze a-1f2e3d4c5b6a        the trials behind a verdict (ace propose --json names them)
      ace analyze traces/*.jsonl --strict
    """
    if _are_files(names):
        if judges:
            raise click.UsageError("--judges is for runs: for files use `ace judge run RUBRIC FILE`")
        if recluster:
            raise click.UsageError("--recluster groups what is remembered of runs: files are only read")
        found = _found([Path(name) for name in names], format_name, repo)
        _print_files(found, with_all, repo, as_json)
        return 1 if strict and found.imported.problems else 0
    if format_name is not None or strict or with_all:
        raise click.UsageError("--format, --strict and --all are for files; name the files")
    _run(names[0] if names else "latest", recluster, judges, repo, as_json)
    return 0


def _are_files(names: Sequence[str]) -> bool:
    """True when the names are files. Raises: click.UsageError for several names that are not all files."""
    if not names or (len(names) == 1 and (names[0] == "latest" or names[0].startswith(("r-", "a-")))):
        return False
    missing = [name for name in names if not Path(name).is_file()]
    is_run = not Path(names[0]).suffix and "/" not in names[0] and not Path(names[0]).is_dir()
    if len(names) == 1 and missing and is_run:
        return False
    if missing:
        folder = " (a folder: name the files in it)" if Path(missing[0]).is_dir() else ""
        raise click.UsageError(f"{missing[0]}: no such file{folder}; give one run, or files that exist")
    return True


def _found(paths: Sequence[Path], format_name: str | None, repo: Path) -> "FilesAnalysis":
    from ace.cycle.analyze_files import analyze_files, session_here
    from ace.report.cluster_files import problem_lines

    found = analyze_files(paths, format_name, session_here(repo, environment()))
    for note in found.analysis.notes:
        warn(note)
    lines = problem_lines(found)
    for line in lines[:_SHOWN_PROBLEMS]:
        warn(line)
    if len(lines) > _SHOWN_PROBLEMS:
        warn(f"... and {len(lines) - _SHOWN_PROBLEMS} problems more (--json lists all)")
    return found


def _print_files(found: "FilesAnalysis", with_all: bool, repo: Path, as_json: bool) -> None:
    from ace.cycle.analyze_files import is_repository
    from ace.report.cluster_files import FilesShown, files_json, files_text

    if as_json:
        print_json(files_json(found))
    else:
        print_text(files_text(found, FilesShown(with_all, _columns(), is_repository(repo))))


def _columns() -> int | None:
    """Return how wide the terminal is, None where stdout is none."""
    return shutil.get_terminal_size().columns if is_terminal() else None


def _run(name: str, recluster: bool, judges: bool, repo: Path, as_json: bool) -> None:
    from ace.cycle.analyze_run import Recording, analyze_run
    from ace.cycle.traces_only import with_decisions
    from ace.cycle.unread_fields import readable_rules
    from ace.errors import AceError
    from ace.report.cluster_rows import fit_rows
    from ace.report.text import analysis_text
    from ace.runs.run_record import load_arm, load_run, write_json
    from ace.session import open_session

    session = open_session(repo, environment(), {})
    is_arm = name.startswith("a-")
    if is_arm and recluster:
        raise click.UsageError("--recluster groups what is remembered of runs: a trial arm is only compared with it")
    if is_arm:
        loaded = load_arm(session.workspace.arms / f"{name}.jsonl")
    else:
        loaded = load_run(session.workspace.run_folder(name, session.settings.agent))
    if all(episode.is_infrastructure_error for episode in loaded.episodes):
        planned = len(loaded.record.samples) * loaded.record.trials
        raise AceError(
            f"{loaded.record.run}: none of its {planned} episodes was finished, so it says nothing about the agent; "
            f"go on with `ace run --resume {loaded.record.run}`, or name another run"
        )
    in_force = session.rules_for({episode.header.agent for episode in loaded.episodes})
    rules = readable_rules(loaded.episodes, in_force, session.agent)
    loaded = loaded._replace(episodes=with_decisions(loaded.episodes, session.agent))
    analysis = analyze_run(session, loaded, rules.checked, Recording(recluster=recluster, is_judged=judges))
    analysis = replace(analysis, notes=(*analysis.notes, *rules.notes))
    for note in analysis.notes:
        warn(note)
    report = {"run": loaded.record.run, "simulated": loaded.record.simulated, **analysis.to_json()}
    if not is_arm:
        write_json(loaded.folder / "analysis.json", report)
    print_json(report) if as_json else print_text(fit_rows(analysis_text(analysis, loaded), _columns()))
