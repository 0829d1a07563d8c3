"""A call failed, and the agent went on as if it had not."""

import re
from dataclasses import replace

from analyzers.detectors.reading import About, finding_at, proposed_tool
from analyzers.detectors.tool_agent.claims import done_claim
from analyzers.detectors.tool_agent.dialogue import Call, Turn, dialogue_of
from analyzers.detectors.tool_agent.wording import denies
from analyzers.finding import Finding
from runtime.contracts.tool_call import RETRYABLE
from runtime.contracts.trace_event import Episode

ABOUT = About("failed_call_ignored", "verification", "major")
CLAIMED = "says that it was done right after the call for it failed"
_WORD_OF_IT = re.compile(
    r"\b(?:issues?|trouble|difficult(?:y|ies)|exceptions?|denied|went wrong|problems? (?:with|in|accessing))\b"
)
PASSED_OVER = "goes on after a failed call without a word of it"
AGAIN = "the call that has just failed is made again"


def detect(episode: Episode) -> list[Finding]:
    """Find the next move after a failed call that makes it again, says it was done, or passes over it in silence.

    One retry of a timeout or a failing server is no failure; nor are other arguments or another tool.
    Bucket: verification. Severity: critical for the claim, else major. Remedy: read the result before going on; say
    what did not work.
    """
    found = []
    failed: Call | None = None
    retries = 0
    for turn in dialogue_of(episode).turns:
        if turn.step is None or (turn.kind == "agent" and proposed_tool(turn.step)):
            continue  # words beside a call: the call is the move
        if failed is not None and (message := _fault(failed, turn, retries)):
            finding = replace(finding_at(episode, turn.step, ABOUT, message), tool=failed.tool)
            severity = "critical" if message == CLAIMED else ABOUT.severity
            found.append(replace(finding, error_class=failed.error_class, severity=severity))
        if turn.call is not None:
            retries = retries + 1 if failed is not None and _is_same(failed, turn.call) else 0
            failed = turn.call if turn.call.ok is False else None
        elif turn.kind == "agent":
            failed = None
    return found


def _is_same(one: Call, other: Call) -> bool:
    return one.tool == other.tool and one.arguments == other.arguments


def _fault(failed: Call, turn: Turn, retries: int) -> str:
    if turn.call is not None:
        is_fair = failed.error_class in RETRYABLE and retries == 0
        return AGAIN if _is_same(failed, turn.call) and not is_fair else ""
    if turn.kind != "agent" or failed.effect == "read" or denies(turn.low):
        return ""
    if failed.effect == "write":
        return CLAIMED if done_claim(turn.low) else ""
    return "" if "?" in turn.low or _WORD_OF_IT.search(turn.low) else PASSED_OVER
