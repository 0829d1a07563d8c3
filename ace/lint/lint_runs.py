"""What the last runs show of a playbook: for `ace lint --runs`."""

from collections.abc import Mapping
from typing import NamedTuple

from ace.cycle.analyze_run import Lookout, detect
from ace.playbook.check_rule_evidence import RecordedRun, check_rule_evidence
from ace.playbook.lint_decisions import AgentTable, lint_decisions
from ace.runs.run_record import LoadedRun, load_run
from ace.text.counted import counted
from ace.workspace import IMPORT_RUN, TUTOR_RUN, Workspace
from runtime.contracts.playbook import Playbook
from runtime.contracts.trace_event import Episode
from runtime.rules.problem import Problem


class RunsCheck(NamedTuple):
    """Problems, and notes on what could not be looked at."""

    problems: tuple[Problem, ...]
    notes: tuple[str, ...]


def lint_runs(
    workspace: Workspace, count: int, playbook: Playbook, look: Lookout, agents: Mapping[str, AgentTable]
) -> RunsCheck:
    """Return what the decisions and episodes of the newest `count` runs show of `playbook`.

    Sessions of `ace tutor` and imports do not count, nor do runs of held-out samples: no rule may be written by them.
    `look`: what is looked for in the runs that rules cite as evidence.
    """
    runs, notes = _newest(workspace, count)
    if not runs:
        return RunsCheck((), (*notes, "no run to look at: `ace run` makes one"))
    episodes = [item for run in runs for item in run.episodes if not item.is_infrastructure_error]
    decided = lint_decisions(playbook, episodes, agents)
    cited = {name for file in playbook.files for item in file.rule.evidence for name in item.traces}
    evidence = check_rule_evidence(playbook, [_recorded(run, look) for run in runs if _has_any(run, cited)])
    looked = f"{counted(len(runs), 'run')} looked at, {counted(len(episodes), 'episode')} in all"
    notes = [*notes, looked]
    return RunsCheck((*decided.problems, *evidence.problems), (*notes, *decided.notes, *evidence.notes))


def _newest(workspace: Workspace, count: int) -> tuple[list[LoadedRun], list[str]]:
    folders = sorted(workspace.runs.glob("r-*"), reverse=True) if workspace.runs.is_dir() else []
    named = [
        folder
        for folder in folders
        if not folder.name.startswith((TUTOR_RUN, IMPORT_RUN)) and (folder / "run.json").is_file()
    ]
    loaded = [load_run(folder) for folder in named[:count]]
    notes = [
        f"{run.record.run} ran held-out samples and is not looked at" for run in loaded if run.record.split == "sealed"
    ]
    if len(loaded) < count:
        notes.append(f"{len(loaded)} of the {count} runs asked for are here")
    return [run for run in loaded if run.record.split != "sealed"], notes


def _has_any(run: LoadedRun, names: set[str]) -> bool:
    return any(episode.header.episode in names for episode in run.episodes)


def _recorded(run: LoadedRun, look: Lookout) -> RecordedRun:
    episodes: dict[str, Episode] = {item.header.episode: item for item in run.episodes}
    return RecordedRun(episodes, detect(run.episodes, look).findings)
