"""The curator that needs no model: what each cluster asks for, then rules that can be merged or can go."""

from collections.abc import Iterable

from ace.curator.draft import CuratorInput, Draft, Drafting, Refused
from ace.curator.drafting.from_cluster import draft_from_cluster
from ace.curator.drafting.housekeeping import housekeeping
from ace.curator.drafting.rule_drafts import CURATOR
from ace.rejections.match import find_rejected, same_conditions
from analyzers.clusters.text_vectors import Embedding


def draft_heuristically(seen: CuratorInput, embedding: Embedding | None = None) -> Drafting:
    """Return at most one draft a cluster and a rule, best cluster first, then merges, then deletions.

    A cluster that asks for a change of a rule that is to be merged or to go brings that draft instead: what is said
    twice, or does harm, is not made stronger. What people rejected is not drafted again; that, and whatever else could
    not be made, is said in `refused`. With `embedding` rules that say nearly the same are merged too, else those with
    the same words only.
    """
    kept = _Kept(seen)
    chores = tuple(housekeeping(seen, embedding))
    first = {rule_id: chore for chore in reversed(chores) if not _rejected(seen, chore) for rule_id in _touched(chore)}
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
    """The drafts that are kept so far, and what is refused and why."""

    def __init__(self, seen: CuratorInput) -> None:
        self.drafts: list[Draft] = []
        self.refused: list[Refused] = []
        self._seen = seen
        self._taken: set[str] = set()
        self._offered: list[Draft] = []

    def take(self, about: str, draft: Draft) -> None:
        """Keep `draft`, or refuse it under the name of the cluster or rule it is `about`; once, if offered again."""
        if draft in self._offered:
            return
        self._offered.append(draft)
        reason = self._why_not(draft)
        if reason:
            self.refused.append(Refused(about, CURATOR, reason))
        else:
            self.drafts.append(draft)
            self._taken |= _touched(draft)

    def _why_not(self, draft: Draft) -> str:
        rejected = _rejected(self._seen, draft)
        if rejected:
            return rejected
        again = sorted(_touched(draft) & self._taken)
        if again:
            return f"a better cluster already changes {again[0]}"
        twin = _same_as(draft, self.drafts)
        if twin:
            return f"{twin} is drafted with the same conditions"
        is_full = len(self.drafts) >= self._seen.limit
        return f"{len(self.drafts)} drafts are made, the most that are asked for" if is_full else ""


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
        draft.op, draft.rule_id, draft.after, cluster, seen.rejections, today=seen.today, merged=merged
    )
    return "" if found is None else f"rejected on {found.date}: {found.reason}"


def _touched(draft: Draft) -> set[str]:
    return {draft.rule_id, *(rule.id for rule in draft.merged)}
