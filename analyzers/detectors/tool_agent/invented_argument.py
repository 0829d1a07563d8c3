"""An id that the agent made up."""

from dataclasses import replace

from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.tool_agent.dialogue import dialogue_of
from analyzers.detectors.tool_agent.mentions import unseen_values
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("invented_argument", "misalignment", "major")


def detect(episode: Episode) -> list[Finding]:
    """Find ids in a call's arguments that no message, result or earlier call had.

    Bucket: misalignment. Severity: major, minor when the tool turned it down. Remedy: look ids up before using them;
    have tools reject unknown ones.
    """
    found = []
    for turn, arguments, _ in dialogue_of(episode).kept(unseen_values):
        if turn.call is None or turn.step is None:
            continue
        names = sorted({one.name for one in arguments})
        if not names:
            continue
        message = f"the value of {', '.join(f'`{name}`' for name in names)} stands nowhere before"
        finding = finding_at(episode, turn.step, ABOUT, message)
        found.append(replace(finding, severity="minor") if turn.call.ok is False else finding)
    return found
