"""Which fields of a decision a condition reads, by their dotted paths."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from runtime.rules.condition_tokens import ROOTS, Token, text_at, tokens_of


class Reference(NamedTuple):
    """A field named in a condition: its dotted path, and the index of the token after it."""

    path: str
    after: int


class FieldValue(NamedTuple):
    """What stands at a path of a context; `value` is None and `is_there` False where nothing does."""

    path: str
    value: object
    is_there: bool


@lru_cache(maxsize=8192)
def fields_read(source: str) -> tuple[str, ...]:
    """Return the paths `source` names (`state.retrieval.hits`), each once, in the order they are written.

    A path ends before a method (`action.text.contains(..)` reads `action.text`) and before `[`.
    """
    return tuple(dict.fromkeys(found.path for found in references(list(tokens_of(source)))))


def values_read(source: str, context: Mapping[str, object]) -> tuple[FieldValue, ...]:
    """Return what `context` ({"action": .., "state": .., "episode": ..}) holds at each path `source` names."""
    return tuple(_value(path, context) for path in fields_read(source))


def references(tokens: Sequence[Token]) -> Iterator[Reference]:
    """Yield every field the tokens of a condition name, as `fields_read` counts them, in order."""
    for index, token in enumerate(tokens):
        if token.kind != "name" or token.text not in ROOTS or text_at(tokens, index - 1) == ".":
            continue
        parts, after = [token.text], index + 1
        while text_at(tokens, after) == "." and text_at(tokens, after + 2) != "(" and after + 1 < len(tokens):
            parts.append(tokens[after + 1].text)
            after += 2
        yield Reference(".".join(parts), after)


def _value(path: str, context: object) -> FieldValue:
    for part in path.split("."):
        if not isinstance(context, Mapping) or part not in context:
            return FieldValue(path, None, False)
        context = context[part]
    return FieldValue(path, context, True)
