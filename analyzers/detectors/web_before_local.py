"""The web was asked before the local index."""

from analyzers.detectors.reading import About, finding_at, flag, proposals, proposed_tool
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("web_before_local", "design", "major", "state.retrieval.queried")


def detect(episode: Episode) -> list[Finding]:
    """Find web searches proposed while the local index has not been searched in the episode.

    Bucket: design. Severity: major (unreviewed sources reach the student). Remedy: retrieve first.
    """
    return [
        finding_at(episode, step, ABOUT, "web search before the local index was searched")
        for step in proposals(episode, "REQUEST_TOOL")
        if proposed_tool(step) == "web_browser" and flag(step, "state.retrieval.queried") is False
    ]
