"""A draft against the rules in force: does one of them say the same already, and would they leave something to do?"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ace.playbook.conflicts import candidate_actions, find_conflicts
from ace.playbook.duplicates.find_duplicates import find_duplicates
from ace.playbook.duplicates.rule_text import RuleText
from ace.playbook.duplicates.same_verdicts import same_verdicts
from ace.playbook.lint_decisions import conflict_text
from ace.playbook.recorded_decisions import Decision, distinct, fields_used
from ace.report.counted import counted
from analyzers.clusters.text_vectors import Embedding
from runtime.contracts.condition_context import ContextField
from runtime.contracts.rule import Rule
from runtime.rules.evaluate_condition import judge


class Outcome(NamedTuple):
    """Whether the check passed, why not, and the figure it rests on."""

    ok: bool
    detail: str
    value: str


def check_duplicates(
    draft: Rule, others: Sequence[Rule], decisions: Sequence[Decision], embedding: Embedding | None
) -> Outcome:
    """Return whether one of `others` is the same rule: same verdicts on `decisions`, else the same or near words.

    Rules that look alike but differ in a negation, a number or a name are no duplicates; they are named in the detail.
    Without `embedding` only the same words are compared, which the figure says.
    """
    own = [rule for rule in others if rule.agent == draft.agent and rule.id != draft.id]
    verdicts = _verdicts([draft, *own], decisions)
    same = next((group for group in same_verdicts(verdicts) if draft.id in group.ids), None)
    figure = f"{counted(len(own), 'rule')}, {counted(len(decisions), 'decision')}"
    if same is not None:
        twin = next(name for name in same.ids if name != draft.id)
        return Outcome(False, f"judges all {same.spoken} decisions it speaks about as {twin} does; edit that", figure)
    texts = [RuleText(rule.id, rule.text, f"{rule.agent}/{rule.audience}") for rule in (draft, *own)]
    report = find_duplicates(texts, None if embedding is None else embedding.embed([item.text for item in texts]))
    figure += ", words compared" if embedding is None else ", words and meaning compared"
    group = next((group for group in report.groups if draft.id in group.ids), None)
    if group is not None:
        twin = next(name for name in group.ids if name != draft.id)
        how = "the same" if group.is_exact else f"nearly the same (cosine {group.cosine:.2f})"
        return Outcome(False, f"says {how} as {twin}; edit that", figure)
    apart = [item for item in report.opposites if draft.id in (item.left, item.right)]
    if apart:
        other = apart[0].left if apart[0].right == draft.id else apart[0].right
        return Outcome(True, f"no rule is the same; {other} looks alike but differs: {apart[0].differs[0]}", figure)
    return Outcome(True, "no rule in force is the same", figure)


def check_conflicts(
    draft: Rule,
    others: Sequence[Rule],
    decisions: Sequence[Decision],
    fields: Iterable[ContextField],
    names: Iterable[str],
) -> Outcome:
    """Return whether, with the draft in force, some action satisfies every rule in every recorded state.

    A conflict the other rules have without the draft is not the draft's.
    """
    own = [rule for rule in others if rule.agent == draft.agent and rule.id != draft.id]
    rules = [draft, *own]
    actions = candidate_actions(names, fields, decisions, rules)
    search = find_conflicts(rules, decisions, actions)
    figure = f"{search.looked_at} of {counted(search.states, 'recorded state')}, {counted(len(actions), 'action')}"
    mine = next((item for item in search.conflicts if draft.id in item.rules), None)
    if mine is not None:
        return Outcome(False, conflict_text(mine, len(actions)), figure)
    return Outcome(True, "in every state some action satisfies all rules", figure)


def _verdicts(rules: Sequence[Rule], decisions: Sequence[Decision]) -> dict[str, list[str]]:
    checked = [rule for rule in rules if rule.is_checked]
    unlike = distinct(decisions, fields_used(checked))
    said = {rule.id: [judge(rule, item.first.context) for item in unlike] for rule in checked}
    return {
        name: [verdict for verdict, item in zip(each, unlike, strict=True) for _ in range(item.count)]
        for name, each in said.items()
    }
