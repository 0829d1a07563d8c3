"""The same question to the same tool again."""

from analyzers.detectors.after_failure import is_fair_retry, repeats_failed_call
from analyzers.detectors.reading import About, count, finding_at, proposals
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("repeated_call", "design", "minor", "state.tools.called")


def detect(episode: Episode) -> list[Finding]:
    """Find tool requests that repeat an earlier call with the same or nearly the same arguments.

    A repeat straight after a failure is tool_error_ignored, and one retry of a timeout is no failure at all.
    Bucket: design. Severity: minor (a gate blocks it). Remedy: use the result already shown, or ask something new.
    """
    return [
        finding_at(episode, step, ABOUT, "the call repeats an earlier one with the same or nearly the same arguments")
        for step in proposals(episode, "REQUEST_TOOL")
        if (count(step, "action.repeats") or 0) > 0
        and not is_fair_retry(episode, step)
        and not repeats_failed_call(episode, step)
    ]
