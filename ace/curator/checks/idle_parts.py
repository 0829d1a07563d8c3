"""Parts of a condition that never differ: noise to a reviewer, or a trigger that nobody has pulled yet."""

from collections.abc import Iterator, Sequence

from ace.curator.checks.check import CheckInput
from ace.curator.draft import Draft
from ace.curator.remedies import REMEDIES
from runtime.contracts.rule import Rule
from runtime.rules.condition_tokens import Token, closing, tokens_of
from runtime.rules.native_condition import split_conjuncts, split_disjuncts


def idle_parts(draft: Draft, seen: CheckInput) -> Iterator[str]:
    """Yield the parts of the draft's conditions that are true, or false, in every recorded decision.

    Parts that people reviewed, in the rule that is changed or in a shipped remedy, are not looked at.
    """
    rule = draft.after
    assert rule is not None
    if (rule.when, rule.require) in {(remedy.when, remedy.require) for remedy in REMEDIES.values()}:
        return
    reviewed = [_plain(one) for old in (draft.before, *draft.merged) if old for one in (old.when, old.require) if one]
    for name, source in (("when", rule.when or ""), ("require", rule.require or "")):
        for part in _parts(source):
            if any(_plain(part) in one for one in reviewed):
                continue
            holds, decisions = len(seen.recorded.violating(_alone(rule, part))), len(seen.recorded.decisions)
            if holds in {0, decisions}:
                said = "true" if holds else "false"
                yield f"{name}: `{part[:60]}` is {said} in all {decisions} recorded decisions; leave it out"


def _parts(source: str) -> Iterator[str]:
    """Yield each part that `&&` or `||` joins, one bracket deep at most."""
    tokens = list(tokens_of(source))
    yield from _joined(source, tokens)
    conjuncts = split_conjuncts(tokens)
    for part in conjuncts if len(conjuncts) > 1 else ():
        if part and part[0].text == "(" and closing(part, 0) == len(part) - 1:
            inner = source[part[1].start : part[-2].end]
            yield from _joined(inner, list(tokens_of(inner)))


def _joined(source: str, tokens: Sequence[Token]) -> Iterator[str]:
    for parts in (split_disjuncts(tokens), split_conjuncts(tokens)):
        if len(parts) > 1 and all(parts):
            yield from (source[part[0].start : part[-1].end] for part in parts)
            return


def _alone(rule: Rule, part: str) -> Rule:
    """Return a rule that is violated where `part` holds."""
    return rule.model_copy(update={"when": part, "require": "false"})


def _plain(source: str) -> str:
    return " ".join(token.text for token in tokens_of(source))
