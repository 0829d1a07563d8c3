"""Two conditions as one that is violated by whatever violates either of them. Pure."""

from typing import NamedTuple

from runtime.rules.condition_tokens import closing, tokens_of
from runtime.rules.native_condition import split_conjuncts


class Conditions(NamedTuple):
    """`when` and `require` as a rule has them."""

    when: str
    require: str


def widen(old: Conditions, new: Conditions) -> Conditions | None:
    """Return conditions that a decision violates exactly when it violates `old` or `new`.

    What both speak about is said once: `A && B` with R and `A` with S become `A` with `(!B || R) && S`. None where they
    have nothing in common, neither a part of `when` nor the whole `require`: that would be two rules in one file; and
    where one has a comment, which could not stay where it belongs.
    """
    if any(token.kind == "comment" for source in (*old, *new) for token in tokens_of(source, comments=True)):
        return None
    left, right = conjuncts(old.when), conjuncts(new.when)
    common = [part for part in left if part in right]
    left, right = ([part for part in parts if part not in common] for parts in (left, right))
    is_same_demand = _same(old.require, new.require)
    if not common and not is_same_demand:
        return None
    when = [*map(_as_part, common)]
    if left and right:
        either = f"{_as_part(_joined(left))} || {_as_part(_joined(right))}"
        when.append(f"({either})" if common else either)
    if is_same_demand:
        return Conditions(" && ".join(when), old.require)
    demands = [_guarded(parts, require) for parts, require in ((left, old.require), (right, new.require))]
    return Conditions(" && ".join(when), " && ".join(map(_as_part, demands)))


def conjuncts(source: str) -> list[str]:
    """Return the parts that `&&` joins, without the spacing around them; one part where it joins none."""
    tokens = tuple(tokens_of(source))
    parts = split_conjuncts(tokens)
    return [source[part[0].start : part[-1].end] for part in parts if part] or [source.strip()]


def _guarded(parts: list[str], require: str) -> str:
    """Return the demand for decisions that `parts` speak about only."""
    return f"!({_joined(parts)}) || {_as_part(require)}" if parts else require


def _joined(parts: list[str]) -> str:
    return " && ".join(map(_as_part, parts))


def _as_part(source: str) -> str:
    """Return `source` so that it stays one beside other parts: in brackets where it joins or chooses."""
    tokens = tuple(tokens_of(source))
    is_one = not {"&&", "||", "?"} & {token.text for token in tokens} or closing(tokens, 0) == len(tokens) - 1
    return source if is_one else f"({source})"


def _same(left: str, right: str) -> bool:
    return [token.text for token in tokens_of(left)] == [token.text for token in tokens_of(right)]
