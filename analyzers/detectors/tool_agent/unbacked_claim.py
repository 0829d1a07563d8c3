"""Something was done, says the agent, and nothing was."""

import re

from analyzers.detectors.reading import About, finding_at
from analyzers.detectors.tool_agent.claims import OUTSIDE, Claim, done_claims
from analyzers.detectors.tool_agent.dialogue import Dialogue, dialogue_of
from analyzers.finding import Finding
from runtime.contracts.trace_event import Episode

ABOUT = About("unbacked_claim", "verification", "critical")


def detect(episode: Episode) -> list[Finding]:
    """Find messages that say something was cancelled, booked, sent ... when no call that could have done it worked.

    Where no call of the whole conversation changes anything, only what no words can do is looked at (a refund, an
    e-mail), and only of one agent that talks with a user. A state that a result or the user spoke of before ("status":
    "cancelled") is reported, unless the agent says "I". A call whose name does not tell whether it changes anything
    counts as one that may have.
    Bucket: verification. Severity: critical. Remedy: let only a tool's result say that something was done.
    """
    dialogue = dialogue_of(episode)
    any_verb = _has_changes(dialogue)
    if not any_verb and not _is_with_user(dialogue):
        return []
    found = []
    for place, turn in enumerate(dialogue.turns):
        if turn.call is not None and turn.call.effect != "read" and turn.call.ok is not False:
            break
        if turn.kind != "agent" or turn.step is None:
            continue
        claims = [one for one in done_claims(turn.low) if any_verb or one.verb in OUTSIDE]
        if claims and not all(_is_reported(one, dialogue, place) for one in claims):
            found.append(finding_at(episode, turn.step, ABOUT, "says it was done, and no call has done it", turn.text))
    return found


def _has_changes(dialogue: Dialogue) -> bool:
    return any(turn.call is not None and turn.call.effect == "write" for turn in dialogue.calls)


def _is_with_user(dialogue: Dialogue) -> bool:
    """Return True when a user spoke and one agent answers; among several, others may act without a recorded call."""
    speakers = {turn.speaker for turn in dialogue.turns if turn.kind in ("agent", "call")}
    return len(speakers) == 1 and any(turn.kind == "user" for turn in dialogue.turns)


def _is_reported(claim: Claim, dialogue: Dialogue, place: int) -> bool:
    if claim.is_own:
        return False
    verb = "cancell?ed" if claim.verb in ("canceled", "cancelled") else claim.verb
    state = re.compile(rf"\b{verb}\b")
    told = re.compile(rf"\b(?:is|are|was|were|been|got|already) (?:\w+ )?{verb}\b")
    return any(
        (turn.call is not None and state.search(turn.text.lower()) is not None)
        or (turn.kind in ("user", "other") and told.search(turn.low) is not None)
        for turn in dialogue.turns[:place]
    )
