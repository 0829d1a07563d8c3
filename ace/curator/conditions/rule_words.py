"""A rule's title and text for a condition that was found, for failures nobody has written a remedy for."""

from collections.abc import Sequence
from typing import NamedTuple

from ace.curator.conditions.candidate import Candidate
from ace.curator.conditions.clauses import in_backquotes, join
from ace.curator.conditions.condition_in_words import actions_meant, condition_in_words
from runtime.contracts.condition_context import ContextField

MAX_TITLE = 120
MAX_TEXT = 400


class RuleWords(NamedTuple):
    """What a rule says: `title` at most 120 characters, `text` one or two imperative sentences of at most 400."""

    title: str
    text: str


def candidate_rule_words(
    candidate: Candidate, fields: Sequence[ContextField], otherwise: str | None = None
) -> RuleWords:
    """Return title and text of a rule with the candidate's condition; `otherwise` is the action to take instead.

    A sentence that is too long (many names in one list) gives way to one that points at the condition.
    """
    sentence = condition_in_words(candidate.when, candidate.require, fields)
    names = [in_backquotes(name) for name in actions_meant(candidate.when)]
    instead = in_backquotes(otherwise) if otherwise else ""
    # "Use only X" has said it.
    second = f" Use {instead} instead." if instead and instead not in sentence else ""
    short = f"Look at this rule's condition before you use {join(names, 'or')}" if names else "Look at the condition"
    title = next(one for one in (sentence.rstrip("."), short, "Look at the condition") if len(one) <= MAX_TITLE)
    text = next(one for one in (sentence + second, sentence, f"{title}.") if len(one) <= MAX_TEXT)
    return RuleWords(title, text)
