"""A tool that does not exist."""

from dataclasses import replace

from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.tool_agent.dialogue import dialogue_of
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("unknown_tool", "design", "major")


def detect(episode: Episode) -> list[Finding]:
    """Find calls to a tool that the environment says it does not have.

    Bucket: design. Severity: major. Remedy: name the tools in the instructions as they are called; offer fewer.
    """
    return [
        replace(
            finding_at(episode, turn.step, ABOUT, "asked for a tool that does not exist"), error_class="unknown_tool"
        )
        for turn in dialogue_of(episode).calls
        if turn.call and turn.step and turn.call.error_class == "unknown_tool"
    ]
