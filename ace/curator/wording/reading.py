"""A text against a condition: which of its words the condition knows. What the clause checks share."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ace.curator.wording.clauses import Span, Unit
from ace.curator.wording.condition_says import ConditionSays
from ace.curator.wording.restraint_words import CONDITIONS, GLUE, WISHES, holding, is_form_of
from ace.curator.wording.spoken_of import REVEALING, mentions_of, named_like

_CONTENT_FIELDS = frozenset({"leaks_answer", "names_option"})


class Seen(NamedTuple):
    """What a look at a clause gives: a problem, or whether the restrained action is held back, the other asked for."""

    problem: str = ""
    holds: bool = False
    asks: bool = False


@dataclass(frozen=True)
class Reading:
    """One unit of a text (`unit`, in `sentence`, after the units `earlier`) under what its condition says."""

    says: ConditionSays
    actions: frozenset[str]
    unit: Unit
    sentence: tuple[Unit, ...]
    earlier: tuple[Unit, ...]

    @property
    def said(self) -> str:
        """The unit's words."""
        return " ".join(self.unit.words)

    @property
    def mains(self) -> list[Span]:
        """The unit's main clauses."""
        return [span for span in self.unit.spans if span.is_main]

    @property
    def conditions(self) -> list[Span]:
        """The unit's conditions: what when, if, after, once or while opens."""
        return [span for span in self.unit.spans if span.marker in CONDITIONS]

    @property
    def revealing(self) -> frozenset[str]:
        """Actions that give the answer of a case."""
        return named_like(REVEALING, self.actions)

    @property
    def restrained(self) -> frozenset[str]:
        """Names that must be held back. Of a rule about how something is done, the thing itself need not be."""
        if not self.says.manner:
            return self.says.restrained
        return self.revealing if self.says.manner & _CONTENT_FIELDS else frozenset()

    @property
    def asked(self) -> frozenset[str]:
        """Names that are asked for instead or first."""
        return self.says.asked - self.restrained

    @property
    def is_counted(self) -> bool:
        """True when the condition compares a number a limit can speak of: hint levels, tools called."""
        return "hint_level" in self.says.manner or "call" in self.says.concepts

    def names(self, words: Sequence[str], among: frozenset[str]) -> bool:
        """Return True when `words` speak of an action of `among`."""
        return any(one.names & among for one in mentions_of(words, self.actions))

    def looks_at(self, words: Sequence[str], also: frozenset[str] = frozenset()) -> bool:
        """Return True when `words` speak of what the condition looks at, or of an action of `also`."""
        if self.names(words, (self.says.looked_at - self.says.restrained) | also):
            return True
        return any(is_form_of(word, self.says.concepts) for word in words)

    def is_on_topic(self, words: Sequence[str]) -> bool:
        """Return True when `words` speak of anything the rule is about."""
        known = self.says.concepts | self.says.topics
        return self.names(words, self.says.named) or any(is_form_of(word, known) for word in words)

    def held(self, words: Sequence[str]) -> tuple[int, int]:
        """Return the negators and partners in `words`; what the rule asks for ("refuse") is none."""
        spoken = {one.at for one in mentions_of(words, self.actions) if one.names & self.asked}
        return holding([word for index, word in enumerate(words) if index not in spoken])

    def foreign(self, words: Sequence[str], allowed: frozenset[str]) -> str:
        """Return the first word that is neither allowed nor one for what the rule is about, "" when there is none."""
        says = self.says
        spoken = {one.at for one in mentions_of(words, self.actions) if one.names & (says.named | says.restrained)}
        known = allowed | says.concepts | says.closed | says.of_when | says.topics
        others = (word for index, word in enumerate(words) if index not in spoken and word not in says.documented)
        return next((word for word in others if not is_form_of(word, known)), "")

    def is_turned(self, words: Sequence[str]) -> bool:
        """Return True when a condition of `words` is the opposite of the rule's, or what someone says or wants."""
        against = self.says.against | self.says.closed | WISHES
        return any(is_form_of(word, against) for word in words)

    def is_against(self, span: Span) -> bool:
        """Return True when a span speaks of the opposite of a value the condition names."""
        return any(is_form_of(word, self.says.against) for word in span.words)

    def lets_through(self, span: Span) -> bool:
        """Return True when a condition says that what the rule requires is so: then it holds nothing back."""
        if self.is_counted or holding(span.words)[0] or self.is_turned(span.words):
            return False
        said = [word for word in span.words if is_form_of(word, self.says.concepts)]
        return bool(said) and all(is_form_of(word, self.says.of_required) for word in said)

    def is_sound(self, span: Span) -> bool:
        """Return True when what lets the restrained action through is what the rule's condition looks at."""
        if holding(span.words)[0] or self.foreign(span.words, GLUE):
            return False
        return not self.is_turned(span.words) and self.looks_at(span.words)
