"""What a draft says: its words, what they speak of, and what they ask for. No model call."""

from collections.abc import Sequence
from typing import NamedTuple

from ace.curator.wording.about_itself import why_out_of_bounds
from ace.curator.wording.clauses import sentences_of, split_sentences
from ace.curator.wording.condition_says import ConditionSays, condition_says
from ace.curator.wording.restraint import why_headline_pushes, why_not_restraining
from ace.curator.wording.restraint_words import CONSTANT, EVEN, holding
from ace.curator.wording.spoken_of import REVEALING, mentions_of, named_like
from ace.curator.wording.text_shape import MAX_NUMBER, why_malformed
from ace.curator.wording.vocabulary import Vocabulary
from ace.curator.wording.words_of import is_known, words_of
from ace.playbook.exchange.unsafe_text import why_unsafe
from runtime.contracts.condition_context import ContextField
from runtime.contracts.rule import Rule

MAX_NAMED = 5
# A rationale may say how often something failed.
LARGEST_FIGURE = 9999


class Outcome(NamedTuple):
    """Whether a draft may say what it says, why not, and the figure it rests on."""

    ok: bool
    detail: str
    value: str


class _Said(NamedTuple):
    """What of a draft nobody has read yet; the id as words, as it reaches the prompt with the text."""

    id: str
    title: str
    text: str
    rationale: str

    @property
    def headlines(self) -> tuple[str, str, str]:
        """All but the text: these may describe, so they need not hold anything back."""
        return self.id, self.title, self.rationale


def check_words(
    after: Rule, before: Rule | None, vocabulary: Vocabulary, fields: Sequence[ContextField], cluster_name: str = ""
) -> Outcome:
    """Return whether the id, title, text and rationale of a draft are in the language drafts are written in.

    Of an edit only sentences that `before` does not have are looked at: a person has read the others. A rule with a
    condition must speak of the actions its condition names, hold back the restrained one and ask for the other.
    `cluster_name`: what code, not a model, may have put into the rationale; its words are not looked up.
    """
    said = _new_parts(after, before, cluster_name)
    figure = _figure(after, vocabulary)
    for name, part in zip(said._fields, said, strict=True):
        largest = LARGEST_FIGURE if name == "rationale" else MAX_NUMBER
        problem = why_malformed(part, vocabulary, largest=largest) or why_out_of_bounds(part, vocabulary.added)
        if part and problem:
            return Outcome(False, f"{name}: {problem}", figure)
    # Code puts the cluster's name in, but it may quote a trace: its shape is looked at, its words are not.
    if after.rationale and (problem := why_unsafe(after.rationale)):
        return Outcome(False, f"rationale: {problem}", figure)
    unknown = _unknown(" ".join(said), vocabulary)
    problem = _name_unknown(unknown) if unknown else _why_disagrees(after, before, said, vocabulary, fields)
    return Outcome(not problem, problem or "says what its condition checks, in known words", figure)


def _new_parts(after: Rule, before: Rule | None, cluster_name: str) -> _Said:
    rationale = after.rationale.replace(cluster_name, "this failure") if cluster_name else after.rationale
    if before is None:
        words = after.id.replace(".", " ").replace("-", " ")
        return _Said(words, after.title.strip(), after.text.strip(), rationale.strip())
    read = {sentence for part in (before.title, before.text, before.rationale) for sentence in split_sentences(part)}
    new = [
        " ".join(sentence for sentence in split_sentences(part) if sentence not in read)
        for part in (after.title, after.text, rationale)
    ]
    return _Said("", *new)


def _unknown(text: str, vocabulary: Vocabulary) -> list[str]:
    words = dict.fromkeys(words_of(text.replace("_", " ").replace("`", " ")))
    return [word for word in words if not is_known(word, vocabulary.words)]


def _name_unknown(unknown: Sequence[str]) -> str:
    named = ", ".join(repr(word[:30]) for word in unknown[:MAX_NAMED])
    more = f" and {len(unknown) - MAX_NAMED} more" if len(unknown) > MAX_NAMED else ""
    return f"words outside the vocabulary: {named}{more}; use plain words, or a person can add one under curator.words"


def _figure(rule: Rule, vocabulary: Vocabulary) -> str:
    words = list(words_of(f"{rule.title} {rule.text} {rule.rationale}"))
    unknown = sum(not is_known(word, vocabulary.words) for word in words)
    lowered = [word for sentence in sentences_of(rule.text) for unit in sentence for word in unit.words]
    spoken = {name for one in mentions_of(lowered, vocabulary.actions) if len(one.names) == 1 for name in one.names}
    return f"{len(words)} words, {unknown} unknown; names {', '.join(sorted(spoken)) or 'no action'}"


def _why_disagrees(
    after: Rule, before: Rule | None, said: _Said, vocabulary: Vocabulary, fields: Sequence[ContextField]
) -> str:
    if not after.is_checked:
        parts = (*said.headlines, said.text)
        return next((why for part in parts if (why := _why_constant(part, vocabulary))), "")
    says = condition_says(after, fields, vocabulary.actions)
    for headline in said.headlines:
        problem = _why_constant(headline, vocabulary) or why_headline_pushes(headline, says, vocabulary.actions)
        if problem:
            return f"id, title or rationale: {problem}"
    if other := _other_action(said.title, says, vocabulary):
        return f"title: speaks of {other}, which its condition does not name"
    # A changed condition makes every sentence a new one: it may no longer be what the text says.
    is_same = before is not None and (before.when, before.require) == (after.when, after.require)
    text = said.text if is_same else after.text
    problem = why_not_restraining(text, says, vocabulary.actions) if text else ""
    return f"text: {problem}" if problem else ""


def _other_action(title: str, says: ConditionSays, vocabulary: Vocabulary) -> str:
    units = (unit for sentence in sentences_of(title) for unit in sentence)
    mentions = (mention for unit in units for mention in mentions_of(unit.words, vocabulary.actions))
    return next(("/".join(sorted(one.names)[:2]) for one in mentions if not one.names & says.named), "")


def _why_constant(text: str, vocabulary: Vocabulary) -> str:
    """Return why a text pushes an action that gives the answer, without holding it back anywhere in the clause."""
    revealing = named_like(REVEALING, vocabulary.actions)
    for unit in (unit for sentence in sentences_of(text) for unit in sentence):
        said = " ".join(unit.words)
        spoken = any(one.names & revealing for one in mentions_of(unit.words, vocabulary.actions))
        pushes = CONSTANT.search(said) or EVEN.search(said)
        if spoken and pushes and not holding(unit.words)[0]:
            return f"asks for the answer to be given without limit ({pushes.group()!r})"
    return ""
