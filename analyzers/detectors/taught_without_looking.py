"""Something was taught before anything was looked at."""

from analyzers.detectors.reading import About, finding_at, flag, proposals
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode, Step

ABOUT = About("taught_without_looking", "verification", "major", "state.image.observed")


def detect(episode: Episode) -> list[Finding]:
    """Find hints and lessons given before the image was looked at or the local index was searched.

    Bucket: verification. Severity: major (what was taught rests on nothing). Remedy: look or search first.
    """
    return [
        finding_at(episode, step, ABOUT, "a hint or lesson before the image was looked at or the index searched")
        for step in proposals(episode, "HINT", "MICROLESSON")
        if _rests_on_nothing(step)
    ]


def _rests_on_nothing(step: Step) -> bool:
    return flag(step, "state.image.observed") is False and flag(step, "state.retrieval.queried") is False
