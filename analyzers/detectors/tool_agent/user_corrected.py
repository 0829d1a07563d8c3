"""The user says that the agent got it wrong."""

from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.tool_agent.dialogue import dialogue_of
from analyzers.detectors.tool_agent.wording import correction
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("user_corrected", "misalignment", "major")


def detect(episode: Episode) -> list[Finding]:
    """Find words of the user that call the agent's last message or deed wrong; found at the step before them.

    Bucket: misalignment. Severity: major. Remedy: repeat what was understood before acting.
    """
    return [
        finding_at(episode, turn.step, ABOUT, f"the user objects: {words}", turn.text)
        for turn in dialogue_of(episode).turns
        if turn.kind == "user" and turn.step is not None and (words := correction(turn.low))
    ]
