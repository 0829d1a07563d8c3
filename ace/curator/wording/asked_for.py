"""The action a rule asks for where a text speaks of it: is it asked for there, and when?"""

from ace.curator.wording.clauses import Span
from ace.curator.wording.reading import Reading, Seen
from ace.curator.wording.restraint_words import (
    CONDITIONS,
    CONSTANT,
    EVEN,
    GLUE,
    MODALS,
    OBLIGATION_GONE,
    holding,
    is_form_of,
)
from ace.curator.wording.spoken_of import Mention, mentions_of

_WAIT = frozenset({"wait"})
_LIMITING = frozenset({"only", "seldom", "sometimes", "later", "less", "rarely", "often", "mostly", "usually"})


def read_asked_for(mention: Mention, span: Span, reading: Reading) -> Seen:
    """Return whether the action the rule asks for is asked for; nothing where it is only spoken of."""
    if not span.is_main:
        is_denied = any(holding(other.words)[0] for other in reading.mains)
        if span.marker == "instead" or (span.marker == "without" and not is_denied):
            return Seen("holds back what its condition asks for")
        return Seen()
    if _is_held_back(mention.at, span, reading):
        return Seen("holds back what its condition asks for")
    if _is_limited(span, reading):
        return Seen("limits what its condition asks for")
    return Seen(problem) if (problem := _odd_condition(reading)) else _asked_when(mention, reading)


def _is_held_back(index: int, span: Span, reading: Reading) -> bool:
    spoken = {one.at for one in mentions_of(span.words, reading.actions) if one.names & reading.asked}
    before = [word for at, word in enumerate(span.words[:index]) if at not in spoken and not is_form_of(word, _WAIT)]
    is_subject = bool(MODALS & set(span.words[index + 1 : index + 2]))
    return bool(sum(holding(before)) or (is_subject and sum(holding(span.words))))


def _is_limited(span: Span, reading: Reading) -> bool:
    clause = " ".join(span.words)
    if OBLIGATION_GONE.search(clause):
        return True
    # Where the restrained action stands in a main clause of the unit, "only" may belong to it.
    others = reading.restrained - reading.asked
    is_other = any(reading.names(main.words, others) for main in reading.mains)
    return not is_other and (bool(_LIMITING & set(reading.unit.words)) or "at most" in clause)


def _odd_condition(reading: Reading) -> str:
    for span in reading.conditions:
        spoken = mentions_of(span.words, reading.actions)
        if not reading.is_counted and any(one.names <= reading.restrained for one in spoken):
            return "puts the restrained action before what its condition asks for"
        if foreign := reading.foreign(span.words, GLUE):
            return f"asks for it under a condition the rule's own does not look at ({foreign!r})"
        said = [word for word in span.words if is_form_of(word, reading.says.concepts)]
        is_of_when = bool(said) and all(is_form_of(word, reading.says.of_when) for word in said)
        if is_of_when and holding(span.words)[0]:
            return "asks for it where its condition is silent"
    return ""


def _asked_when(mention: Mention, reading: Reading) -> Seen:
    conditions = [span for unit in reading.sentence for span in unit.spans if span.marker in CONDITIONS]
    if any(reading.is_against(span) and not holding(span.words)[0] for span in conditions):
        return Seen("asks for it under the opposite of its condition")
    bound = any(reading.looks_at(span.words) for span in conditions)
    is_constant = CONSTANT.search(reading.said) or EVEN.search(reading.said)
    if mention.names & reading.revealing and (not bound or is_constant):
        return Seen("asks for it whatever the state; say when")
    spoken = {one.at for one in mentions_of(reading.unit.words, reading.actions)}
    others = (word for at, word in enumerate(reading.unit.words) if at not in spoken)
    return Seen(asks=bound or any(is_form_of(word, reading.says.of_when) for word in others))
