"""What code settles in a model's draft: the words of a rule and what is done instead. The condition is the model's.

A condition can be held against the evidence, words cannot. So words are made of the condition; under `wording: checked`
the model's own are taken where they pass the check.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from ace.curator.checks.check import Check
from ace.curator.conditions.candidate import Candidate
from ace.curator.conditions.choose_otherwise import choose_otherwise
from ace.curator.draft import CuratorInput, Draft
from ace.curator.drafting.found_remedy import free_id
from ace.curator.drafting.rule_drafts import new_rule
from ace.curator.drafting.shown_decisions import shown_by
from ace.curator.facts.stand_ins import stand_ins
from ace.curator.own_words import edited_text, rationale_of, words_of_condition
from ace.curator.remedies import REMEDIES
from runtime.contracts.rule import Otherwise

DraftCheck: TypeAlias = Callable[[Draft], Sequence[Check]]
OWN_WORDS = "The words are made of the condition, not the curator's own."


def settle(draft: Draft, seen: CuratorInput, check: DraftCheck) -> Draft:
    """Return the draft as it may pass: with another `otherwise`, or none, and in words made of its condition.

    Of an edit what people reviewed stays. A rule in words only takes those of the shipped remedy, where that has no
    condition either. A merge, a deletion and a draft without a cluster stay as they are.
    """
    if draft.op not in {"add", "edit"} or draft.after is None or draft.cluster is None:
        return draft
    failing = _failing(draft, check)
    if not draft.after.is_checked:
        return _as_shipped(draft, seen) if failing & {"separation", "words"} else draft
    if "narrows" in failing:
        draft = _with_other_action(draft, seen, check)
    is_own = seen.wording == "checked"
    if is_own and "words" not in failing:
        return draft
    return _in_some_words(draft, seen, check) if is_own else _reworded(draft, seen)[-1]


def _failing(draft: Draft, check: DraftCheck) -> set[str]:
    return {item.name for item in check(draft) if not item.ok}


def _as_shipped(draft: Draft, seen: CuratorInput) -> Draft:
    cluster = draft.cluster
    assert cluster is not None
    remedy = REMEDIES.get(cluster.detector)
    taken = {rule.id for rule in seen.rules}
    if remedy is None or remedy.when is not None or draft.op != "add" or remedy.rule_id in taken:
        return draft
    return replace(draft, rule_id=remedy.rule_id, after=new_rule(seen, remedy, cluster), rationale=OWN_WORDS)


def _with_other_action(draft: Draft, seen: CuratorInput, check: DraftCheck) -> Draft:
    """Return the draft with what clean decisions did in such states, else with nothing; as it was if that fails too."""
    after, cluster = draft.after, draft.cluster
    assert after is not None
    assert cluster is not None
    shown = shown_by(seen, cluster)
    candidate = Candidate(after.when or "", after.require or "", 0, 0, 0, 0)
    chosen = choose_otherwise(candidate, shown.clean, stand_ins(seen, cluster), cited=shown.cited)
    instead = [Otherwise(action=chosen)] if chosen else []
    for action in (*instead, None):
        other = replace(draft, after=after.model_copy(update={"otherwise": action}))
        if "narrows" not in _failing(other, check):
            return other
    return draft


def _in_some_words(draft: Draft, seen: CuratorInput, check: DraftCheck) -> Draft:
    """Return the draft with as few of its words replaced as is enough."""
    reworded = _reworded(draft, seen)
    return next((one for one in reworded if "words" not in _failing(one, check)), reworded[-1])


def _reworded(draft: Draft, seen: CuratorInput) -> tuple[Draft, ...]:
    """Return the draft with more and more of its words replaced: the reason, then name and title, then all."""
    after, before, cluster = draft.after, draft.before, draft.cluster
    assert after is not None
    assert cluster is not None
    words, why = words_of_condition(after, seen.context), rationale_of(cluster)
    rule_id = after.id if before is not None else free_id(seen, cluster, after.when or "")
    title, text = (
        (words.title, words.text) if before is None else (before.title, edited_text(before, after, seen.context))
    )
    updates = (
        {"rationale": why},
        {"rationale": why, "id": rule_id, "title": title},
        {"rationale": why, "id": rule_id, "title": title, "text": f"{text}\n"},
    )
    return tuple(
        replace(
            draft,
            rule_id=str(update.get("id", after.id)),
            after=after.model_copy(update=update),
            rationale=f"{why} {OWN_WORDS}",
        )
        for update in updates
    )
