"""Something was done, says the agent, and nothing was."""

from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.tool_agent.dialogue import Dialogue, dialogue_of
from analyzers.detectors.tool_agent.wording import done_claim
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("unbacked_claim", "verification", "critical")


def detect(episode: Episode) -> list[Finding]:
    """Find messages that say something was cancelled, booked, sent ... when no call that could have done it worked.

    Only where calls are recorded: a log of words alone does not say what was done. A call whose name does not tell
    whether it changes anything counts as one that may have.
    Bucket: verification. Severity: critical. Remedy: let only a tool's result say that something was done.
    """
    dialogue = dialogue_of(episode)
    if not dialogue.calls or not _has_changes(dialogue):
        return []
    found = []
    for turn in dialogue.turns:
        if turn.call is not None and turn.call.effect != "read" and turn.call.ok is not False:
            break
        if turn.kind == "agent" and turn.step is not None and done_claim(turn.low):
            found.append(finding_at(episode, turn.step, ABOUT, "says it was done, and no call has done it", turn.text))
    return found


def _has_changes(dialogue: Dialogue) -> bool:
    return any(turn.call is not None and turn.call.effect == "write" for turn in dialogue.calls)
