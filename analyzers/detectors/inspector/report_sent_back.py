"""A report that did not pass the check."""

from analyzers.detectors.inspector.reports import CHECK, REPORT
from analyzers.detectors.reading import About, finding_at, proposals
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("report_sent_back", "verification", "minor", "state.rejections")


def detect(episode: Episode) -> list[Finding]:
    """Find reports that the report check sent back; what it objected to is quoted.

    One that only would have been sent back is not one of these. Bucket: verification. Severity: minor (the agent may
    report again). Remedy: check ids, measurements and verdict before the report.
    """
    return [
        finding_at(episode, step, ABOUT, "the report was sent back", gate.reason)
        for step in proposals(episode, REPORT)
        for gate in step.gates
        if gate.gate == CHECK and gate.decision == "block"
    ]
