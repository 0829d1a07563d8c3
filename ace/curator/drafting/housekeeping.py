"""Rules that can go: those that say the same as another, never speak, or go with failing."""

from collections.abc import Iterator
from itertools import chain

from ace.curator.checks.check import DEAD_AFTER_DECISIONS, DEAD_AFTER_EPISODES
from ace.curator.draft import CuratorInput, Draft
from ace.curator.drafting.rule_drafts import CURATOR
from ace.curator.facts.harm import harm_of
from ace.curator.facts.merges import find_merges
from ace.playbook.merge_fields import merged_fields
from ace.playbook.recorded_decisions import decisions_of
from analyzers.clusters.text_vectors import Embedding
from runtime.contracts.trace_event import Episode
from runtime.rules.judge_decisions import explain_each, prepare


def housekeeping(seen: CuratorInput, embedding: Embedding | None = None) -> Iterator[Draft]:
    """Yield drafts that answer no cluster: merges of rules that say the same, then deletions; each by rule id.

    A rule is deleted that never spoke about a decision, or where obeying it goes with failing. Safety rules, rules
    without a condition, and gates, which may never speak because they work, are left alone.
    """
    return chain(_merges(seen, embedding), _deletions(seen))


def _merges(seen: CuratorInput, embedding: Embedding | None) -> Iterator[Draft]:
    own = [rule for rule in seen.rules if rule.agent == seen.agent]
    for group in find_merges(own, tuple(decisions_of(_decided(seen))), embedding):
        kept = group.kept
        # The same rule under two ids: where one of them is active, it is.
        is_active = any(rule.status == "active" for rule in (kept, *group.others))
        fields = {**merged_fields(kept, group.others), "modified": seen.today}
        after = kept.model_copy(update={**fields, "status": "active"} if is_active else fields)
        gone = " and ".join(rule.id for rule in group.others)
        why = f"{kept.id} takes over {gone}. {group.why}"
        yield Draft("merge", kept.id, kept, after, None, None, why, CURATOR, group.others)


def _deletions(seen: CuratorInput) -> Iterator[Draft]:
    decided = _decided(seen)
    contexts = [decision.context for decision in decisions_of(decided)]
    prepared = prepare(contexts)
    is_long = len(decided) >= DEAD_AFTER_EPISODES and len(contexts) >= DEAD_AFTER_DECISIONS
    for rule in sorted(seen.rules, key=lambda rule: rule.id):
        if rule.safety or not rule.is_checked or rule.enforce == "gate" or rule.status == "deprecated":
            continue
        if is_long and next(explain_each(rule, prepared), None) is None:
            why = f"{rule.id} never spoke about any of {len(contexts)} decisions in {len(decided)} episodes."
            yield Draft("delete", rule.id, rule, None, None, None, why, CURATOR)
            continue
        harm = harm_of(rule, seen.episodes, seen.succeeded)
        if harm.is_harmful:
            why = f"Obeying {rule.id} goes with failing: {harm.figure}."
            yield Draft("delete", rule.id, rule, None, None, None, why, CURATOR)


def _decided(seen: CuratorInput) -> list[Episode]:
    """Return the episodes that say something about the agent, by id."""
    return [episode for _, episode in sorted(seen.episodes.items()) if not episode.is_infrastructure_error]
