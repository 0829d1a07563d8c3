"""The curator that asks a model: one cluster in as quoted data, one operation out; code writes the YAML."""

from dataclasses import replace
from functools import partial

from ace.curator.asking.as_edit import as_edit
from ace.curator.asking.attempts import Answered, Asking, DraftCheck, ask_until_sound
from ace.curator.asking.cluster_facts import ClusterFacts, facts_of
from ace.curator.asking.open_already import open_already
from ace.curator.asking.spending import Spent
from ace.curator.draft import CuratorInput, Draft, Drafting, Refused, drafts_made
from ace.curator.drafting.housekeeping import housekeeping
from ace.curator.facts.coverage import covering_rule
from runtime.contracts.ports import Controller


async def draft_with_model(
    seen: CuratorInput,
    model: Controller,
    seed: int,
    check: DraftCheck | None = None,
    without: frozenset[str] = frozenset(),
) -> Drafting:
    """Return at most one draft per cluster and rule, and what could not be used, with the model's own words.

    Clusters are asked about in their order until there are `seen.limit` drafts or the budget is spent; the others are
    refused with that reason. A draft that fails `check` (which must not look at held-out samples) is asked for again,
    and kept when nothing better comes. A model that stops answering half way is not asked again; the drafts so far are
    kept. `without`: facts it is not told, for an ablation.
    Raises: ModelError when the first question gets no answer.
    """
    asking = Asking(model, seed, check)
    total, spent, gone = Drafting(()), Spent(), ""
    can_go = tuple(housekeeping(seen))
    for cluster in seen.clusters:
        stopped = gone or _enough(total, seen.limit) or open_already(seen, cluster)
        if stopped:
            total = _plus(total, Refused(cluster.id, asking.name, f"not asked: {stopped}"))
            continue
        facts = facts_of(seen, cluster, can_go, without)
        answered = await ask_until_sound(asking, seen, facts, partial(_finish, seen, facts), spent)
        spent = answered.spent
        gone = "the model had stopped answering" if answered.gone else ""
        total = _plus(total, _unless_taken(answered, total, cluster.id), answered)
    return replace(
        total,
        model_calls=spent.calls,
        prompt_tokens=spent.prompt_tokens,
        completion_tokens=spent.completion_tokens,
        cost_usd=spent.cost_usd,
        seconds=spent.seconds,
        notes=spent.notes(seen.budget),
    )


def _enough(total: Drafting, limit: int) -> str:
    made = len(total.drafts)
    return f"{drafts_made(made)}, the most that are asked for" if made >= limit else ""


def _finish(seen: CuratorInput, facts: ClusterFacts, draft: Draft) -> Draft:
    """Return `draft`, an addition as an edit where a rule in force nearly covers the cluster."""
    if draft.op != "add" or draft.after is None:
        return draft
    # By words alone: whether packages for meaning are installed must not decide what is drafted.
    covering = covering_rule(draft.after, facts.coverage, seen.rules)
    return draft if covering is None else as_edit(draft, covering, seen)


def _unless_taken(answered: Answered, total: Drafting, cluster: str) -> Draft | Refused:
    made = answered.made
    if isinstance(made, Refused):
        return made
    taken = {name for draft in total.drafts for name in _touched(draft)}
    again = next((name for name in _touched(made) if name in taken), None)
    if again is None:
        return made
    raw = next((item.raw for item in answered.attempts if item.draft == made), "")
    return Refused(cluster, made.curator, f"a better cluster already changes {again}", raw)


def _touched(draft: Draft) -> tuple[str, ...]:
    return (draft.rule_id, *(rule.id for rule in draft.merged))


def _plus(total: Drafting, made: Draft | Refused, answered: Answered | None = None) -> Drafting:
    return replace(
        total,
        drafts=(*total.drafts, made) if isinstance(made, Draft) else total.drafts,
        refused=(*total.refused, made) if isinstance(made, Refused) else total.refused,
        attempts=(*total.attempts, *answered.attempts) if answered is not None else total.attempts,
    )
