"""The curator that needs no model: what each cluster asks for, then rules that can be merged or can go."""

from collections.abc import Iterable

from ace.curator.draft import CuratorInput, Draft, Drafting, Refused, drafts_made
from ace.curator.drafting.from_cluster import draft_from_cluster
from ace.curator.drafting.housekeeping import housekeeping
from ace.curator.drafting.rule_drafts import CURATOR
from ace.rejections.match import find_rejected, same_conditions
from ace.review.fingerprint import agent_of, fingerprint, proposal_id
from analyzers.clusters.text_vectors import Embedding


def draft_heuristically(seen: CuratorInput, embedding: Embedding | None = None) -> Drafting:
    """Return at most one draft a cluster and a rule, best cluster first, then merges, then deletions.

    A cluster that asks for a change of a rule that is to be merged or to go brings that draft instead: what is said
    twice, or does harm, is not made stronger. What people rejected is not drafted again, nor what changes a rule that
    another open proposal changes; that, and whatever else could not be made, is said in `refused`. `seen.limit` caps
    the drafts that are new: those that are open already come beside them, to be refreshed. Of two or more places one
    is kept for a merge or deletion, where there is one. With `embedding` rules that say nearly the same are merged
    too, else those with the same words only.
    """
    chores = tuple(housekeeping(seen, embedding))
    able = [chore for chore in chores if not (_rejected(seen, chore) or _open_elsewhere(seen, chore))]
    first = {rule_id: chore for chore in reversed(able) for rule_id in _touched(chore)}
    kept = _Kept(seen, is_reserved=seen.limit > 1 and any(not _is_open(seen, chore) for chore in able))
    for cluster in seen.clusters:
        made = draft_from_cluster(seen, cluster)
        if isinstance(made, Refused):
            kept.refused.append(made)
        elif (chore := first.get(made.rule_id)) is not None:
            kept.refused.append(Refused(cluster.id, CURATOR, _comes_first(chore, made)))
            kept.take(chore.rule_id, chore)
        else:
            kept.take(cluster.id, made)
    for chore in chores:
        kept.take(chore.rule_id, chore)
    return Drafting(tuple(kept.drafts), tuple(kept.refused))


class _Kept:
    """The drafts that are kept so far, and what is refused and why. `is_reserved`: a place waits for a chore."""

    def __init__(self, seen: CuratorInput, *, is_reserved: bool) -> None:
        self.drafts: list[Draft] = []
        self.refused: list[Refused] = []
        self._seen = seen
        self._is_reserved = is_reserved
        self._new = 0
        self._taken: set[str] = set()
        self._offered: list[Draft] = []

    def take(self, about: str, draft: Draft) -> None:
        """Keep `draft`, or refuse it under the name of the cluster or rule it is `about`; once, if offered again."""
        if draft in self._offered:
            return
        self._offered.append(draft)
        is_new = not _is_open(self._seen, draft)
        reason = self._why_not(draft) or (self._no_room(draft) if is_new else "")
        if reason:
            self.refused.append(Refused(about, CURATOR, reason))
            return
        self.drafts.append(draft)
        self._taken |= _touched(draft)
        self._new += is_new
        if is_new and draft.cluster is None:
            self._is_reserved = False

    def _why_not(self, draft: Draft) -> str:
        rejected = _rejected(self._seen, draft)
        if rejected:
            return rejected
        if elsewhere := _open_elsewhere(self._seen, draft):
            return elsewhere
        again = sorted(_touched(draft) & self._taken)
        if again:
            return f"a better cluster already changes {again[0]}"
        twin = _same_as(draft, self.drafts)
        return f"{twin} is drafted with the same conditions" if twin else ""

    def _no_room(self, draft: Draft) -> str:
        limit = self._seen.limit
        if self._new >= limit:
            known = len(self.drafts) - self._new
            besides = f", besides {known} open already" if known else ""
            return f"{drafts_made(self._new)}, the most that are asked for{besides}"
        if self._is_reserved and draft.cluster is not None and self._new == limit - 1:
            return f"{drafts_made(self._new)}, and the last of {limit} places is kept for a merge or deletion"
        return ""


def _proposal(draft: Draft) -> str:
    merged = [rule.id for rule in draft.merged]
    agent = agent_of(draft.after, draft.before)
    return proposal_id(fingerprint(draft.op, draft.rule_id, draft.after, merged, agent=agent))


def _is_open(seen: CuratorInput, draft: Draft) -> bool:
    """Return True when this very change is proposed already."""
    return seen.open_rules.get(draft.rule_id) == _proposal(draft)


def _open_elsewhere(seen: CuratorInput, draft: Draft) -> str:
    """Return which open proposal changes a rule of `draft`, empty where none does or a cycle may refresh it."""
    if _is_open(seen, draft):
        name = seen.open_rules[draft.rule_id]
        return f"ace/p/{name} already proposes this: a person asked for it" if name in seen.asked_for else ""
    rule_id = next((name for name in sorted(_touched(draft)) if name in seen.open_rules), None)
    if rule_id is None:
        return ""
    what = "this rule" if rule_id == draft.rule_id else rule_id
    return f"ace/p/{seen.open_rules[rule_id]} already proposes a change to {what}"


def _same_as(draft: Draft, drafts: Iterable[Draft]) -> str:
    """Return the id of a rule that another draft gives the same conditions, empty where there is none."""
    after = draft.after
    if after is None or draft.op != "add":
        return ""
    return next((other.rule_id for other in drafts if other.after and same_conditions(after, other.after)), "")


def _comes_first(chore: Draft, made: Draft) -> str:
    what = f"{chore.op} of {chore.rule_id}"
    return f"it asks for a change of {made.rule_id}; the {what} comes first"


def _rejected(seen: CuratorInput, draft: Draft) -> str:
    """Return when and why people rejected this, empty where they did not."""
    cluster = draft.cluster.id if draft.cluster else ""
    merged = [rule.id for rule in draft.merged]
    found = find_rejected(
        draft.op,
        draft.rule_id,
        draft.after,
        cluster,
        seen.rejections,
        today=seen.today,
        merged=merged,
        agent=agent_of(draft.after, draft.before),
        fields=seen.context,
    )
    return "" if found is None else f"rejected on {found.date}: {found.reason}"


def _touched(draft: Draft) -> set[str]:
    return {draft.rule_id, *(rule.id for rule in draft.merged)}
