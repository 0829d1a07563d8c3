"""What words do: refuse, agree, promise, correct. English; all texts in small letters."""

import re
from collections.abc import Iterable

_REFUSAL_SIGNS = (
    "cannot", "can't", "can’t", "unable to", "not able to", "not eligible", "not allowed", "not possible",
    "not permitted", "unfortunately", "won't be able", "not authorized", "don't have the ability", "isn't possible",
)  # fmt: skip
_YES = re.compile(
    r"\b(?:yes|yeah|yep|yup|sure|ok|okay|oui|correct|confirm(?:ed|ing)?|proceed|go ahead|go for it|please do|do it"
    r"|do that|sounds good|sounds right|sounds great|that works|works for me|absolutely|definitely|agreed?|approved?"
    r"|looks (?:good|right|correct|perfect|great)|let's|let’s|that's fine|that’s fine|i'm fine|i’m fine)\b"
)
_GO = re.compile(
    r"\b(?:go ahead|please (?:proceed|do|cancel|book|change|update|transfer|process|finalize|submit|send|make)"
    r"|yes,? (?:please|proceed|do|i confirm|confirm)|i confirm|finalize|proceed with|do it|let[’']?s do)\b"
)
_ASKS_APPROVAL = re.compile(
    r"\b(?:confirm|proceed|would you like|do you want|shall i|should i|may i|go ahead|is (?:this|that|everything)"
    r"(?: \w+)? (?:correct|ok|okay|right|fine)|let me know|ready to|can i)\b|\(yes"
)
_PROMISE = re.compile(
    r"\b(?:i(?:'ll|’ll| will|'m going to|’m going to| am going to) (?:now |first |go ahead and |then )?(?:proceed|check"
    r"|look|process|search|find|retrieve|verify|review|fetch|pull|gather|calculate|do this|do that|get started)"
    r"|let me (?:now |first |just |quickly )?(?:check|look|process|search|find|retrieve|verify|review|fetch|pull|gather"
    r"|calculate|proceed|see)|(?:one|a|just a) moment|please (?:hold|wait|bear with me)|hold on)\b"
)
_PROMISE_SIGNS = (
    "i'll",
    "i’ll",
    "i will",
    "i'm going",
    "i’m going",
    "i am going",
    "let me ",
    "moment",
    "hold",
    "please wait",
)
# The commonest of the conditions below, for speed.
_WAITING_SIGNS = ("?", "let me know", "confirm", "if you", "could you", "once you")
_CONDITION = re.compile(
    r"\b(?:please (?!hold|wait|bear)|once you|once i have|once confirmed|if you|let me know|could you|would you|can you"
    r"|when you|after you|confirm)\b"
)
_CORRECTION = re.compile(
    r"\b(?:that(?:'s|’s| is) (?:not (?:right|correct|what|true)|wrong|incorrect)|not what i (?:asked|want|said|meant)"
    r"|you(?:'re|’re| are) (?:wrong|mistaken)|i (?:did not|didn't|didn’t|never) (?:ask|want|request|say|order)"
    r"|i (?:already|just) (?:told|said|gave|mentioned|provided|asked|explained)"
    r"|(?:that|this|it) (?:doesn't|doesn’t|does not) (?:seem|look|sound) right"
    r"|you (?:forgot|missed|skipped|misunderstood|made a mistake)|as i (?:said|mentioned)"
    r"|you were supposed to|why did you|i only (?:wanted|asked|meant)|i (?:wanted|asked for) only)\b"
)
_CORRECTION_SIGNS = (
    "that's", "that’s", "that is", "not what", "you're", "you’re", "you are", "didn't", "didn’t", "did not", "never",
    "already", "i just", "doesn't", "doesn’t", "does not", "forgot", "missed", "skipped", "misunder", "mistake",
    "as i ", "supposed", "why did", "i only", " only",
)  # fmt: skip
_MADE_UP = re.compile(
    r"\b(?:(?:placeholder|hypothetical|made[- ]up|dummy|mock(?:ed)?|simulated|fictional|fabricated|assumed) "
    r"(?:data|value|values|figure|figures|number|numbers|result|results|content|response|dataset|prices?|counts?|list)"
    r"|for (?:the sake of|demonstration)|let(?:'s|’s| us) assume|(?:i(?:'ll| will)|we(?:'ll| will| can| could)?) assume"
    r"|assuming (?:that )?(?:the|we|these|this)|based on my (?:knowledge|memory)|from memory)\b"
)
_MADE_UP_SIGNS = (
    "placeholder", "hypothetical", "made up", "made-up", "dummy", "mock", "simulated", "fictional", "fabricated",
    "assum", "demonstration", "the sake of", "my knowledge", "memory",
)  # fmt: skip
_CLOSING = re.compile(
    r"\b(?:thanks|thank you|thx|bye|goodbye|that(?:'s|’s| is) (?:all|it|everything)|stop|done|no,? (?:that|nothing)"
    r"|nothing else|have a (?:good|great|nice)|appreciate|perfect|great|terminate|exit|quit)\b|#stop#"
)
_NEGATIVE = re.compile(
    r"\b(?:no|not|none|nothing|zero|0|empty|neither|without|unavailable|cannot|unable|unfortunately|fail(?:ed|s)?|error"
    r"|missing|sorry)\b|n['’]t\b"
)


def holds_any(low: str, signs: Iterable[str]) -> bool:
    """Return True when one of `signs` stands in the text; cheaper than the pattern it stands for."""
    for sign in signs:  # noqa: SIM110  any() with a generator takes twice as long, and this runs for every message
        if sign in low:
            return True
    return False


def refuses(low: str) -> bool:
    """Return True when the text says that something cannot be done."""
    return holds_any(low, _REFUSAL_SIGNS)


def agrees(low: str) -> bool:
    """Return True when a user's text says yes to what was asked."""
    return _YES.search(low) is not None


def says_go(low: str) -> bool:
    """Return True when a user's text tells the agent to act now."""
    return _GO.search(low) is not None


def asks_approval(low: str) -> bool:
    """Return True when the agent's text asks whether to go on."""
    return _ASKS_APPROVAL.search(low) is not None


def promise(low: str) -> str:
    """Return the words that promise to do something right now, "" when the text waits for the user instead."""
    if holds_any(low, _WAITING_SIGNS) or not holds_any(low, _PROMISE_SIGNS):
        return ""
    match = _PROMISE.search(low)
    return match.group() if match is not None and not _CONDITION.search(low) else ""


def correction(low: str) -> str:
    """Return the words with which a user says that the agent got it wrong, "" without any."""
    if not holds_any(low, _CORRECTION_SIGNS):
        return ""
    match = _CORRECTION.search(low)
    return match.group() if match is not None else ""


def made_up(low: str) -> str:
    """Return the words that say data was assumed instead of looked up, "" without any."""
    if not holds_any(low, _MADE_UP_SIGNS):
        return ""
    match = _MADE_UP.search(low)
    return match.group() if match is not None else ""


def closes(low: str) -> bool:
    """Return True when a user's text ends the conversation."""
    return _CLOSING.search(low) is not None


def denies(low: str) -> bool:
    """Return True when the text says that something was not found or did not work."""
    return _NEGATIVE.search(low) is not None
