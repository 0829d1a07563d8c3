"""A budget was spent on reports that came back."""

from analyzers.detectors.inspector.reports import REPORT
from analyzers.detectors.reading import About, ending_finding, proposals
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("step_limit", "verification", "major")


def detect(episode: Episode) -> list[Finding]:
    """Find episodes cut off by a budget (steps, seconds, cost) after a report, none of which was accepted.

    Without any report it is no_report's. Bucket: verification. Severity: major. Remedy: mend what was named in the
    rejection before reporting again; more steps.
    """
    outcome = episode.outcome
    if outcome is None or outcome.terminal != "budget_spent" or next(proposals(episode, REPORT), None) is None:
        return []
    return [ending_finding(episode, ABOUT, outcome.message or "a budget was spent before a report was accepted")]
