"""A run, or a trial arm, looked up by name and made into traces."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ace.cycle.analyze_run import detect, lookout
from ace.errors import AceError, NoRepositoryError
from ace.runs.run_record import LoadedRun, load_arm, load_run, runs_by_arm
from ace.session import open_session
from ace.trace_export.export_run import export_lines
from ace.workspace import IMPORT_RUN, Workspace, open_workspace
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode


class RunTraces(NamedTuple):
    """The traces of `run`, made as they are asked for; how many findings are in them; what could not be read."""

    run: str
    lines: Iterator[str]
    findings: int
    notes: tuple[str, ...]


def run_traces(repo: Path, environ: Mapping[str, str], name: str, with_findings: bool) -> RunTraces:
    """Return the run's episodes as lines, in the order of sample and trial.

    Findings are those of `ace analyze`; an episode that failed for infrastructure reasons has none. Raises:
    NotFoundError for a name that no run or arm has, AceError when the run has no episodes.
    """
    # Of whom the latest is, the configuration says; a run that is named needs none.
    agent = open_session(repo, environ, {}).settings.agent if name == "latest" else ""
    loaded = _load(_workspace(repo, environ), name, agent)
    if not loaded.episodes:
        run = loaded.record.run
        again = "import its files again" if run.startswith(IMPORT_RUN) else f"go on with `ace run --resume {run}`"
        raise AceError(f"{run}: has no episodes; {again}")
    findings: Sequence[Finding] = ()
    notes = [f"{problem.path}:{problem.line}: {problem.reason}" for problem in loaded.problems]
    if with_findings:
        findings, more = _findings(repo, environ, loaded.episodes)
        notes += more
    return RunTraces(loaded.record.run, export_lines(loaded.episodes, findings), len(findings), tuple(notes))


def _workspace(repo: Path, environ: Mapping[str, str]) -> Workspace:
    """Return where runs are kept; of a repository whatever its ace.yaml says."""
    try:
        return open_workspace(repo)
    except NoRepositoryError:
        return open_session(repo, environ, {}).workspace


def _load(workspace: Workspace, name: str, agent: str) -> LoadedRun:
    if not name.startswith("a-"):
        return load_run(workspace.run_folder(name, agent))
    log = workspace.arms / f"{name}.jsonl"
    if log.is_file() and log.stat().st_size:
        return load_arm(log)
    # The arm before a change is the run it was drafted from: it has no episodes of its own.
    run = runs_by_arm(workspace.runs).get(name)
    return load_arm(log) if run is None else load_run(run)


def _findings(
    repo: Path, environ: Mapping[str, str], episodes: Sequence[Episode]
) -> tuple[tuple[Finding, ...], list[str]]:
    session = open_session(repo, environ, {})
    rules = session.rules_for({episode.header.agent for episode in episodes})
    decided = [episode for episode in episodes if not episode.is_infrastructure_error]
    result = detect(decided, lookout(session, rules))
    return result.findings, [f"{one.detector}: {one.episode}: {one.reason}; no finding of it" for one in result.errors]
