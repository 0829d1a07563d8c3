"""A draft against the rules in force: does one of them say the same already, and would they leave something to do?"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ace.curator.checks.decision_verdicts import DecisionVerdicts
from ace.playbook.conflicts import candidate_actions, find_conflicts
from ace.playbook.duplicates.find_duplicates import DuplicateReport, find_duplicates
from ace.playbook.duplicates.rule_text import RuleText
from ace.playbook.duplicates.same_verdicts import MIN_SPOKEN, same_verdicts
from ace.playbook.lint_decisions import conflict_text
from ace.playbook.recorded_decisions import fields_used
from ace.text.counted import counted
from analyzers.clusters.text_vectors import Embedding
from runtime.contracts.condition_context import ContextField
from runtime.contracts.rule import Rule


class Outcome(NamedTuple):
    """Whether the check passed, why not, and the figure it rests on."""

    ok: bool
    detail: str
    value: str


def check_duplicates(
    draft: Rule, others: Sequence[Rule], recorded: DecisionVerdicts, embedding: Embedding | None
) -> Outcome:
    """Return whether one of `others` is the same rule: same verdicts or violations, else the same or near words.

    Rules that look alike but differ in a negation, a number or a name are no duplicates; they are named in the detail.
    Without `embedding` only the same words are compared, which the figure says.
    """
    own = [rule for rule in others if rule.agent == draft.agent and rule.id != draft.id]
    figure = f"{counted(len(own), 'rule')}, {counted(len(recorded.decisions), 'decision')}"
    same = next((group for group in same_verdicts(_verdicts([draft, *own], recorded)) if draft.id in group.ids), None)
    if same is not None:
        like = next(name for name in same.ids if name != draft.id)
        return Outcome(False, f"judges all {same.spoken} decisions it speaks about as {like} does; edit that", figure)
    violating = recorded.violating(draft)
    twin = next((rule.id for rule in own if recorded.violating(rule) == violating), "")
    # A condition turned round is silent where the other complies, and stops the same.
    if twin and len(violating) >= MIN_SPOKEN:
        return Outcome(False, f"the same {len(violating)} decisions violate it and {twin}; edit that", figure)
    report = _same_words([draft, *own], embedding)
    figure += _compared(embedding)
    group = next((group for group in report.groups if draft.id in group.ids), None)
    if group is not None:
        like = next(name for name in group.ids if name != draft.id)
        how = "the same" if group.is_exact else f"nearly the same (cosine {group.cosine:.2f})"
        return Outcome(False, f"says {how} as {like}; edit that", figure)
    apart = [item for item in report.opposites if draft.id in (item.left, item.right)]
    if apart:
        other = apart[0].left if apart[0].right == draft.id else apart[0].right
        return Outcome(True, f"no rule is the same; {other} looks alike but differs: {apart[0].differs[0]}", figure)
    return Outcome(True, "no rule in force is the same", figure)


def check_same(kept: Rule, other: Rule, recorded: DecisionVerdicts, embedding: Embedding | None) -> Outcome:
    """Return whether two rules are duplicates, so that one may go for the other: same verdicts, or words that say so.

    One that only speaks where the other does, or that differs in a negation, a number or a name, is none.
    """
    figure = f"{counted(len(recorded.decisions), 'decision')}"
    same = same_verdicts(_verdicts([kept, other], recorded))
    if same:
        return Outcome(True, f"{kept.id} and {other.id} judge all {same[0].spoken} decisions alike", figure)
    report = _same_words([kept, other], embedding)
    figure += _compared(embedding)
    if report.groups:
        return Outcome(True, f"{kept.id} and {other.id} say the same", figure)
    differs = f": {report.opposites[0].differs[0]}" if report.opposites else ""
    return Outcome(False, f"{other.id} is no duplicate of {kept.id}{differs}; keep both", figure)


def check_conflicts(
    draft: Rule,
    others: Sequence[Rule],
    recorded: DecisionVerdicts,
    fields: Iterable[ContextField],
    names: Iterable[str],
) -> Outcome:
    """Return whether, with the draft in force, some action satisfies every rule in every recorded state.

    A conflict the other rules have without the draft is not the draft's.
    """
    own = [rule for rule in others if rule.agent == draft.agent and rule.id != draft.id]
    rules = [draft, *own]
    # What these rules cannot tell apart is the same state and the same action.
    paths = sorted({*fields_used(rules), "action.kind", "action.name"})
    unlike = [recorded.decisions[numbers[0]] for numbers in recorded.alike(paths)]
    actions = candidate_actions(names, fields, unlike, rules)
    search = find_conflicts(rules, unlike, actions)
    figure = f"{search.looked_at} of {counted(search.states, 'recorded state')}, {counted(len(actions), 'action')}"
    mine = next((item for item in search.conflicts if draft.id in item.rules), None)
    if mine is not None:
        return Outcome(False, conflict_text(mine, len(actions)), figure)
    if search.conflicts:
        already = ", ".join(search.conflicts[0].rules)
        return Outcome(True, f"adds no conflict; {already} already leave nothing to do in some states", figure)
    return Outcome(True, "in every state some action satisfies all rules", figure)


def _verdicts(rules: Sequence[Rule], recorded: DecisionVerdicts) -> dict[str, list[str]]:
    said = {rule.id: recorded.of_rule(rule) for rule in rules if rule.is_checked}
    numbers = range(len(recorded.decisions))
    return {name: [each.get(number, "silent") for number in numbers] for name, each in said.items()}


def _same_words(rules: Sequence[Rule], embedding: Embedding | None) -> DuplicateReport:
    texts = [RuleText(rule.id, rule.text, f"{rule.agent}/{rule.audience}") for rule in rules]
    return find_duplicates(texts, None if embedding is None else embedding.embed([item.text for item in texts]))


def _compared(embedding: Embedding | None) -> str:
    return ", words compared" if embedding is None else ", words and meaning compared"
