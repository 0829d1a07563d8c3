"""What each verdict means, for a reviewer who is not a statistician. Pure, and quick to import."""

from collections.abc import Mapping

from runtime.agents.registry import AGENTS
from runtime.contracts.rule import Verdict

_MEANING: Mapping[Verdict, str] = {
    "confirmed": (
        "On samples that whoever drafted it never saw, clearly more cases got better than worse, and no guard objects. "
        "Of changes that do nothing, at most one in twenty ever gets this far on fresh samples."
    ),
    "promising": (
        "It looks better on the samples it was drafted from, so it is worth a look. It is not proved: there were too "
        "few unseen samples, they did not settle it, or a guard kept it from being confirmed. The reason says "
        "which."
    ),
    "insufficient evidence": (
        "Nobody can tell yet. What was tried is too little, or too mixed, to tell a real change from chance. This "
        "speaks neither for nor against the rule; more samples may."
    ),
    "no effect": (
        "Enough was tried, and nothing got better on balance. A rule that changes nothing still costs room in the "
        "prompt, so leave it out unless it is wanted for another reason."
    ),
    "harmful": (
        "Something got worse: clearly more cases were broken than fixed, or a sample that must always pass now fails. "
        "The reason names it. Do not merge this without understanding why."
    ),
    "undecided: infrastructure": (
        "The trials could not be run to an end: a server failed, or samples went away. Errors are never counted as "
        "scores, so nothing is said of the rule. Mend the cause and judge it again."
    ),
}

_READS_NO_TEXT = (
    "The controller is simulated: it follows conditions by design and reads no text, so this says nothing of a model."
)
_IS_SIMULATED = "The agent is simulated, as it says itself: no model read the words, so this says nothing of one."


def why_words_show_nothing(agent: str) -> str:
    """Return what a simulated run of `agent` leaves open about a rule's words, as a sentence.

    The simulated controllers that ship with ACE read no text; what a person's own agent does with it is not known here.
    """
    return _READS_NO_TEXT if agent in AGENTS else _IS_SIMULATED


def explain_verdict(verdict: str) -> str:
    """Return what `verdict` means in at most 60 words; empty for what is no verdict (`unverified (says ...)`)."""
    return next((words for name, words in _MEANING.items() if name == verdict), "")
