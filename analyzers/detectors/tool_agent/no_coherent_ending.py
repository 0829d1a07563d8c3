"""It just stopped."""

from collections.abc import Sequence

from analyzers.detectors.reading import About, ending_finding
from analyzers.detectors.tool_agent.dialogue import Turn, dialogue_of
from analyzers.detectors.tool_agent.wording import asks_approval, closes, says_go
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("no_coherent_ending", "verification", "major")


def detect(episode: Episode) -> list[Finding]:
    """Find conversations that end with a call nobody spoke of, a question of the user, or a go-ahead without a deed.

    A hand-over to a person ends a conversation. Thanks, a goodbye or a stop word end one too, unless the same message
    tells the agent to go ahead with what it asked.
    Bucket: verification. Severity: major. Remedy: an explicit last message; check that every call was answered.
    """
    turns = dialogue_of(episode).turns
    if not turns or not episode.steps:
        return []
    last = turns[-1]
    if last.call is not None and last.call.effect != "hand_off":
        message = (
            "ends with a call that got no result" if last.call.ok is None else "ends with a result nobody spoke of"
        )
        return [ending_finding(episode, ABOUT, message)]
    if last.kind == "user" and last.step is not None and _is_left_waiting(turns):
        return [ending_finding(episode, ABOUT, "ends with a go-ahead of the user, and nothing was done", last.text)]
    if last.kind == "user" and last.step is not None and "?" in last.text and not closes(last.low):
        return [ending_finding(episode, ABOUT, "ends with a question of the user", last.text)]
    return []


def _is_left_waiting(turns: Sequence[Turn]) -> bool:
    if len(turns) < 2 or turns[-2].kind != "agent":
        return False
    return says_go(turns[-1].low) and asks_approval(turns[-2].low)
