"""Data that was assumed instead of looked up."""

from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.tool_agent.dialogue import dialogue_of
from analyzers.detectors.tool_agent.mentions import Leaf, arguments_given
from analyzers.detectors.tool_agent.wording import made_up
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("made_up_data", "verification", "major")
MAX_TEXT = 20000
# Shorter arguments are names and ids.
MIN_WRITTEN = 40


def detect(episode: Episode) -> list[Finding]:
    """Find messages and code of the agent that say they work on placeholder, simulated or assumed data.

    What the user or the instructions spoke of in these words is theirs and not found.
    Bucket: verification. Severity: major. Remedy: no result without its source; a tool for the data.
    """
    asked = episode.header.question.lower()
    found = []
    dialogue = dialogue_of(episode)
    given = dialogue.kept(arguments_given)
    for place, turn in enumerate(dialogue.turns):
        if turn.kind in ("user", "system"):
            asked += turn.low
            continue
        text = turn.low if turn.call is None else _written(given[place])
        words = made_up(text[:MAX_TEXT]) if text and turn.step is not None and turn.kind != "other" else ""
        if words and turn.step is not None and words not in asked:
            found.append(finding_at(episode, turn.step, ABOUT, f"works on assumed data: {words}"))
    return found


def _written(given: list[Leaf]) -> str:
    values = [value for _, value in given if isinstance(value, str) and len(value) >= MIN_WRITTEN]
    return " ".join(values).lower()
