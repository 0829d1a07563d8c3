"""A change that did not work."""

from dataclasses import replace

from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.tool_agent.dialogue import dialogue_of
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("change_failed", "design", "minor")


def detect(episode: Episode) -> list[Finding]:
    """Find calls that were to change something and failed.

    Bucket: design. Severity: minor (what follows decides). Remedy: say in the tool's description what a change needs;
    check it before.
    """
    return [
        replace(finding_at(episode, turn.step, ABOUT, f"failed: {turn.text[:120]}"), error_class=turn.call.error_class)
        for turn in dialogue_of(episode).calls
        if turn.call is not None and turn.step is not None and turn.call.effect == "write" and turn.call.ok is False
    ]
