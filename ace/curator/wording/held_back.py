"""The restrained action where a text speaks of it: is it held back there?"""

from collections.abc import Sequence

from ace.curator.wording.clauses import Span, Unit
from ace.curator.wording.reading import Reading, Seen
from ace.curator.wording.restraint_words import (
    ASKING,
    BEHIND_NEVER,
    BETWEEN_NEVER,
    CONSTANT,
    DOING,
    EVEN,
    GIVING,
    GLUE,
    LEADING,
    LIMITS,
    MODALS,
    NO_LIMIT,
    OBLIGATION_GONE,
    TELLING,
    holding,
    is_form_of,
    is_negator,
)
from ace.curator.wording.spoken_of import mentions_of
from ace.curator.wording.words_of import listed

# "If it was not searched, call it before": what "it" is stands in the condition.
_IT = frozenset({"call", "it"})
_KEY = listed("right correct true full option text answer letter")
_WAIT = frozenset({"wait"})
_OPENING = frozenset({"until", "unless", "except", "before", "without"})
_SOFT = listed("may can could come comes follow follows")
# Words that turn a phrase into a clause of its own, so that "without" or "instead of" holds back something else.
_FINITE = frozenset(["is", "are", "was", "were"])
_CLAUSAL = listed("no not student you they")
# After one of these a verb is somebody else's, or no verb.
_DOERS = listed("""student students they them to has have had been be was were is by the a an no at one""")
_JOINS = frozenset({"that", "which", "with", "so"})
_GETTING = listed("get have know see receive learn hear read find")
_HELD = Seen(holds=True)


def read_held_back(index: int, span: Span, reading: Reading) -> Seen:
    """Return whether the restrained action at `index` of `span` is held back; nothing where a condition has it."""
    if EVEN.search(reading.said):
        return Seen("says that the restrained action holds in any case")
    if not span.is_main:
        return _aside(index, span, reading)
    clause = " ".join(span.words)
    if OBLIGATION_GONE.search(clause):
        return Seen("takes an obligation away instead of holding back")
    is_subject = span.words[index + 1 : index + 2] and span.words[index + 1] in MODALS
    negators, partners = holding(span.words, None if is_subject else index)
    constant = CONSTANT.search(clause)
    if constant is not None and not (negators == 1 and constant.group() == "always"):
        return Seen(f"asks for the restrained action without limit ({constant.group()!r})")
    if negators + partners > 1 and negators:
        return Seen("negates the restrained action twice")
    if negators and not _is_led_by_negation(index, span, reading):
        return Seen("has a negation that does not hold the restrained action back; begin with do not, never or avoid")
    if negators and not reading.says.manner and any(reading.lets_through(other) for other in reading.conditions):
        return Seen("holds the action back where the rule's own condition lets it through")
    if negators or _is_bound(index, span, reading):
        return _HELD
    return Seen("asks for the restrained action; hold it back with not, only when, before or instead of")


def _is_led_by_negation(index: int, span: Span, reading: Reading) -> bool:
    """Return True for "(you must) not (use) X" and "X must not": nothing but helping words stands around the "not"."""
    words = span.words
    at = next((place for place, word in enumerate(words) if is_negator(words, place)), len(words))
    spoken = {one.at for one in mentions_of(words, reading.actions)}
    lead = [word for place, word in enumerate(words[:at]) if place not in spoken and not is_form_of(word, LEADING)]
    between = words[at + 1 : index] if at < index else ()
    odd = BETWEEN_NEVER & set(between[:-1] if between[-1:] == ("be",) else between)
    odd |= {reading.foreign(between, GLUE | ASKING | DOING | _KEY)} - {""}
    return not lead and not odd and not BEHIND_NEVER & set(words[index + 1 :])


def _is_bound(index: int, span: Span, reading: Reading) -> bool:
    """Return True when a condition, an order or a limit holds back the action that is asked for."""
    words, conditions = span.words, reading.conditions
    is_conditional = bool(conditions) and all(reading.is_sound(other) for other in conditions)
    is_conditional &= not any(other.marker in _OPENING for other in reading.unit.spans)
    others = any(not one.names & reading.restrained for one in mentions_of(words, reading.actions))
    if is_conditional and "only" in reading.said.split() and not others and not _JOINS & set(words[:index]):
        return True
    if is_conditional and _SOFT & set(words):
        return True
    limit = LIMITS.search(reading.said) and not NO_LIMIT.search(reading.said)
    return bool(limit and reading.is_counted) or _comes_second(index, span, reading)


def _comes_second(index: int, span: Span, reading: Reading) -> bool:
    """Return True for "first look, then X" and "look; only then X"."""
    spans, words = reading.unit.spans, span.words[:index]
    before = (*reading.earlier, Unit(spans[: spans.index(span)]), Unit((Span("", words),)))
    is_done = any(reading.looks_at(one.words) and not sum(reading.held(one.words)) for one in before)
    # "and then" opens a clause: the word itself is dropped from it.
    is_then = "then" in words or span.marker == "and"
    last = next((one.words[-1] for one in reversed(spans[: spans.index(span)]) if one.words), "")
    is_second = "only" in (*span.words, last) or any("first" in one.words for one in before)
    return is_done and is_then and is_second


def _aside(index: int, span: Span, reading: Reading) -> Seen:
    counts = [reading.held(main.words) for main in reading.mains]
    if span.marker == "before":
        seen = _before(counts, reading)
        return seen if seen.problem else _closed(span, reading)
    if span.marker in {"instead", "without"}:
        if any(negators + partners for negators, partners in counts):
            return Seen("negates the restrained action twice")
        if _CLAUSAL & set(span.words[:index]) or _FINITE & set(span.words):
            return Seen(f"does not hold back what follows {span.marker!r}")
        return _closed(span, reading)
    if span.marker == "so":
        followed = set(span.words[index + 1 : index + 2]) & MODALS
        if not followed or any(is_form_of(word, _GETTING) for word in span.words[:index]):
            return Seen("names the restrained action as the aim")
    return Seen()


def _closed(span: Span, reading: Reading) -> Seen:
    """Accept a clause about the restrained action that says nothing else."""
    foreign = reading.foreign(span.words, GLUE | ASKING | DOING)
    return Seen(f"says something beside the restrained action ({foreign!r})") if foreign else _HELD


def _before(counts: Sequence[tuple[int, int]], reading: Reading) -> Seen:
    """Read "(do) Y before X": Y must be what the condition looks at or the rule asks for, and not be denied."""
    is_waiting = any(is_form_of(word, _WAIT) for main in reading.mains for word in main.words)
    if any(negators - is_waiting + partners > 0 for negators, partners in counts):
        return Seen("negates what must come before the restrained action")
    if any(OBLIGATION_GONE.search(" ".join(main.words)) for main in reading.mains):
        return Seen("takes an obligation away")
    odd = [_told(main, reading) or reading.foreign(main.words, GLUE | ASKING) for main in reading.mains]
    is_called = any(set(main.words) >= _IT for main in reading.mains)
    awaited = [span for span in reading.unit.spans if span.marker == "until"] if is_waiting else []
    looked = [*reading.mains, *awaited, *(reading.conditions if is_called else ())]
    if any(odd) or not any(reading.looks_at(one.words, reading.asked) for one in looked):
        what = next((f" ({word!r})" for word in odd if word), "")
        return Seen(f"puts something before the restrained action that the condition does not look at{what}")
    return _HELD


def _told(main: Span, reading: Reading) -> str:
    """Return a verb of a main clause that has the agent say, claim or choose something instead of looking."""
    words = main.words
    spoken = {one.at for one in mentions_of(words, reading.actions) if one.names & reading.asked}
    for index, word in enumerate(words):
        following = words[index + 1] if index + 1 < len(words) else ""
        is_theirs = index > 0 and words[index - 1] in _DOERS
        is_phrase = following in {"sure", "certain"} or (word, following) == ("take", "a")
        gives = "chance" in words or (
            word in GIVING and following != "up" and spoken & set(range(index + 1, index + 5))
        )
        if word in TELLING | GIVING and not is_theirs and not is_phrase and not gives:
            return word
    return ""
