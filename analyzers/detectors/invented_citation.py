"""The final answer cites evidence that does not exist."""

from analyzers.detectors.reading import About, ending_finding
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("invented_citation", "verification", "major")


def detect(episode: Episode) -> list[Finding]:
    """Find given answers with a citation that no tool returned; the invented id is quoted.

    Bucket: verification. Severity: major. Remedy: for the solver: cite only ids from the evidence.
    """
    answer = episode.outcome.answer if episode.outcome else {}
    invented = answer.get("invented")
    if not isinstance(invented, list) or not invented or not episode.steps:
        return []
    return [ending_finding(episode, ABOUT, "the answer cites evidence that no tool returned", str(invented[0]))]
