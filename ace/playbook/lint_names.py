"""Tools and actions that a rule's text names: a misspelt one tells the model to call what does not exist."""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from ace.playbook.place import problem_at_word
from runtime.contracts.condition_context import ContextField
from runtime.contracts.playbook import RuleFile
from runtime.rules.problem import Problem

_QUOTED = re.compile(r"`([A-Za-z][A-Za-z0-9_]*)(?:\(\))?`")
# A name in capitals has a line between its words; one word alone is a name only if it is nearly one that is there.
_CAPITALS = re.compile(r"(?<![`\w.])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![`\w])")
_CAPITAL_WORD = re.compile(r"(?<![`\w.])[A-Z]{5,}(?![`\w])")
_NEAR, _NEARLY = 0.8, 0.85


def name_problems(
    file: RuleFile, agent_actions: Mapping[str, Iterable[str]], agent_fields: Mapping[str, Iterable[ContextField]]
) -> Iterator[Problem]:
    """Yield a warning for each name in the rule's text that is nearly that of a tool or action of its agent.

    Looked at are words in backquotes and words in capitals. A word that is near no name is left alone: it may be
    anything. So is every word that conditions know: fields, their parts, their values.
    """
    rule = file.rule
    if rule.agent not in agent_actions:
        return
    actions = {name.casefold(): name for name in agent_actions[rule.agent]}
    known = actions.keys() | {word.casefold() for word in _field_words(agent_fields.get(rule.agent, ()))}
    for word, cutoff in dict(_words(rule.text)).items():
        plain = word.casefold()
        close = get_close_matches(plain, actions, n=1, cutoff=cutoff)
        if plain in known or not close or (word.isupper() and "_" not in word and plain.startswith(close[0])):
            continue
        message = f"text: agent `{rule.agent}` has no `{word}`; did you mean `{actions[close[0]]}`?"
        yield problem_at_word(file, "text", word, ("unknown-name", message))


def _words(text: str) -> Iterator[tuple[str, float]]:
    """Yield each word that looks like a name, and how near another must be to be meant."""
    yield from ((word, _NEARLY) for word in _CAPITAL_WORD.findall(text))
    yield from ((word, _NEAR) for word in _CAPITALS.findall(text))
    yield from ((word, _NEAR) for word in _QUOTED.findall(text))


def _field_words(fields: Iterable[ContextField]) -> Iterator[str]:
    for field in fields:
        yield from field.path.split(".")
        yield from field.choices
