"""What `ace judge --json` prints."""

from collections.abc import Sequence

from ace.judges.calibrate import Calibrated
from ace.judges.identity import Identity
from ace.judges.list_judges import ListedJudge
from ace.judges.rubric import Rubric
from ace.judges.run_judges import JudgedEpisodes
from ace.judges.standing import Standing
from ace.measurements.read_rows import BadRow
from runtime.contracts.json_types import JsonObject


def calibrated_json(made: Calibrated, rubric: Rubric, problems: Sequence[BadRow]) -> JsonObject:
    """Return what the text says, whole, as a JSON object."""
    state, kept = made.standing, made.calibration
    assert state.found is not None, "a calibration has figures"
    costs = {
        name: getattr(kept, name) for name in ("calls", "prompt_tokens", "completion_tokens", "cost_usd", "seconds")
    }
    return {
        "judge": made.judge.to_json(),
        "simulated": kept.simulated,
        "created": kept.created,
        "path": str(made.path),
        "verdict": state.state,
        "is_usable": state.is_usable,
        "reason": state.reason,
        **state.found.to_json(),
        "floor": rubric.floor.model_dump(mode="json"),
        "drift": None if state.moved is None else state.moved.to_json(),
        "asked": made.asked,
        **costs,
        "labels_not_used": [bad._asdict() for bad in problems],
        "items": [item.model_dump(mode="json") for item in kept.items],
    }


def judges_json(judges: Sequence[ListedJudge]) -> JsonObject:
    """Return what the text says, whole, as a JSON object."""
    return {
        "judges": [
            {
                "name": one.rubric.name,
                "source": one.source,
                "is_configured": one.is_configured,
                "question": one.rubric.question,
                "severity": one.rubric.severity,
                "bucket": one.rubric.bucket,
                "scope": one.rubric.scope,
                "judge": one.judge.to_json() if one.judge else None,
                "state": one.standing.state if one.standing else None,
                "reason": one.standing.reason if one.standing else None,
                "figures": one.standing.found.to_json() if one.standing and one.standing.found else None,
            }
            for one in judges
        ]
    }


def judged_json(rubric: Rubric, judge: Identity, state: Standing, said: JudgedEpisodes) -> JsonObject:
    """Return what the text says, whole, as a JSON object."""
    return {
        "judge": judge.to_json(),
        "simulated": said.simulated,
        "is_advisory": not state.is_usable,
        "state": state.state,
        "reason": state.reason,
        "asked": said.asked,
        "not_answered": said.open,
        "gone": said.gone,
        "episodes": [
            {
                "episode": episode.header.episode,
                "sample": episode.header.sample,
                "label": None if answer.is_failing is None else rubric.labels.word(answer.is_failing),
                "is_failing": answer.is_failing,
                "reason": answer.reason,
                "step": answer.step,
                "quote": answer.quote,
                "problem": answer.problem,
            }
            for episode, answer in said.judged
        ],
    }
