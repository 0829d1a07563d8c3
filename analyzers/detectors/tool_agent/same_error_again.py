"""The same error, several times."""

from dataclasses import replace

from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.tool_agent.dialogue import dialogue_of
from analyzers.finding import Finding
from analyzers.masking import mask
from runtime.contracts.trace_event import Episode

ABOUT = About("same_error_again", "design", "major")
MAX_ERROR = 300


def detect(episode: Episode) -> list[Finding]:
    """Find failed calls whose tool has given the same error before, numbers and names aside.

    Found once for each error, where it comes back first.
    Bucket: design. Severity: major. Remedy: say in the tool's description what it needs; show the agent its error.
    """
    failed = [turn for turn in dialogue_of(episode).calls if turn.call is not None and turn.call.ok is False]
    if len(failed) < 2:
        return []
    counts: dict[tuple[str, str], int] = {}
    found = []
    for turn in failed:
        if turn.call is None or turn.step is None:
            continue
        key = (turn.call.tool, mask(turn.text[:MAX_ERROR]))
        counts[key] = counts.get(key, 0) + 1
        if counts[key] == 2:
            finding = finding_at(episode, turn.step, ABOUT, "the tool gives an error it gave before", turn.text)
            found.append(replace(finding, error_class=turn.call.error_class))
    return found
