"""A candidate is passed over: neither measured nor kept."""

from analyzers.detectors.inspector.reports import REPORT, kept_ids, unmeasured
from analyzers.detectors.reading import About, count, finding_at, proposals
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode, Step

ABOUT = About("candidate_never_measured", "verification", "major", "state.unmeasured")


def detect(episode: Episode) -> list[Finding]:
    """Find reports that pass over candidates: they were found, and neither measured nor kept.

    A candidate kept without a measurement is kept_unmeasured's. Reports that were sent back count: that they came is
    what went wrong. Bucket: verification. Severity: major. Remedy: measure every candidate before the report.
    """
    found = []
    for step in proposals(episode, REPORT):
        passed_over = _passed_over(episode, step)
        if passed_over > 0:
            message = f"reports while {passed_over} candidates were neither measured nor kept"
            found.append(finding_at(episode, step, ABOUT, message))
    return found


def _passed_over(episode: Episode, step: Step) -> int:
    kept, missing = frozenset(kept_ids(step)), unmeasured(episode, step)
    if missing is not None:
        return len(missing - kept)
    # Without the results of the tools, only what cannot all have been kept.
    return (count(step, "state.unmeasured") or 0) - len(kept)
