"""What was kept is no void."""

from analyzers.detectors.inspector.reports import decided_on, names_real_id
from analyzers.detectors.reading import About, finding_at
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("false_candidate_kept", "verification", "minor", "action.contrast")


def detect(episode: Episode) -> list[Finding]:
    """Find candidates of the final report that were kept and match no void of the sample, one finding a candidate.

    Ids that nobody found are invented_candidate's.
    Bucket: verification. Severity: minor (it is what is measured; no procedure was broken). Remedy: bands of the
    measurements in which hardly a candidate is real.
    """
    return [
        finding_at(episode, step, ABOUT, "a candidate was kept that is no void")
        for step in decided_on(episode, "KEEP", "false_kept")
        if names_real_id(episode, step)
    ]
