"""How much an ablation is going to run."""

from collections.abc import Sequence

from ace.cycle.ablation.leave_out import LeaveOut
from ace.cycle.ablation.plan import Planned
from ace.evaluation.usage import usage_of
from ace.runs.run_record import LoadedRun


def episodes_to_run(planned: Sequence[Planned], out: LeaveOut) -> int:
    """Return how many episodes are to be run, those of the side with all rules among them."""
    tried = [item for item in planned if item.standing == "try"]
    return sum(item.missing for item in tried) + (out.missing(out.base) if tried else 0)


def plan_words(planned: Sequence[Planned], out: LeaveOut, run: LoadedRun) -> str:
    """Return what is to be done, and about how many model calls that takes."""
    tried = sum(item.standing == "try" for item in planned)
    episodes = episodes_to_run(planned, out)
    finished = [episode for episode in run.episodes if not episode.is_infrastructure_error]
    calls = usage_of(finished).model_calls / len(finished) if finished else 0.0
    silent = sum(item.standing == "silent" for item in planned)
    safety = sum(item.standing == "safety" for item in planned)
    return (
        f"rules to leave out: {tried}, {silent} silent, {safety} for safety; {episodes} episodes to run, "
        f"about {episodes * calls:.0f} model calls"
    )
