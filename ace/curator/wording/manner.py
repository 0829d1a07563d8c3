"""A rule about how something is done (again, two levels at once, with an option named): are those words held back?"""

import re
from collections.abc import Mapping

from ace.curator.wording.clauses import Span
from ace.curator.wording.reading import Reading, Seen
from ace.curator.wording.restraint_words import ASKING, GLUE, LIMITS, NEGATORS, NO_LIMIT, holding, is_form_of
from ace.curator.wording.words_of import listed

# A field of `action`, and the words for doing what a rule about it holds back.
_TARGETS: Mapping[str, frozenset[str]] = {
    "repeats": listed("again repeat retry twice same identical"),
    "hint_level": frozenset(["skip", "jump", "leap"]),
    "names_option": frozenset(["option", "diagnosis", "choice"]),
    "leaks_answer": frozenset(),
}
_ASIDE = frozenset({"before", "instead", "without"})
_OTHER = frozenset({"another", "different", "else", "new"})
# "level 3", unless the way there is said: from level 1 to 2, then 3.
_LEVEL = re.compile(r"^(?!.*\b(?:then|from|comes?|before|above)\b).*\b(?:level|hint) (?:2|3|two|three)\b")
_NOTHING_ELSE = re.compile(r"\b(?:nothing (?:else|but)|no other|none but)\b")
_STEPPING = listed("""move up go raise increase above previous without limit time order comes by than""")
_MORE = re.compile(r"more than|one or (?:two|three|more|2|3)")


def read_manner(span: Span, reading: Reading) -> Seen:
    """Return whether a span holds back the way of doing that the condition looks at; nothing for other rules."""
    manner = reading.says.manner
    if not manner:
        return Seen(holds=bool(LIMITS.search(reading.said)) and reading.is_counted)
    seen = _readtargets_of(span, reading)
    if seen.problem or (problem := _why_turned(span, reading)):
        return Seen(seen.problem or problem)
    is_other = "repeats" in manner and bool(_OTHER & set(span.words))
    is_limited = reading.is_counted and bool(LIMITS.search(reading.said))
    # Of a field of another agent only this much is known: something is held back.
    is_known = bool(manner & set(_TARGETS))
    is_loosely = not is_known and (holding(span.words)[0] == 1 or span.marker == "before")
    return Seen(holds=seen.holds or is_other or is_limited or is_loosely)


def targets_of(reading: Reading) -> frozenset[str]:
    """Return the words for doing what a rule about how something is done holds back."""
    return frozenset(word for name in reading.says.manner for word in _TARGETS.get(name, ()))


def _readtargets_of(span: Span, reading: Reading) -> Seen:
    targets, holds = targets_of(reading), False
    if not span.is_main and span.marker not in _ASIDE:
        return Seen()
    for index, word in enumerate(span.words):
        if not is_form_of(word, targets):
            continue
        negators, partners = holding([item for item in span.words[:index] if not is_form_of(item, targets)])
        if not span.is_main:
            holds = holds or not any(sum(holding(main.words)) for main in reading.mains)
        elif negators + partners > 1:
            return Seen(f"negates {word!r} twice")
        elif negators == 1:
            holds = True
        else:
            return Seen(f"asks for what its condition holds back ({word!r})")
    return Seen(holds=holds)


def _why_turned(span: Span, reading: Reading) -> str:
    said, manner = reading.said, reading.says.manner
    is_denied = span.is_main and bool(holding(span.words)[0])
    is_target = any(is_form_of(word, targets_of(reading)) for word in span.words)
    if "repeats" in manner and _OTHER & set(span.words) and is_denied and not is_target:
        return "holds back another way, which its condition asks for"
    if "hint_level" in manner and span.is_main and not is_denied and _LEVEL.search(said):
        return "asks for a hint level above the first"
    if _NOTHING_ELSE.search(said):
        return "holds back every other way"
    if "hint_level" in manner and (
        foreign := reading.foreign(reading.unit.words, GLUE | ASKING | NEGATORS | _STEPPING)
    ):
        return f"says something beside the hint level ({foreign!r})"
    limit = LIMITS.search(said)
    is_more = _MORE.search(said) and not holding(reading.unit.words)[0]
    if limit and "skip" not in said and (is_more or NO_LIMIT.search(said[: limit.start()])):
        return "takes a limit away"
    return ""
