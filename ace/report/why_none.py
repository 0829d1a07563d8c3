"""Why a run led to no draft, or to no proposal: never nothing without a reason. Pure."""

from collections.abc import Collection, Iterable

from ace.curator.draft import Refused
from ace.cycle.analyze_run import Analysis
from ace.cycle.propose import Proposed
from ace.text.counted import counted
from analyzers.clusters.cluster import BORN_EPISODES, BORN_SAMPLES

_SHOWN = 2
NO_CLUSTER = (
    f"no cluster is large enough: needs {BORN_EPISODES} failing episodes of {BORN_SAMPLES} samples; run more samples "
    "(`ace run`)"
)


def why_none(proposed: Proposed) -> str:
    """Return why no proposal was opened, as the end of a sentence."""
    drafts = proposed.drafted.drafts
    if proposed.is_dry_run:
        return "a dry run opens none"
    if not drafts:
        return why_no_draft(proposed.analysis, proposed.drafted.drafting.refused)
    if not any(item.is_sound for item in drafts):
        return f"{counted(len(drafts), 'draft')} made, and none passed its checks"
    if not proposed.opened:
        reasons = _listed(item.reason for item in proposed.skipped)
        return f"no draft was worth judging: {reasons}" if reasons else "it ended before a branch was written"
    return _listed(item.why_not for item in proposed.opened)


def why_no_draft(analysis: Analysis, refused: Collection[Refused] = ()) -> str:
    """Return why nothing was drafted from a run, as the end of a sentence; the reasons of `refused` stand above it."""
    if analysis.episodes == analysis.undecided:
        return f"none of {counted(analysis.episodes, 'episode')} was finished"
    if not analysis.clusters and refused:
        return "nothing was found but failures of rules in force; the reasons are above"
    if not analysis.clusters:
        return f"nothing was found in {counted(analysis.episodes - analysis.undecided, 'episode')}"
    if not any(cluster.is_born for cluster in analysis.clusters):
        return NO_CLUSTER
    return "no draft could be made; the reasons are above"


def _listed(reasons: Iterable[str]) -> str:
    """Return each reason once, the first ones; which draft has which is said above."""
    each = list(dict.fromkeys(reason for reason in reasons if reason))
    more = [f"{counted(len(each) - _SHOWN, 'more reason')} above"] if len(each) > _SHOWN else []
    return "; ".join([*each[:_SHOWN], *more])
