"""A candidate is held to be a void without a measurement."""

from analyzers.detectors.inspector.reports import REPORT, is_sent_back, kept_ids, names_real_id, unmeasured
from analyzers.detectors.reading import About, finding_at, flag, proposals
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("kept_unmeasured", "verification", "major", "action.measured")


def detect(episode: Episode) -> list[Finding]:
    """Find candidates that are kept and were never measured: each decision of an accepted report, or a whole report
    that was sent back.

    Ids that nobody found are invented_candidate's.
    Bucket: verification. Severity: major. Remedy: measure a candidate before it is kept.
    """
    found = [
        finding_at(episode, step, ABOUT, "keeps a candidate that was not measured")
        for step in proposals(episode, "KEEP")
        if flag(step, "action.measured") is False and names_real_id(episode, step)
    ]
    for step in proposals(episode, REPORT):
        # What an accepted report keeps is a decision of its own each.
        missing = set(kept_ids(step)) & (unmeasured(episode, step) or frozenset()) if is_sent_back(step) else set[int]()
        if missing:
            message = f"the report keeps {len(missing)} candidates that were not measured"
            found.append(finding_at(episode, step, ABOUT, message))
    return sorted(found, key=lambda one: one.step)
