"""What people did not want does not come back before its day."""

from ace.curator.checks.check import Check, CheckInput
from ace.curator.draft import Draft
from ace.rejections.match import find_rejected
from ace.rejections.rejection import Rejection
from ace.report.counted import counted
from ace.review.fingerprint import fingerprint


def check_rejected(draft: Draft, seen: CheckInput) -> Check:
    """Return whether nobody rejected this before, or a rewording of it; else with the reason and the day it expires."""
    figure = counted(len(seen.rejections), "rejection")
    found = _same_merge(draft, seen) if draft.merged else _same(draft, seen)
    if found is None:
        return Check("rejected", True, "nobody rejected this", figure)
    until = f"until {found.expires}" if found.expires else "for good"
    return Check("rejected", False, f"rejected on {found.date} by {found.by}, {until}: {found.reason}", figure)


def _same(draft: Draft, seen: CheckInput) -> Rejection | None:
    cluster = draft.cluster.id if draft.cluster is not None else ""
    today, embedding = seen.today, seen.embedding
    return find_rejected(
        draft.op, draft.rule_id, draft.after, cluster, seen.rejections, today=today, embedding=embedding
    )


def _same_merge(draft: Draft, seen: CheckInput) -> Rejection | None:
    """A merge answers no cluster, so no rewording can be told; the same is the same rules merged into the same."""
    mark = fingerprint(draft.op, draft.rule_id, draft.after, [rule.id for rule in draft.merged])
    standing = [one for one in seen.rejections if one.expires is None or one.expires > seen.today]
    return next((one for one in standing if one.fingerprint == mark), None)
