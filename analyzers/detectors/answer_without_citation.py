"""The final answer cites nothing."""

from analyzers.detectors.reading import About, ending_finding
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("answer_without_citation", "verification", "major")


def detect(episode: Episode) -> list[Finding]:
    """Find given answers that name no piece of evidence, real or invented.

    Bucket: verification. Severity: major. Remedy: for the solver: cite, or say that the evidence is insufficient.
    """
    answer = episode.outcome.answer if episode.outcome else {}
    if answer.get("status") != "answer" or not episode.steps or answer.get("citations") or answer.get("invented"):
        return []
    text = str(answer.get("text", ""))
    return [ending_finding(episode, ABOUT, "the answer cites no evidence", text or None)]
