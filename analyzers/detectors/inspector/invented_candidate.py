"""A candidate that nobody found."""

from analyzers.detectors.inspector.reports import REPORT, found_before, ids_named
from analyzers.detectors.reading import About, finding_at, proposals
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("invented_candidate", "misalignment", "major", "state.candidates")


def detect(episode: Episode) -> list[Finding]:
    """Find calls and reports that name a candidate which no search of the image has given.

    A record that does not hold what the searches gave says nothing.
    Bucket: misalignment. Severity: major. Remedy: look for candidates first, and name only ids of that list.
    """
    found = []
    for step in proposals(episode, "REQUEST_TOOL", REPORT):
        named = ids_named(step)
        known = found_before(episode, step) if named else None
        strange = [] if known is None else [one for one in dict.fromkeys(named) if one not in known]
        if strange:
            listed = ", ".join(map(str, strange))
            found.append(finding_at(episode, step, ABOUT, f"names a candidate that was not found: {listed}"))
    return found
