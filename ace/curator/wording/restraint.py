"""Does a text ask for what its condition checks: hold the restrained action back, and ask for the other one?

Read clause by clause (see clauses.py). The restrained action may stand: in a main clause under exactly one negation
that leads it; in a "before", "instead of" or "without" clause of a main clause that asks for something the condition
looks at; under "only", "may" or "first ... then" with a condition the rule's own looks at; within a limit ("one level
at a time"). What stands in a condition ("when a tool has failed") asks for nothing. Everything else pushes, and is
refused.
"""

from collections.abc import Iterator

from ace.curator.wording.asked_for import read_asked_for
from ace.curator.wording.clauses import Span, commands, sentences_of
from ace.curator.wording.condition_says import ConditionSays
from ace.curator.wording.held_back import read_held_back
from ace.curator.wording.manner import read_manner
from ace.curator.wording.off_topic import why_off_topic
from ace.curator.wording.reading import Reading, Seen
from ace.curator.wording.restraint_words import holding, is_form_of
from ace.curator.wording.spoken_of import Mention, mentions_of
from ace.curator.wording.words_of import listed

_HANDING = listed("""give tell show say write reveal share state provide offer name read describe spell""")
_USING = frozenset({"use", "call", "do", "run", "try"})
_HOLDING = listed("with contain hold have end hide")
_HANDED = listed("it its them everything all")


def why_not_restraining(text: str, says: ConditionSays, actions: frozenset[str]) -> str:
    """Return why `text` does not ask for what the condition says, "" when it does. `actions`: all the agent's."""
    readings = list(_readings(text, says, actions))
    holds = False
    for reading in readings:
        for seen in _read_unit(reading):
            if seen.problem:
                return seen.problem
            holds = holds or seen.holds or seen.asks
        if why := why_off_topic(reading):
            return why
    if holds:
        return ""
    named = ", ".join(sorted(says.restrained)[:4]) or "what its condition speaks about"
    return f"does not hold back {named}; say before, until or unless what, or what to do instead"


def why_headline_pushes(text: str, says: ConditionSays, actions: frozenset[str]) -> str:
    """Return why a title, id or rationale pushes what its rule holds back, "" when it does not.

    Other than the text these may describe ("The answer came too early"); only commands are looked at.
    """
    for reading in _readings(text, says, actions):
        for span in reading.mains:
            if not commands(span.words[0]):
                continue
            for mention in _mentions(span, reading):
                if not mention.names & reading.restrained or mention.names & reading.asked:
                    continue
                is_bound = bool(reading.conditions) and all(reading.is_sound(one) for one in reading.conditions)
                seen = read_held_back(mention.at, span, reading)
                if seen.problem and not is_bound:
                    return seen.problem
    return ""


def _readings(text: str, says: ConditionSays, actions: frozenset[str]) -> Iterator[Reading]:
    sentences = sentences_of(text)
    units = [unit for sentence in sentences for unit in sentence]
    sentence_of = [sentence for sentence in sentences for _ in sentence]
    for index, unit in enumerate(units):
        yield Reading(says, actions, unit, sentence_of[index], tuple(units[:index]))


def _read_unit(reading: Reading) -> Iterator[Seen]:
    for span in reading.unit.spans:
        for mention in _mentions(span, reading):
            yield _read_mention(mention, span, reading)
        yield read_manner(span, reading)


def _mentions(span: Span, reading: Reading) -> Iterator[Mention]:
    yield from mentions_of(span.words, reading.actions)
    revealing = reading.revealing & reading.restrained
    for index, word in enumerate(span.words[:-1]):
        handing = _HANDING | (_HOLDING if reading.says.manner else frozenset())
        if revealing and is_form_of(word, handing) and span.words[index + 1] in _HANDED:
            yield Mention(index, revealing, False)
        elif word in _USING and span.words[index + 1] == "it" and (meant := _meant_before(span, reading)):
            yield Mention(index, meant, False)


def _meant_before(span: Span, reading: Reading) -> frozenset[str]:
    """Return what "it" stands for: the action spoken of last before `span`, where that one is restrained."""
    spans = [*(one for unit in reading.earlier for one in unit.spans), *reading.unit.spans]
    before = spans[: len(spans) - len(reading.unit.spans) + reading.unit.spans.index(span)]
    mentions = [one for other in before for one in mentions_of(other.words, reading.actions)]
    return mentions[-1].names & reading.restrained if mentions else frozenset()


def _read_mention(mention: Mention, span: Span, reading: Reading) -> Seen:
    names, says = mention.names, reading.says
    what = "/".join(sorted(names)[:2])
    seen = Seen()
    if not names & (says.named | reading.restrained):
        return Seen(f"speaks of {what}, which its condition does not name")
    if names & reading.restrained and not names & reading.asked:
        seen = read_held_back(mention.at, span, reading)
    elif names & (reading.asked | says.kindred) and not names & (reading.restrained | says.restrained):
        seen = read_asked_for(mention, span, reading)
    elif not names & says.restrained and span.is_main and not sum(holding(span.words, mention.at)):
        return Seen(f"asks for {what}, which its condition does not ask for")
    return seen._replace(problem=f"{seen.problem} ({what})") if seen.problem else seen
