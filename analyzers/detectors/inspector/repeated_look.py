"""The same look at the image again."""

from analyzers.detectors.after_failure import is_fair_retry
from analyzers.detectors.reading import About, count, finding_at, proposals
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("repeated_look", "design", "minor", "action.repeats")


def detect(episode: Episode) -> list[Finding]:
    """Find searches, measurements and views that repeat an earlier call; the image does not change.

    One retry of a timeout is no failure. Bucket: design. Severity: minor (it costs a step). Remedy: use the result
    already shown, or look at another candidate.
    """
    return [
        finding_at(episode, step, ABOUT, "the call repeats an earlier one, and the image is the same")
        for step in proposals(episode, "REQUEST_TOOL")
        if (count(step, "action.repeats") or 0) > 0 and not is_fair_retry(episode, step)
    ]
