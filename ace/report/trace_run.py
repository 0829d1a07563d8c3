"""Which run a list or a replay of all its episodes is about, and the sessions with a person begun since."""

from collections.abc import Sequence

from ace.report.trace_tries import replacements
from ace.text.counted import counted
from ace.text.visible_text import escape_text
from ace.workspace import TUTOR_RUN, Workspace
from runtime.traces.find_episode import Found


def run_line(found: Sequence[Found]) -> str:
    """Return `run r-..., openai/some-model, 10 episodes` as a line; nothing when there are no episodes."""
    if not found:
        return ""
    header = found[0].episode.header
    what = "trial arm" if header.run.startswith("a-") else "run"
    label = header.controller.label
    mark = " (simulated)" if header.controller.simulated and not label.endswith("(simulated)") else ""
    replaced = len(replacements(found))
    more = f", and {replaced} that others replaced" if replaced else ""
    return escape_text(f"{what} {header.run}, {label}{mark}, {counted(len(found) - replaced, 'episode')}{more}") + "\n"


def newer_sessions_line(workspace: Workspace, run: str) -> str:
    """Return how many sessions of `ace tutor` began after `run` (an id) and how to list the last; nothing if none."""
    since = run.removeprefix(TUTOR_RUN).removeprefix("r-")
    names = sorted(path.name for path in workspace.runs.glob(f"{TUTOR_RUN}*"))
    newer = [name for name in names if name.removeprefix(TUTOR_RUN) > since]
    if not newer:
        return ""
    last = "" if len(newer) == 1 else ", the last"
    return f"{counted(len(newer), 'newer tutor session')}{last}: ace trace --run {newer[-1]}\n"
