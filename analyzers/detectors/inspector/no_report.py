"""An inspection without a report."""

from analyzers.detectors.inspector.reports import REPORT
from analyzers.detectors.reading import About, ending_finding, proposals, words_of
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("no_report", "verification", "major")


def detect(episode: Episode) -> list[Finding]:
    """Find episodes that ended without any report, however they ended.

    One whose reports were all sent back is step_limit's; a model that could not be reached is no failure of the agent.
    Bucket: verification. Severity: major. Remedy: measure all candidates in one call, then report.
    """
    outcome = episode.outcome
    if outcome is None or episode.is_infrastructure_error or not episode.steps or outcome.terminal == "answered":
        return []
    if next(proposals(episode, REPORT), None) is not None:
        return []
    last = episode.steps[-1]
    # Where the last answer could not be used, its words are what there is to show.
    said = words_of(last) or next((attempt.raw for attempt in reversed(last.attempts) if attempt.raw), "")
    return [ending_finding(episode, ABOUT, f"ended without a report: {outcome.message or outcome.terminal}", said)]
