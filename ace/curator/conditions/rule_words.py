"""A rule's title and text for a condition that was found, for failures nobody has written a remedy for."""

from collections.abc import Sequence
from typing import NamedTuple

from ace.curator.conditions.candidate import Candidate
from ace.curator.conditions.clauses import ACTION_FIELDS, in_backquotes, speaker_of
from ace.curator.conditions.condition_in_words import Sentence, sentence_of
from ace.curator.conditions.what_is_meant import ANY_TOOL
from runtime.contracts.condition_context import ContextField

MAX_TITLE = 120
MAX_TEXT = 600


class RuleWords(NamedTuple):
    """What a rule says: `title` at most 120 characters, `text` one or two imperative sentences of at most 600."""

    title: str
    text: str


def candidate_rule_words(
    candidate: Candidate, fields: Sequence[ContextField], otherwise: str | None = None
) -> RuleWords:
    """Return title and text of a rule with the candidate's condition; `otherwise` is the action to take instead.

    A sentence that is too long (many names in one list) gives way to one that says what the rule is about.
    """
    action = action_of(otherwise, fields)
    sentence = sentence_of(candidate.when, candidate.require, fields, action)
    second = instead_of(sentence, action)
    titles = (sentence.text.rstrip("."), sentence.short, "When to hold back")
    title = next(one for one in titles if len(one) <= MAX_TITLE)
    unsaid = f"{title}: this rule's condition is too long for words; see the rule."
    text = next(one for one in (sentence.text + second, sentence.text, unsaid) if len(one) <= MAX_TEXT)
    return RuleWords(title, text)


def action_of(otherwise: str | None, fields: Sequence[ContextField]) -> str | None:
    """Return the action that `otherwise` asks for: none for `block`, a hint for `convert`.

    Names the fields' documentation does not have are left out: nobody knows what they say.
    """
    speaker = speaker_of("", fields)
    action = "HINT" if otherwise == "convert" else otherwise
    if action is None or action == "block":
        return None
    return action if any(speaker.is_known(path, action) for path in ACTION_FIELDS) else None


def instead_of(sentence: Sentence, action: str | None) -> str:
    """Return " Use X instead.", "" where the sentence asks for X already or holds X itself back."""
    if action is None or action in sentence.asks_for:
        return ""
    # A tool where no tool is to be called is held back, too.
    is_tool = ANY_TOOL in sentence.holds_back and not action.isupper() and not sentence.is_about_how
    is_held_back = action in sentence.holds_back
    if is_tool or (is_held_back and not sentence.is_about_how):
        return ""
    use = "Call a tool" if action == ANY_TOOL else f"Use {in_backquotes(action)}"
    return f" {use} {'in another way ' if is_held_back else ''}instead."
