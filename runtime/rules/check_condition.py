"""Check a CEL condition when it is written: its names, its fields, its types."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from runtime.contracts.condition_context import ContextField, default_context
from runtime.contracts.errors import ConditionError
from runtime.contracts.json_types import JsonObject
from runtime.rules.condition_choices import unknown_choices
from runtime.rules.condition_limits import PLAIN_FUNCTIONS
from runtime.rules.condition_tokens import MACROS, ROOTS, Token, text_at, tokens_of
from runtime.rules.evaluate_condition import Condition, compile_condition, plain_kind
from runtime.rules.fields_read import references
from runtime.rules.problem import did_you_mean

FUNCTIONS = PLAIN_FUNCTIONS | MACROS
_WORDS = frozenset({"true", "false", "null", "in", "int", "uint", "double", "string", "bool", "list"})
# Words of other languages that CEL takes for names, and what CEL calls the same.
_CEL_WORDS = {
    "True": "true", "False": "false", "None": "null", "not": "!",
    "len": "size", "length": "size", "count": "size", "startswith": "startsWith", "endswith": "endsWith",
    "includes": "contains", "any": "exists", "match": "matches", "float": "double", "str": "string",
}  # fmt: skip


class _Reference(NamedTuple):
    """One `root.a.b` of an expression. `operator` and `literal` are what directly follows: `== "x"`, or empty."""

    path: str
    indexed: bool
    operator: str
    literal: str


def check_condition(source: str, fields: Iterable[ContextField]) -> list[str]:
    """Return what is wrong with `source` for an agent whose context has `fields`; empty when nothing is.

    Checked: it parses; only `action`, `state`, `episode` are used; every path is in the table (below
    `action.arguments` anything is); functions exist; a text compared with a field of known values is one of them; it
    gives a boolean on the default context and on variations of it (`&&` and `||` hide a type error in the part that did
    not matter).
    """
    try:
        condition = compile_condition(source)
    except ConditionError as exc:
        return [str(exc)]
    known = tuple(fields)
    table = {field.path: field.default for field in known}
    tokens = list(tokens_of(source))
    references = list(_references(tokens))
    texts = frozenset(text for field in known for text in field.choices)
    problems = [*_unknown_names(tokens, texts), *_unknown_functions(tokens)]
    for reference in references:
        problems += _path_problems(reference, table)
    problems += unknown_choices(tokens, {field.path: field.choices for field in known if field.choices})
    return list(dict.fromkeys(problems or _evaluation_problems(condition, references, table)))


def _references(tokens: list[Token]) -> Iterator[_Reference]:
    for path, after in references(tokens):
        operator, literal = text_at(tokens, after), ""
        if operator in {"==", "!="} and after + 1 < len(tokens) and tokens[after + 1].kind != "sign":
            literal = tokens[after + 1].text
        yield _Reference(path, operator == "[", operator, literal)


def _unknown_names(tokens: list[Token], texts: frozenset[str]) -> Iterator[str]:
    local = {
        text_at(tokens, index + 2)
        for index, token in enumerate(tokens)
        if token.text in MACROS and text_at(tokens, index + 1) == "(" and text_at(tokens, index + 3) == ","
    }
    for root in sorted(local & set(ROOTS)):
        yield f"`{root}` is used as the name of a list element; choose another name"
    for index, token in enumerate(tokens):
        is_variable = token.kind == "name" and text_at(tokens, index - 1) != "." and text_at(tokens, index + 1) != "("
        if is_variable and token.text not in _WORDS and token.text not in ROOTS and token.text not in local:
            is_text = token.text in texts
            remedy = f'write a text in quotes: "{token.text}"' if is_text else _meant(token.text, ROOTS)
            yield f"unknown variable `{token.text}`; {remedy}"


def _unknown_functions(tokens: list[Token]) -> Iterator[str]:
    for index, token in enumerate(tokens):
        if token.kind == "name" and text_at(tokens, index + 1) == "(" and token.text not in FUNCTIONS | {"in"}:
            yield f"unknown function `{token.text}`; {_meant(token.text, FUNCTIONS)}"


def _meant(name: str, known: Iterable[str]) -> str:
    return f"did you mean `{_CEL_WORDS[name]}`?" if name in _CEL_WORDS else did_you_mean(name, known)


def _path_problems(reference: _Reference, table: Mapping[str, object]) -> Iterator[str]:
    path = reference.path
    if path in table:
        if reference.literal and not _comparable(table[path], reference.literal):
            yield _never_equal(path, table[path], reference.literal)
        return
    if any(path.startswith(f"{free}.") for free, default in table.items() if isinstance(default, dict)):
        return
    inner = sorted(known for known in table if known.startswith(f"{path}."))
    if inner:
        why = "write its fields with dots" if reference.indexed else "it is a group of fields"
        yield f"`{path}` is not a field, {why}: {', '.join(inner)}"
    else:
        yield f"unknown field `{path}`; {did_you_mean(path, table)}"


def _never_equal(path: str, default: object, literal: str) -> str:
    kind = plain_kind(default)
    remedy = f"compare it with {kind}"
    if isinstance(default, bool):
        remedy = f"write `{path}` or `!{path}`"
    elif isinstance(default, list):
        remedy = f"write `{literal} in {path}`"
    return f"`{path}` is {kind} and never equals {literal}; {remedy}"


def _comparable(default: object, literal: str) -> bool:
    if literal in {"true", "false"}:
        return isinstance(default, bool)
    if literal[0].isdigit():
        return isinstance(default, int | float) and not isinstance(default, bool)
    return isinstance(default, str) or literal[-1] not in "\"'"


def _evaluation_problems(
    condition: Condition, references: list[_Reference], table: Mapping[str, object]
) -> Iterator[str]:
    # What the expression does not look at cannot change what it gives.
    paths = {one.path for one in references}
    used = {path: default for path, default in table.items() if path in paths or _is_above(path, default, paths)}
    for values in _variations(references, used):
        context = default_context(ContextField(path, value, "") for path, value in values.items())  # type: ignore[arg-type]
        try:
            condition.holds(context)
        except ConditionError as exc:
            yield str(exc)
            return


def _is_above(path: str, default: object, paths: Iterable[str]) -> bool:
    """Return True when one of `paths` lies below `path`, which holds anything (`action.arguments`)."""
    return isinstance(default, dict) and any(one.startswith(f"{path}.") for one in paths)


def _variations(references: list[_Reference], table: Mapping[str, object]) -> Iterator[JsonObject]:
    """Yield field values that make the parts of an expression matter: defaults, filled, and the texts compared with."""
    named = {ref.path: ref.literal[1:-1] for ref in references if ref.literal[-1:] in {'"', "'"} and ref.path in table}
    filled = {path: _filled(default) for path, default in table.items()}
    for base in (dict(table), filled):
        yield base
        yield {**base, **named}


def _filled(default: object) -> object:
    if isinstance(default, bool):
        return not default
    if isinstance(default, int | float):
        return default + 1
    if isinstance(default, list):
        return ["text"]
    return "text" if isinstance(default, str) else default
