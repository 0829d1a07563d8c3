"""The language of a draft's conditions: documented fields, their known values, and nothing that could carry a message.

A condition is said in words to a model. A literal that compares with nothing, a pattern or a made-up name would say
whatever its author likes, and no evidence speaks against it: it never matters to a verdict.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from ace.curator.checks.check import CheckInput
from ace.curator.draft import Draft
from runtime.contracts.condition_context import ContextField
from runtime.rules.condition_tokens import ROOTS, Token, text_at, text_of_literal, tokens_of

LARGEST_NUMBER = 1000
_SIGNS = frozenset(["&&", "||", "!", "==", "!=", "<", "<=", ">", ">=", "(", ")", "[", "]", ",", ".", "+", "-"])
_WORDS = frozenset({"true", "false", "in", "size", "exists", "all", "has"})
_EMPTY = frozenset({'""', "''"})
# What an element of a list may be called.
_ELEMENT = re.compile(r"[a-z]|name|tool|item")


def foreign_parts(draft: Draft, seen: CheckInput) -> Iterator[str]:
    """Yield what in the conditions of the draft's rule is not in the language of drafts. People may write more."""
    rule = draft.after
    assert rule is not None
    known = frozenset(choice for field in seen.context for choice in field.choices) | seen.actions
    for name, source in (("when", rule.when), ("require", rule.require)):
        if source is None or (name, source.strip()) == ("require", "false"):
            continue
        tokens = list(tokens_of(source, comments=True))
        for problem in (*_foreign(tokens, known, seen.context), *_blind(tokens)):
            yield f"{name}: {problem}"


def _foreign(tokens: Sequence[Token], known: frozenset[str], context: Iterable[ContextField]) -> Iterator[str]:
    names = {part for field in context for part in field.path.split(".")}
    for index, token in enumerate(tokens):
        shown = f"`{token.text[:40]}`"
        if token.kind == "string" and token.text not in _EMPTY and (text_of_literal(token.text) or "") not in known:
            yield f"{shown} is no documented value of a field; a draft compares with those only"
        elif token.kind == "number" and not is_plain_number(token.text):
            yield f"{shown} is no number a draft compares with (0 to {LARGEST_NUMBER})"
        elif token.kind == "sign" and token.text not in _SIGNS:
            yield f"{shown} is not used in drafts; compare fields with {', '.join(('==', '<', '>', 'in'))}"
        elif token.kind == "comment":
            yield "a comment stands in it; leave it out"
        elif token.kind == "name" and not _is_known_name(tokens, index, names):
            yield f"{shown} is not used in drafts; name fields, or use size, exists and all"


_NUMBER = re.compile(r"\d{1,4}(\.\d{1,4})?")


def is_plain_number(text: str) -> bool:
    """Return True for a number that drafts are written with: 0 to 1000, at most four decimals."""
    return bool(_NUMBER.fullmatch(text)) and float(text) <= LARGEST_NUMBER


def _is_known_name(tokens: Sequence[Token], index: int, names: set[str]) -> bool:
    text = tokens[index].text
    if text_at(tokens, index - 1) == ".":
        return text in names | {"exists", "all", "size"}
    return text in ROOTS or text in _WORDS or bool(_ELEMENT.fullmatch(text))


def _blind(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield the parts between `&&` and `||` that look at no field and at no element of one."""
    part: list[Token] = []
    for token in (*tokens, Token("sign", "&&")):
        if token.text not in {"&&", "||"}:
            part.append(token)
            continue
        looks = any(one.kind == "name" and one.text not in _WORDS for one in part)
        if not looks:
            said = " ".join(one.text for one in part)[:40]
            yield f"`{said}` looks at nothing; leave it out"
        part = []
