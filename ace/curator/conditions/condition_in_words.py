"""A rule's condition in plain English: what a reviewer reads, and what a rule without a written remedy says."""

from collections.abc import Sequence
from typing import NamedTuple

from ace.curator.conditions.clauses import Speaker, Tokens, in_backquotes, join, split_at, texts_of
from ace.curator.conditions.field_words import words_of
from runtime.contracts.condition_context import ContextField
from runtime.rules.condition_tokens import text_of_literal, tokens_of
from runtime.rules.fields_read import fields_read

_ACTION_FIELDS = frozenset({"action.name", "action.kind"})


class _Said(NamedTuple):
    """`when` in parts: the actions it is about, and all the rest as a clause."""

    actions: tuple[str, ...]
    rest: str


def condition_in_words(when: str | None, require: str | None, fields: Sequence[ContextField]) -> str:
    """Return one sentence that says what the condition asks for; "" for a rule that has none.

    "Do not use `web_browser` unless the local index has been searched in this episode." Total: what there are no words
    for is quoted as it is, in backquotes. The words are those of the fields' documentation (`field_words`).
    """
    if when is None:
        return ""
    words = {field.path: words_of(field) for field in fields}
    said = _of_when(Speaker(when, words))
    do = _do(said.actions)
    if require is None:
        return _sentence(f"this is about decisions to {do}", said.rest)
    required = Speaker(require, words)
    tokens = tuple(tokens_of(require))
    plain = "".join(token.text for token in tokens)
    if plain == "false":
        return _sentence(f"do not {do}", said.rest)
    if plain == "true":
        return _sentence(f"nothing is asked before you {do}", said.rest)
    wanted = () if said.actions else _actions_of(tokens)
    if wanted:
        return _sentence(f"use only {join([in_backquotes(name) for name in wanted], 'or')}", said.rest)
    if _is_told_by_no(required, tokens):
        return _sentence(f"do not {do} when {required.clause(tokens, is_true=False)}", said.rest)
    return _sentence(f"do not {do} unless {required.clause(tokens)}", said.rest)


def actions_meant(when: str) -> tuple[str, ...]:
    """Return the names or kinds of action a condition is limited to, none when it is about any."""
    return _of_when(Speaker(when, {})).actions


def _of_when(speaker: Speaker) -> _Said:
    tokens = tuple(tokens_of(speaker.source))
    parts = split_at(tokens, "&&") if len(split_at(tokens, "||")) == 1 else [tokens]
    parts = [part for part in parts if [token.text for token in part] != ["true"]]
    named = next((part for part in parts if _actions_of(part)), None)
    rest = [speaker.clause(part) for part in parts if part is not named]
    return _Said(_actions_of(named) if named is not None else (), join(rest, "and") if rest else "")


def _actions_of(tokens: Tokens) -> tuple[str, ...]:
    """Return the actions that `action.name == ".."` or `action.kind in [..]` names, none for anything else."""
    for sign in ("==", "in"):
        parts = split_at(tokens, sign)
        if len(parts) == 2 and "".join(token.text for token in parts[0]) in _ACTION_FIELDS:
            if sign == "in":
                return tuple(texts_of(parts[1]))
            text = text_of_literal(parts[1][0].text) if len(parts[1]) == 1 and parts[1][0].kind == "string" else None
            return (text,) if text else ()
    return ()


def _do(actions: Sequence[str]) -> str:
    if not actions:
        return "act"
    tools = [name for name in actions if name == "REQUEST_TOOL"]
    others = [in_backquotes(name) for name in actions if name not in tools]
    return join([*(["call a tool"] if tools else []), *([f"use {join(others, 'or')}"] if others else [])], "or")


def _is_told_by_no(speaker: Speaker, tokens: Tokens) -> bool:
    """True when what must not be is plainer than what must: `!a`, `!=`, none or at most so many, a field that is so."""
    if len(split_at(tokens, "||")) > 1 or len(split_at(tokens, "&&")) > 1:
        return False
    paths = fields_read(speaker.source)
    said = speaker.words.get(paths[0]) if paths else None
    if said is not None and said.is_told_by_no and len(paths) == 1:
        return tokens[0].text != "!"
    is_none = [token.text for token in tokens[-2:]] in (["==", "0"], ["==", "0.0"])
    is_negated = bool(tokens) and tokens[0].text == "!"
    return is_negated or is_none or any(len(split_at(tokens, sign)) > 1 for sign in ("!=", "<", "<="))


def _sentence(main: str, rest: str) -> str:
    text = f"while {rest}, {main}." if rest else f"{main}."
    return text[0].upper() + text[1:]
