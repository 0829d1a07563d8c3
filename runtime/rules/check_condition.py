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


class Fault(NamedTuple):
    """What is wrong with a condition, and where in it (characters from its start; 0 also where that is not known)."""

    message: str
    offset: int = 0


class _Reference(NamedTuple):
    """One `root.a.b` of an expression. `operator` and `literal` are what directly follows: `== "x"`, or empty."""

    path: str
    indexed: bool
    operator: str
    literal: str
    start: int


def check_condition(source: str, fields: Iterable[ContextField]) -> list[str]:
    """Return the messages of `condition_faults`."""
    return [fault.message for fault in condition_faults(source, fields)]


def condition_faults(source: str, fields: Iterable[ContextField]) -> list[Fault]:
    """Return what is wrong with `source` for an agent whose context has `fields`; empty when nothing is.

    Checked: it parses; only `action`, `state`, `episode` are used; every path is in the table (below
    `action.arguments` anything is); functions exist; a text compared with a field of known values is one of them; it
    gives a boolean on the default context and on variations of it (`&&` and `||` hide a type error in the part that did
    not matter).
    """
    try:
        condition = compile_condition(source)
    except ConditionError as exc:
        return [Fault(str(exc), exc.offset)]
    known = tuple(fields)
    table = {field.path: field.default for field in known}
    tokens = list(tokens_of(source))
    references = list(_references(tokens))
    texts = frozenset(text for field in known for text in field.choices)
    problems = [*_unknown_names(tokens, texts), *_unknown_functions(tokens)]
    for reference in references:
        problems += _path_problems(reference, table)
    choices = unknown_choices(tokens, {field.path: field.choices for field in known if field.choices})
    problems += [Fault(message, _start_of_text(tokens, message)) for message in choices]
    found = problems or list(_evaluation_problems(condition, references, table))
    # The same said twice is said where it is first.
    return list({fault.message: fault for fault in reversed(found)}.values())[::-1]


def _start_of_text(tokens: list[Token], message: str) -> int:
    """Return where the first text stands that `message` quotes: `action.kind` is never "HNT"."""
    return next((token.start for token in tokens if token.kind == "string" and f'"{token.text[1:-1]}"' in message), 0)


def _references(tokens: list[Token]) -> Iterator[_Reference]:
    for path, after in references(tokens):
        operator, literal = text_at(tokens, after), ""
        if operator in {"==", "!="} and after + 1 < len(tokens) and tokens[after + 1].kind != "sign":
            literal = tokens[after + 1].text
        # A path is written without blanks, or its start is searched for from its last name on.
        start = next((one.start for one in reversed(tokens[:after]) if one.text == path.partition(".")[0]), 0)
        yield _Reference(path, operator == "[", operator, literal, start)


def _unknown_names(tokens: list[Token], texts: frozenset[str]) -> Iterator[Fault]:
    local = {
        text_at(tokens, index + 2)
        for index, token in enumerate(tokens)
        if token.text in MACROS and text_at(tokens, index + 1) == "(" and text_at(tokens, index + 3) == ","
    }
    for root in sorted(local & set(ROOTS)):
        start = next(
            token.start for i, token in enumerate(tokens) if token.text == root and text_at(tokens, i + 1) == ","
        )
        yield Fault(f"`{root}` is used as the name of a list element; choose another name", start)
    for index, token in enumerate(tokens):
        is_variable = token.kind == "name" and text_at(tokens, index - 1) != "." and text_at(tokens, index + 1) != "("
        if is_variable and token.text not in _WORDS and token.text not in ROOTS and token.text not in local:
            is_text = token.text in texts
            remedy = f'write a text in quotes: "{token.text}"' if is_text else _meant(token.text, ROOTS)
            yield Fault(f"unknown variable `{token.text}`; {remedy}", token.start)


def _unknown_functions(tokens: list[Token]) -> Iterator[Fault]:
    for index, token in enumerate(tokens):
        if token.kind == "name" and text_at(tokens, index + 1) == "(" and token.text not in FUNCTIONS | {"in"}:
            yield Fault(f"unknown function `{token.text}`; {_meant(token.text, FUNCTIONS)}", token.start)


def _meant(name: str, known: Iterable[str]) -> str:
    return f"did you mean `{_CEL_WORDS[name]}`?" if name in _CEL_WORDS else did_you_mean(name, known)


def _path_problems(reference: _Reference, table: Mapping[str, object]) -> Iterator[Fault]:
    path, start = reference.path, reference.start
    if path in table:
        if reference.literal and not _comparable(table[path], reference.literal):
            yield Fault(_never_equal(path, table[path], reference.literal), start)
        return
    if any(path.startswith(f"{free}.") for free, default in table.items() if isinstance(default, dict)):
        return
    inner = sorted(known for known in table if known.startswith(f"{path}."))
    if inner:
        why = "write its fields with dots" if reference.indexed else "it is a group of fields"
        yield Fault(f"`{path}` is not a field, {why}: {', '.join(inner)}", start)
    else:
        yield Fault(f"unknown field `{path}`; {did_you_mean(path, table)}", start)


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
) -> Iterator[Fault]:
    # What the expression does not look at cannot change what it gives.
    paths = {one.path for one in references}
    used = {path: default for path, default in table.items() if path in paths or _is_above(path, default, paths)}
    for values in _variations(references, used):
        context = default_context(ContextField(path, value, "") for path, value in values.items())  # type: ignore[arg-type]
        try:
            condition.holds(context)
        except ConditionError as exc:
            yield Fault(str(exc))
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
