"""The answer was to be given though nothing had been looked up or looked at."""

from analyzers.detectors.after_failure import failed_before, has_evidence
from analyzers.detectors.reading import About, finding_at, proposals
from analyzers.detectors.results import is_search_empty
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("reveal_without_evidence", "verification", "major", "state.image.observed")


def detect(episode: Episode) -> list[Finding]:
    """Find reveals proposed with no successful search of the index and no look at the image.

    Right after a failed call the same fault is tool_error_ignored, after a search that found nothing it is
    claim_after_empty_retrieval; their remedies are others.
    Bucket: verification. Severity: major. Remedy: retrieve, or look at the image, before answering.
    """
    return [
        finding_at(episode, step, ABOUT, "reveal proposed with no passage found and no look at the image")
        for step in proposals(episode, "REVEAL_ANSWER")
        if has_evidence(episode, step) is False and failed_before(episode, step) is None and not is_search_empty(step)
    ]
