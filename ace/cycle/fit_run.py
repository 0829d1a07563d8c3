"""Which runs rules may be drafted from, or tried on."""

from collections.abc import Mapping

from ace.errors import AceError
from ace.runs.run_record import LoadedRun, events_path
from ace.workspace import IMPORT_RUN


def refuse_unfit(run: LoadedRun, rules: Mapping[str, str], agent: str) -> None:
    """Return when `run` may be drafted from under the reviewed `rules` (id to the start of its fingerprint).

    Raises: AceError as `refuse_unreadable`, and when it is of another agent than `agent`, or of other rules.
    """
    refuse_unreadable(run)
    if run.record.agent != agent:
        raise AceError(
            f"{run.record.run} is of agent {run.record.agent!r}, and {agent!r} is configured here: name a run of "
            f"{agent!r}, or set `agent: {run.record.agent}` in ace.yaml"
        )
    if run.record.rules != rules:
        raise AceError(
            f"{run.record.run} was run under other rules than those on the reviewed branch now; "
            "run again (`ace run`), then propose"
        )


def refuse_unreadable(run: LoadedRun) -> None:
    """Return when the samples of `run` may be judged on.

    Raises: AceError when it was imported, is of other than development samples, or holds no episode.
    """
    record = run.record
    if record.split != "dev":
        raise AceError(f"{record.run} ran {record.split} samples: rules are drafted from development samples only")
    if record.run.startswith(IMPORT_RUN) or any(episode.header.imported for episode in run.episodes):
        raise AceError(
            f"{record.run} was imported: nothing in it can be run, so no change is judged on it or opened from it; "
            f"`ace analyze {record.run}` shows what fails in it, `ace propose {record.run} --dry-run` drafts from it "
            "and checks the drafts, and a run of your own samples (`ace run`) can be proposed from"
        )
    if record.samples and not run.episodes:
        first = f" ({run.problems[0].path}:{run.problems[0].line}: {run.problems[0].reason})" if run.problems else ""
        raise AceError(
            f"{events_path(run.folder)}: 0 of {len(record.samples) * record.trials} episodes could be read{first}; "
            "restore the file, or run again (`ace run`)"
        )
