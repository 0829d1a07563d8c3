"""The verdict says one thing and the list of what is kept another."""

from analyzers.detectors.inspector.reports import REPORT
from analyzers.detectors.reading import About, finding_at, proposals
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("verdict_contradicts_kept", "misalignment", "major", "action.kept")


def detect(episode: Episode) -> list[Finding]:
    """Find reports that accept a part in which they keep a candidate, or reject one in which they keep none.

    Bucket: misalignment. Severity: major. Remedy: decide on each candidate first; the verdict follows from the list.
    """
    found = []
    for step in proposals(episode, REPORT):
        proposed = step.proposed or {}
        verdict, kept = proposed.get("verdict"), proposed.get("kept_ids")
        if not isinstance(kept, list):
            continue
        if verdict == "accept" and kept:
            found.append(finding_at(episode, step, ABOUT, f"accepts the part and keeps {len(kept)} candidates"))
        elif verdict == "reject" and not kept:
            found.append(finding_at(episode, step, ABOUT, "rejects the part and keeps no candidate"))
    return found
