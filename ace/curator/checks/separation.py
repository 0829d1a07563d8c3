"""Does a draft's condition tell the failures from the successes? This is what stops a rule that was made up."""

from ace.curator.checks.check import MAX_FALSE_FIRING, MIN_DECIDED, MIN_TRUE_FIRING, Check, CheckInput
from ace.curator.checks.clean_weights import CleanWeights, clean_weights
from ace.curator.checks.part_of_failures import PartFigures, is_by_numbers, part_figures
from ace.curator.draft import Draft
from ace.curator.facts.same_action import same_action
from ace.curator.remedies import REMEDIES
from analyzers.clusters.cluster import Cluster
from runtime.contracts.rule import Rule


def check_separation(draft: Draft, cluster: Cluster, seen: CheckInput) -> Check:
    """Return whether the draft's rule fires on 80% of what `cluster` cites and on at most 5% of clean decisions.

    Or, where it asks for numbers of one action, on a part: on 10% and at least 10 of what is cited, of 5 cases or more,
    on at most 5% of the clean decisions and of the others of that action, and so that the failing share of what it
    fires on is, with its whole 95% interval, twice that of the action, or what is fine half as common.

    At least half of the cited steps must have a parsed decision. A rule in words only passes when its words are
    reviewed or shipped: no evidence can speak for or against others.
    """
    assert draft.after is not None
    if not draft.after.is_checked:
        return _words_only(draft.after, draft.before, cluster)
    numbers = seen.recorded.cited(cluster)
    steps = len({(finding.episode, finding.step) for finding in cluster.findings})
    fired = len(seen.recorded.violating(draft.after) & set(numbers))
    true_share = fired / len(numbers) if numbers else 0.0
    false_share, clean_figure = _alarms(draft.after, clean_weights(cluster, seen), seen)
    figure = f"fires on {fired} of {len(numbers)} cited decisions ({true_share:.0%}) and on {clean_figure}"
    if len(numbers) < steps:
        figure += f"; {steps - len(numbers)} of {steps} cited steps have no decision that could be read"
    if len(numbers) < MIN_DECIDED * steps:
        return Check("separation", False, "most cited steps have no decision a condition could be held against", figure)
    ok = true_share >= MIN_TRUE_FIRING and false_share <= MAX_FALSE_FIRING
    part = _part(draft.after, cluster, seen) if not ok and false_share <= MAX_FALSE_FIRING else None
    if part is not None and part.passes:
        return Check("separation", True, "the condition tells a part of the failures", f"{figure}; {part.words}")
    bar = f"needs at least {MIN_TRUE_FIRING:.0%} and at most {MAX_FALSE_FIRING:.0%}"
    return Check("separation", ok, "the condition tells the failures from the successes" if ok else bar, figure)


def _part(rule: Rule, cluster: Cluster, seen: CheckInput) -> PartFigures | None:
    """Return the figures of a rule on numbers of the one action that is cited, None for any other."""
    same = same_action(cluster, seen.recorded, seen.episodes, seen.found)
    if same is None or not is_by_numbers(rule, same.action, seen.context):
        return None
    return part_figures(rule, same, seen.recorded, seen.episodes)


def _alarms(rule: Rule, clean: CleanWeights, seen: CheckInput) -> tuple[float, str]:
    """Return the share of clean decisions, by weight, that the rule fires on, and the words for it."""
    alarms = seen.recorded.violating(rule) & clean.weights.keys()
    weight = sum(clean.weights.values())
    figure = f"{len(alarms)} of {len(clean.weights)} decisions of {clean.kind}"
    if not weight:
        return 1.0, figure
    share = sum(clean.weights[number] for number in alarms) / weight
    return share, f"{figure} ({share:.1%}{f'; {clean.capped}' if clean.capped else ''})"


def _words_only(after: Rule, before: Rule | None, cluster: Cluster) -> Check:
    if before is not None and not before.is_checked and _words(before.text) == _words(after.text):
        return Check("separation", True, "the words are those that were reviewed", "no condition")
    remedy = REMEDIES.get(cluster.detector)
    if remedy is not None and _words(remedy.text) == _words(after.text):
        return Check("separation", True, f"the words are the shipped remedy of {cluster.detector}", "no condition")
    detail = "words alone cannot be checked against the evidence; give `when` and `require`"
    return Check("separation", False, detail, "no condition")


def _words(text: str) -> str:
    return " ".join(text.split())
