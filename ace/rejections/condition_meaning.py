"""Do two conditioned rules mean the same? Both are asked about every state that could tell them apart.

What a machine makes of a rule is the set of decisions that violate it: `when && !require`. However it is written
(`a == "x" || a == "y"`, `a in ["y", "x"]`, `!(a != "x" && a != "y")`, a part moved from `when` to `require`), the set
is the same. So the states are tried out instead of the texts being brought into one form.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from ace.playbook.condition_tree import Group, Leaf, Tree, tree_of
from ace.rejections.condition_values import Value, literals_by_field, values_to_try
from runtime.contracts.condition_context import ContextField, default_context, merge_context
from runtime.contracts.errors import ConditionError
from runtime.contracts.json_types import JsonObject
from runtime.rules.condition_tokens import MACROS, Token, text_of_literal, tokens_of
from runtime.rules.evaluate_condition import compile_condition

MOST_STATES = 20_000
MOST_AROUND = 200
_Picked: TypeAlias = tuple[object, ...]
_KIND, _NAME, _REQUEST = "action.kind", "action.name", "REQUEST_TOOL"


class Condition(NamedTuple):
    """Both parts of a rule's condition."""

    when: str
    require: str


def same_violations(left: Condition, right: Condition, fields: Sequence[ContextField] = ()) -> bool | None:
    """Return whether the same decisions violate both; None where that cannot be told by trying.

    `fields`: what conditions of the agent see, for their types and choices. States that cannot be (an action of kind
    HINT called zoom) are not tried. With more than 20,000 states a fixed choice of them is, and all that is beside
    the violations among them.
    A condition with a regular expression or a list macro is the same only where its parts are, in any order.
    """
    if _parts(left) == _parts(right):
        return True
    tests = [*_tests(left), *_tests(right)]
    if any(token.text in MACROS or token.text == "matches" for tokens in tests for token in tokens):
        return None
    space = _Space(values_to_try(tests, fields), fields)
    violating: list[_Picked] = []
    for picked in space.picked():
        state = space.state(picked)
        one, other = _is_violated(left, state), _is_violated(right, state)
        if one is not other:
            return False
        violating += [picked] if one else []
    if not violating:
        # Two conditions that nothing violates here are not understood.
        return None
    return space.is_whole or not any(
        _is_violated(left, state) is not _is_violated(right, state)
        for picked in violating[:MOST_AROUND]
        for state in map(space.state, space.around(picked))
    )


def other_values(left: Condition, right: Condition) -> tuple[str, ...]:
    """Return the fields that both name and compare with other texts or numbers: another threshold, tool or level."""
    one, other = literals_by_field(_tests(left)), literals_by_field(_tests(right))
    return tuple(sorted(path for path in one.keys() & other.keys() if one[path] != other[path]))


def _tests(condition: Condition) -> list[tuple[Token, ...]]:
    return [leaf.tokens for source in condition for leaf in _leaves(tree_of(tuple(tokens_of(source))))]


def _leaves(tree: Tree) -> Iterator[Leaf]:
    if isinstance(tree, Leaf):
        yield tree
    else:
        for part in tree.parts:
            yield from _leaves(part)


def _parts(condition: Condition) -> tuple[object, object]:
    return _form(tree_of(tuple(tokens_of(condition.when)))), _form(tree_of(tuple(tokens_of(condition.require))))


def _form(tree: Tree) -> object:
    """Return the tree as sets, so that order and repetition do not count, nor spacing, comments and kind of quotes."""
    if isinstance(tree, Group):
        return tree.word, frozenset(map(_form, tree.parts))
    return tree.is_true, tuple(_bare(token) for token in tree.tokens)


def _bare(token: Token) -> str:
    value = text_of_literal(token.text) if token.kind == "string" else None
    return token.text if value is None else f'"{value}"'


class _Space:
    """The states to try: every combination of the fields' values, or a fixed choice where there are too many."""

    def __init__(self, values: Mapping[str, Sequence[Value]], fields: Sequence[ContextField]) -> None:
        columns = dict(values)
        actions = _actions(columns, fields)
        self._base = default_context(fields)
        self._paths = tuple(columns)
        self._choices: list[Sequence[object]] = [*columns.values(), *([actions] if actions else [])]
        self.is_whole = prod(len(column) for column in self._choices) <= MOST_STATES

    def picked(self) -> Iterator[_Picked]:
        """Yield one value a column."""
        if self.is_whole:
            yield from product(*self._choices)
            return
        # Always the same choice: what is suppressed today must not come back tomorrow.
        draw = random.Random(0)
        for _ in range(MOST_STATES):
            yield tuple(draw.choice(column) for column in self._choices)

    def around(self, picked: _Picked) -> Iterator[_Picked]:
        """Yield what differs from `picked` in one column: where two conditions differ, they do beside a violation."""
        for at, column in enumerate(self._choices):
            yield from ((*picked[:at], value, *picked[at + 1 :]) for value in column)

    def state(self, picked: _Picked) -> JsonObject:
        """Return the context that holds these values."""
        overlay: JsonObject = {}
        for path, value in zip(self._paths, picked, strict=False):
            _put(overlay, path, value)
        if len(picked) > len(self._paths) and isinstance(picked[-1], tuple):
            kind, name = picked[-1]
            _put(overlay, _KIND, kind)
            _put(overlay, _NAME, name)
        return dict(merge_context(self._base, overlay))  # type: ignore[arg-type]


def _actions(columns: dict[str, Sequence[Value]], fields: Sequence[ContextField]) -> list[tuple[str, str]]:
    """Take the action's kind and name out of the columns and return the pairs there can be, none where it is free.

    An agent whose kinds list REQUEST_TOOL names a tool there, and everything else after its kind.
    """
    kinds = next((one.choices for one in fields if one.path == _KIND), ())
    names = next((one.choices for one in fields if one.path == _NAME), ())
    if _REQUEST not in kinds or not names or not {_KIND, _NAME} & columns.keys():
        return []
    tried = {str(value) for path in (_KIND, _NAME) for value in columns.pop(path, ())}
    others = [name for name in names if name not in tried]
    shown = [
        *(name for name in names if name in tried),
        *[name for name in others if name not in kinds][:2],
        *[name for name in others if name in kinds][:2],
    ]
    return [(name if name in kinds else _REQUEST, name) for name in dict.fromkeys(shown)]


def _put(context: JsonObject, path: str, value: object) -> None:
    if value is None:
        return
    node = context
    *parents, leaf = path.split(".")
    for parent in parents:
        child = node.setdefault(parent, {})
        if not isinstance(child, dict):
            return
        node = child
    node[leaf] = value


def _is_violated(condition: Condition, state: JsonObject) -> bool:
    """Return `when && !require`; a decision on which it cannot be evaluated is none that violates it."""
    try:
        return compile_condition(condition.when).holds(state) and not compile_condition(condition.require).holds(state)
    except ConditionError:
        return False
