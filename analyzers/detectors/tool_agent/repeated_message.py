"""The agent says again what it has said."""

from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.tool_agent.alike import is_like_one_of
from analyzers.detectors.tool_agent.dialogue import dialogue_of
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("repeated_message", "design", "minor")
MIN_LENGTH = 60
SHARE = 0.85
# How many of a speaker's last messages are looked at: a long log stays linear.
LOOK_BACK = 3


def detect(episode: Episode) -> list[Finding]:
    """Find messages of 60 characters and more that share 85% of their words with one of the speaker's last three.

    Bucket: design. Severity: minor. Remedy: say what was not understood; offer another way or a person.
    """
    said: dict[str, list[str]] = {}
    found = []
    for turn in dialogue_of(episode).turns:
        if turn.kind != "agent" or turn.step is None or len(turn.low) < MIN_LENGTH:
            continue
        earlier = said.setdefault(turn.speaker, [])
        if is_like_one_of(turn.low, earlier[-LOOK_BACK:], SHARE):
            found.append(finding_at(episode, turn.step, ABOUT, "nearly the same message as before", turn.text))
        earlier.append(turn.low)
    return found
