"""What people did not want does not come back before its day."""

from ace.curator.checks.check import Check, CheckInput
from ace.curator.draft import Draft
from ace.rejections.match import find_rejected
from ace.rejections.rejection import Rejection
from ace.report.counted import counted


def check_rejected(draft: Draft, seen: CheckInput) -> Check:
    """Return whether nobody rejected this before, or a rewording of it; else with the reason and the day it expires."""
    figure = counted(len(seen.rejections), "rejection")
    found = _same(draft, seen)
    if found is None:
        return Check("rejected", True, "nobody rejected this", figure)
    until = f"until {found.expires}" if found.expires else "for good"
    return Check("rejected", False, f"rejected on {found.date} by {found.by}, {until}: {found.reason}", figure)


def _same(draft: Draft, seen: CheckInput) -> Rejection | None:
    cluster = draft.cluster.id if draft.cluster is not None else ""
    today, embedding = seen.today, seen.embedding
    found = find_rejected(
        draft.op,
        draft.rule_id,
        draft.after,
        cluster,
        seen.rejections,
        today=today,
        merged=[rule.id for rule in draft.merged],
        embedding=embedding,
    )
    # A merge keeps a condition that is in force: its verdicts say nothing of what was rejected.
    return found if found or draft.merged else _same_verdicts(draft, cluster, seen)


def _same_verdicts(draft: Draft, cluster: str, seen: CheckInput) -> Rejection | None:
    """Return the standing rejection, of this cluster or rule, whose condition is violated by the same decisions."""
    after = draft.after
    violating = seen.recorded.violating(after) if after is not None and after.is_checked else frozenset()
    for one in seen.rejections if after is not None and violating else ():
        is_standing = one.expires is None or one.expires > seen.today
        is_about = (bool(cluster) and one.cluster == cluster) or one.rule == draft.rule_id
        if not (is_standing and is_about) or one.when is None or one.require is None:
            continue
        assert after is not None
        if seen.recorded.violating(after.model_copy(update={"when": one.when, "require": one.require})) == violating:
            return one
    return None
