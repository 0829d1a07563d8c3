"""Sentences that say that something was done just now. English; all texts in small letters."""

import re
from collections.abc import Iterator
from typing import NamedTuple

# What happens outside the conversation: only a tool can have done it, where one can also edit a text in words.
OUTSIDE = frozenset((
    "booked", "canceled", "cancelled", "charged", "credited", "emailed", "exchanged", "paid", "placed", "purchased",
    "refunded", "rescheduled", "reserved", "scheduled", "sent", "shipped", "transferred",
))  # fmt: skip
_VERBS = (
    r"added|applied|approved|assigned|booked|cancell?ed|changed|charged|closed|completed|created|credited|deleted"
    r"|downgraded|emailed|exchanged|initiated|issued|modified|moved|paid|placed|processed|purchased|refunded|removed"
    r"|replaced|rescheduled|reserved|returned|scheduled|sent|shipped|submitted|transferred|updated|upgraded"
)
_OWN_VERBS = (
    r"added|applied|booked|cancell?ed|changed|completed|created|deleted|emailed|exchanged|initiated|issued|modified"
    r"|moved|placed|processed|refunded|removed|replaced|rescheduled|reserved|scheduled|sent|submitted|transferred"
    r"|updated|upgraded"
)
_DONE = re.compile(
    rf"\b(?:has|have) (?:now |all |both |also |already |just )*been (?:successfully )?(?P<state>{_VERBS})\b"
    rf"|\bi(?:['’]ve| have) (?:now |also |just )?(?:successfully |gone ahead and )?(?P<deed>{_OWN_VERBS})\b"
)
# Words that make such a clause a report of how things stood, a condition or a plan.
_NOT_DONE = re.compile(
    r"\b(?:once|if|when|whether|unless|after|until|not|already|by the|would|will|cannot|could|was|were|n't)\b|n[’']t\b"
)
# Words that make the whole sentence speak of what somebody else or a record says.
_REPORTED = re.compile(
    r"\b(?:already|according to|says?|said|states?|stated|shows?|showing|indicates?|seems?|appears?|told|mentioned)\b"
)
_CLAUSE_END = (".", "\n", "!", "?", ",", ";", ":")
_SENTENCE_END = re.compile(r"[.!?](?=[\s*\"”)]|\Z)|\n")


class Claim(NamedTuple):
    """A clause that says something was done: its words up to the verb, the verb, and whether the agent says "I"."""

    words: str
    verb: str
    is_own: bool


def done_claims(low: str) -> Iterator[Claim]:
    """Yield what a text says was done just now; a plan, a condition, a question or somebody's report is none."""
    if "been " not in low and "i've" not in low and "i’ve" not in low and "i have" not in low:
        return
    for match in _DONE.finditer(low):
        start = max(low.rfind(mark, 0, match.start()) for mark in _CLAUSE_END) + 1
        if _NOT_DONE.search(low, start, match.start()) or "already" in match.group():
            continue
        first = max((end.end() for end in _SENTENCE_END.finditer(low, 0, match.start())), default=0)
        end = _SENTENCE_END.search(low, match.end())
        if _REPORTED.search(low, first, match.start()) or (end is not None and end.group() == "?"):
            continue
        deed = match.group("deed")
        yield Claim(low[start : match.end()].strip(), deed or match.group("state"), deed is not None)


def done_claim(low: str) -> str:
    """Return the first such clause, "" without any."""
    return next((claim.words for claim in done_claims(low)), "")
