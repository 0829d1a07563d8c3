"""Rules that went and rules that came with the same, or nearly the same, words: a change of id. Pure."""

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import TypeAlias

from ace.review.word_diff import tokens_of
from runtime.contracts.playbook import RuleFile
from runtime.contracts.rule import Rule

Pair: TypeAlias = tuple[RuleFile, RuleFile]
# Shares of words in common, 0-1. Under it a reviewer reads two texts, not one that was touched up.
NEARLY_THE_SAME = 0.8
# Rules of one title or condition that are looked at for a match: keeps a thousand alike from a million comparisons.
_LOOKED_AT = 20
_HEAD = 5


def pair_renamed(gone: Sequence[RuleFile], came: Sequence[RuleFile]) -> list[Pair]:
    """Return pairs (as it was, as it is) of `gone` and `came`, each file in at most one; the same words come first."""
    same = _same_words(gone, came)
    taken = {id(file) for pair in same for file in pair}
    near = _nearly_same([file for file in gone if id(file) not in taken], [f for f in came if id(f) not in taken])
    return [*same, *near]


def _same_words(gone: Iterable[RuleFile], came: Iterable[RuleFile]) -> list[Pair]:
    by_content: dict[tuple[str, ...], list[RuleFile]] = {}
    for file in gone:
        by_content.setdefault(_content(file.rule), []).append(file)
    found: list[Pair] = []
    for file in came:
        if matching := by_content.get(_content(file.rule)):
            found.append((matching.pop(0), file))
    return found


def _nearly_same(gone: Iterable[RuleFile], came: Iterable[RuleFile]) -> list[Pair]:
    by_sign: dict[tuple[str, ...], list[RuleFile]] = {}
    for file in gone:
        for sign in _signs(file.rule):
            by_sign.setdefault(sign, []).append(file)
    scored: list[tuple[float, str, RuleFile, RuleFile]] = []
    for new in came:
        near = {id(old): old for sign in _signs(new.rule) for old in by_sign.get(sign, ())[:_LOOKED_AT]}
        scored += [(_likeness(old.rule, new.rule), old.path + new.path, old, new) for old in near.values()]
    found: list[Pair] = []
    taken: set[int] = set()
    for score, _, old, new in sorted(scored, key=lambda one: (-one[0], one[1])):
        if score >= NEARLY_THE_SAME and not {id(old), id(new)} & taken:
            found.append((old, new))
            taken |= {id(old), id(new)}
    return found


def _content(rule: Rule) -> tuple[str, ...]:
    otherwise = rule.otherwise.action if rule.otherwise else ""
    return (rule.agent, rule.audience, _flat(rule.text), _flat(rule.when), _flat(rule.require), otherwise)


def _signs(rule: Rule) -> set[tuple[str, ...]]:
    """What two versions of one rule usually still share."""
    words = rule.text.split()
    signs = [
        ("title", rule.title),
        ("slug", rule.id.rpartition(".")[2]),
        ("condition", _flat(rule.when), _flat(rule.require)) if rule.when else (),
        ("head", *words[:_HEAD]),
        ("tail", *words[-_HEAD:]),
    ]
    return {(rule.agent, rule.audience, *sign) for sign in signs if sign}


def _likeness(old: Rule, new: Rule) -> float:
    """Return the lesser of how alike the texts and how alike the conditions are, 0-1."""
    conditions = [f"{_flat(rule.when)} {_flat(rule.require)}" for rule in (old, new)]
    return min(_ratio(_flat(old.text), _flat(new.text)), _ratio(*conditions))


def _ratio(one: str, two: str) -> float:
    if one == two:
        return 1.0
    return SequenceMatcher(None, tokens_of(one), tokens_of(two), autojunk=False).ratio()


def _flat(text: str | None) -> str:
    return " ".join((text or "").split())
