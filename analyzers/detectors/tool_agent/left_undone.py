"""A change failed and was never made."""

from dataclasses import replace

from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.tool_agent.dialogue import Turn, dialogue_of
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("left_undone", "verification", "major")


def detect(episode: Episode) -> list[Finding]:
    """Find the last failure of every changing tool that never worked after it.

    Bucket: verification. Severity: major. Remedy: check what a change needs before trying; say what was not done.
    """
    open_failures: dict[str, Turn] = {}
    for turn in dialogue_of(episode).calls:
        if turn.call is None or turn.call.effect != "write":
            continue
        if turn.call.ok is False:
            open_failures[turn.call.tool] = turn
        else:
            open_failures.pop(turn.call.tool, None)
    return [
        replace(
            finding_at(
                episode, turn.step, ABOUT, "the change failed, and none with this tool worked after it", turn.text
            ),
            error_class=turn.call.error_class,
        )
        for turn in open_failures.values()
        if turn.step is not None and turn.call is not None
    ]
