"""Rules in force that say the same: which of them stays, and what it takes over. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ace.curator.checks.check import MIN_FAILURES
from ace.playbook.duplicates.find_duplicates import find_duplicates
from ace.playbook.duplicates.rule_text import RuleText
from ace.playbook.duplicates.same_verdicts import same_verdicts
from ace.playbook.recorded_decisions import Decision, distinct, fields_used
from ace.rejections.match import same_conditions
from analyzers.clusters.text_vectors import Embedding
from runtime.contracts.rule import Rule
from runtime.rules.evaluate_condition import judge

MIN_SPOKEN = 20
"""Decisions two rules must have spoken about before equal verdicts call them the same."""
Verdicts = dict[str, list[str]]


class MergeGroup(NamedTuple):
    """Rules that say the same: `kept` stays, `others` (at least one) go into it. `why` is one sentence."""

    kept: Rule
    others: tuple[Rule, ...]
    why: str


def find_merges(
    rules: Iterable[Rule], decisions: Sequence[Decision], embedding: Embedding | None = None
) -> tuple[MergeGroup, ...]:
    """Return the groups of rules that may become one, by the id of the rule that stays; no rule is in two.

    Two rules are the same that have the same conditions and spoke about at least 3 decisions; or that judge all
    recorded decisions alike, having spoken about at least 20 and been violated by at least 3: rules that are always
    obeyed would agree whatever they ask for. Or they say the same, in the same words or with `embedding` nearly so, and
    their conditions do not disagree. Never merged are safety rules, rules not in force, rules for other readers, a gate
    with words, gates that do something else.
    """
    groups: list[MergeGroup] = []
    for own in _alike_in_kind(rules):
        verdicts = _verdicts(own, decisions)
        taken: set[str] = set()
        found = [
            *_by_conditions(own, verdicts),
            *_by_verdicts(own, verdicts),
            *_by_words(own, verdicts, embedding),
        ]
        for members, why in found:
            if len(members) > 1 and taken.isdisjoint(rule.id for rule in members):
                kept, *others = sorted(members, key=_standing)
                groups.append(MergeGroup(kept, tuple(others), why))
                taken |= {rule.id for rule in members}
    return tuple(sorted(groups, key=lambda group: group.kept.id))


def _alike_in_kind(rules: Iterable[Rule]) -> Iterator[list[Rule]]:
    """Yield the rules that speak to the same readers in the same way, each kind by id."""
    kinds: dict[tuple[str, ...], list[Rule]] = {}
    for rule in sorted(rules, key=lambda rule: rule.id):
        if not rule.safety and rule.status != "deprecated":
            instead = rule.otherwise.action if rule.otherwise is not None and rule.enforce == "gate" else ""
            kinds.setdefault((rule.agent, rule.audience, rule.enforce, instead), []).append(rule)
    yield from (kinds[kind] for kind in sorted(kinds))


def _standing(rule: Rule) -> tuple[object, ...]:
    """Sort key, the rule to keep first. A condition and a replacement come first: a merge must take none away."""
    return (
        not rule.is_checked,
        rule.otherwise is None,
        rule.status != "active",
        rule.effect is None or rule.effect.verdict != "confirmed",
        -sum(item.failures for item in rule.evidence),
        rule.created or "9999-99-99",
        rule.id,
    )


def _by_conditions(rules: Sequence[Rule], verdicts: Verdicts) -> Iterator[tuple[list[Rule], str]]:
    left = [rule for rule in rules if rule.id in verdicts and _spoken(verdicts[rule.id]) >= MIN_FAILURES]
    while left:
        first, *others = left
        members = [first, *(rule for rule in others if same_conditions(first, rule))]
        left = [rule for rule in others if rule not in members]
        yield members, "They have the same conditions."


def _by_verdicts(rules: Sequence[Rule], verdicts: Verdicts) -> Iterator[tuple[list[Rule], str]]:
    broken = {name: each for name, each in verdicts.items() if each.count("violates") >= MIN_FAILURES}
    for same in same_verdicts(broken, MIN_SPOKEN):
        why = f"They judge all {same.spoken} recorded decisions they speak about alike."
        yield [rule for rule in rules if rule.id in same.ids], why


def _by_words(
    rules: Sequence[Rule], verdicts: Verdicts, embedding: Embedding | None
) -> Iterator[tuple[list[Rule], str]]:
    texts = [RuleText(rule.id, rule.text) for rule in rules]
    vectors = embedding.embed([item.text for item in texts]) if embedding is not None and len(texts) > 1 else None
    for group in find_duplicates(texts, vectors).groups:
        members = [rule for rule in rules if rule.id in group.ids]
        kept = min(members, key=_standing)
        agreeing = [rule for rule in members if rule is kept or _agree(kept, rule, verdicts)]
        how = "the same" if group.is_exact else f"nearly the same (cosine {group.cosine:.2f})"
        yield agreeing, f"They say {how}, and no recorded decision tells their conditions apart."


def _agree(kept: Rule, other: Rule, verdicts: Verdicts) -> bool:
    """True when the conditions are the same, judge alike where both were seen to speak, or `other` has none."""
    if not other.is_checked or same_conditions(kept, other):
        return True
    if not kept.is_checked:
        return False
    mine, theirs = verdicts[kept.id], verdicts[other.id]
    return mine == theirs and _spoken(mine) >= MIN_FAILURES


def _spoken(verdicts: Sequence[str]) -> int:
    return len(verdicts) - verdicts.count("silent")


def _verdicts(rules: Sequence[Rule], decisions: Sequence[Decision]) -> Verdicts:
    checked = [rule for rule in rules if rule.is_checked]
    unlike = distinct(decisions, fields_used(checked))
    return {
        rule.id: [verdict for item in unlike for verdict in [judge(rule, item.first.context)] * item.count]
        for rule in checked
    }
