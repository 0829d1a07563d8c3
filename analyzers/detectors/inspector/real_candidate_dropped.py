"""A void was found, and not kept."""

from analyzers.detectors.inspector.reports import decided_on
from analyzers.detectors.reading import About, finding_at
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("real_candidate_dropped", "verification", "minor", "action.contrast")


def detect(episode: Episode) -> list[Finding]:
    """Find candidates that match a void of the sample and that the agent left out of its report, one finding each.

    What a gate took out is not the agent's doing. Bucket: verification. Severity: minor (it is what is measured; no
    procedure was broken). Remedy: bands of the measurements in which most candidates are real.
    """
    return [
        finding_at(episode, step, ABOUT, "a candidate was left out that is a void")
        for step in decided_on(episode, "DROP", "missed_candidates")
    ]
