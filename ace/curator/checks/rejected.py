"""What people did not want does not come back before its day."""

from collections.abc import Mapping

from ace.curator.checks.check import Check, CheckInput
from ace.curator.draft import Draft
from ace.rejections.condition_meaning import other_values
from ace.rejections.match import condition_of, find_rejected, is_about
from ace.rejections.rejection import Rejection
from ace.review.fingerprint import agent_of
from ace.text.counted import counted
from runtime.rules.evaluate_condition import Judged

MIN_SPOKEN = 20
"""On fewer recorded decisions two rules say the same by chance."""
MIN_OF_EACH = 5
"""As many of them must violate the rule, and as many comply with it."""


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
    found = find_rejected(
        draft.op,
        draft.rule_id,
        draft.after,
        cluster,
        seen.rejections,
        today=seen.today,
        merged=[rule.id for rule in draft.merged],
        agent=agent_of(draft.after, draft.before),
        fields=seen.context,
    )
    # A merge keeps a condition that is in force: its verdicts say nothing of what was rejected.
    return found if found or draft.merged else _same_verdicts(draft, cluster, seen)


def _same_verdicts(draft: Draft, cluster: str, seen: CheckInput) -> Rejection | None:
    """Return the standing rejection, of this cluster or rule, that says of every recorded decision what the draft does.

    Not where both compare a field with other values: another threshold is another rule, though this run had no decision
    that tells them apart.
    """
    after = draft.after
    mine = condition_of(after) if after is not None else None
    if after is None or mine is None or not _tells(said := seen.recorded.of_rule(after)):
        return None
    for one in seen.rejections:
        theirs = condition_of(one)
        if theirs is None or not one.stands(seen.today) or not is_about(one, cluster, draft.rule_id):
            continue
        if after.agent != one.agent or after.enforce != one.enforce or other_values(mine, theirs):
            continue
        if seen.recorded.of_rule(after.model_copy(update=theirs._asdict())) == said:
            return one
    return None


def _tells(said: Mapping[int, Judged]) -> bool:
    verdicts = list(said.values())
    is_mixed = min(verdicts.count("violates"), verdicts.count("complies")) >= MIN_OF_EACH
    return len(verdicts) >= MIN_SPOKEN and is_mixed
