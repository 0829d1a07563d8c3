"""The environment said the same thing again, and nothing came of it."""

from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.tool_agent.dialogue import dialogue_of
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("same_notice_again", "design", "minor")
MIN_LENGTH = 20


def detect(episode: Episode) -> list[Finding]:
    """Find notices of the environment (no user, no result of a call) that come back word for word.

    Found once for each notice, at the step before it. Bucket: design. Severity: minor. Remedy: say in the instructions
    what the environment expects.
    """
    counts: dict[str, int] = {}
    found = []
    for turn in dialogue_of(episode).turns:
        if turn.kind not in ("other", "system") or turn.step is None or len(turn.text) < MIN_LENGTH:
            continue
        counts[turn.text] = counts.get(turn.text, 0) + 1
        if counts[turn.text] == 2:
            found.append(finding_at(episode, turn.step, ABOUT, "the environment has to say the same again", turn.text))
    return found
