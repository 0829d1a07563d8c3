"""One cluster, one draft: a stronger rule, a known remedy, or a condition found in its decisions."""

from dataclasses import replace

from ace.curator.draft import CuratorInput, Draft, Refused
from ace.curator.drafting.found_remedy import found_remedy, untaken_id
from ace.curator.drafting.part_draft import part_draft
from ace.curator.drafting.rule_drafts import (
    CURATOR,
    draft_of,
    new_rule,
    replaced_rule,
    stronger_rule,
    widened_rule,
)
from ace.curator.drafting.shown_decisions import Shown, shown_by
from ace.curator.facts.coverage import covering_rule, covers, separates
from ace.curator.remedies import REMEDIES, Remedy
from ace.playbook.recorded_decisions import decisions_of
from analyzers.clusters.cluster import Cluster
from runtime.contracts.rule import Rule
from runtime.rules.judge_decisions import explain_each, prepare


def draft_from_cluster(seen: CuratorInput, cluster: Cluster) -> Draft | Refused:
    """Return the one change that answers `cluster`, or why there is none.

    A rule in force that asks for the right thing and is broken becomes a gate. Else the remedy known for the detector
    is drafted, where it has no condition or one that tells the failures from clean decisions; else a condition found
    in the recorded decisions; else a rule against a part of them, by numbers of their action. Where a rule in force
    nearly covers the failure it is edited instead of adding one.
    """
    if cluster.detector.startswith("rule:"):
        return _broken_rule(seen, cluster)
    known = _known_remedy(seen, cluster)
    shown = shown_by(seen, cluster)
    reached = _reaching(seen, shown, known)
    if reached is not None:
        return stronger_rule(seen, cluster, reached)
    existing = next((rule for rule in seen.rules if known is not None and rule.id == known.rule_id), None)
    if existing is not None and existing.safety:
        return Refused(cluster.id, CURATOR, f"{existing.id} is a safety rule: only a person changes it")
    made = None if known is None else _from_remedy(seen, cluster, known, shown)
    if made is not None:
        return made
    why = _why_no_remedy(cluster, known)
    found = found_remedy(seen, cluster, shown)
    if isinstance(found, str):
        part = part_draft(seen, cluster, shown)
        return Refused(cluster.id, CURATOR, f"{why}; {found}; {part}") if isinstance(part, str) else part
    return _from_remedy(seen, cluster, found, shown) or Refused(
        cluster.id, CURATOR, f"{why}; what was found does not hold for the rule it would change"
    )


def _known_remedy(seen: CuratorInput, cluster: Cluster) -> Remedy | None:
    """Return the remedy known for the detector that fits the agent, under another id where its own is a gone rule's.

    A rule in force under that other id is then the remedy's own.
    """
    known = REMEDIES.get(cluster.detector)
    if known is None or not known.fits(seen.context, seen.actions):
        return None
    return replace(known, rule_id=untaken_id(known.rule_id, seen.taken))


def _why_no_remedy(cluster: Cluster, known: Remedy | None) -> str:
    if known is None:
        return f"no remedy is known for {cluster.detector}"
    if known.when is None:
        return f"its remedy {known.rule_id} is in force already, in words"
    return f"its remedy {known.rule_id} does not tell it from successes"


def _broken_rule(seen: CuratorInput, cluster: Cluster) -> Draft | Refused:
    rule_id = cluster.detector.removeprefix("rule:")
    rule = next((rule for rule in seen.rules if rule.id == rule_id), None)
    if rule is None:
        return Refused(cluster.id, CURATOR, f"{rule_id} is no longer a rule")
    return stronger_rule(seen, cluster, rule)


def _reaching(seen: CuratorInput, shown: Shown, known: Remedy | None) -> Rule | None:
    """Return the rule in force that already speaks against what is cited: the remedy's own, else the one with most
    violations that leaves the clean decisions alone."""
    by_id = {rule.id: rule for rule in seen.rules}
    own = by_id.get(known.rule_id) if known is not None else None
    if own is not None and known is not None and own.is_checked:
        is_same = (own.when, own.require) == (known.when, known.require)
        if is_same or any(covers(item) for item in shown.figures if item.rule_id == own.id):
            return own
    ranked = sorted(shown.figures, key=lambda item: (by_id[item.rule_id].safety, -item.fires, item.rule_id))
    return next((by_id[item.rule_id] for item in ranked if separates(item)), None)


def _from_remedy(seen: CuratorInput, cluster: Cluster, remedy: Remedy, shown: Shown) -> Draft | None:
    """Return an edit or addition with the remedy; None where it tells nothing, or the rule of its id cannot take it."""
    made = new_rule(seen, remedy, cluster)
    existing = next((rule for rule in seen.rules if rule.id == remedy.rule_id), None)
    if not made.is_checked:
        if existing is None:
            return draft_of(seen, cluster, None, made, f"{cluster.name}: no rule speaks about it yet.")
        # Its words are there already, and words are all this remedy has.
        return None
    covering = existing or covering_rule(made, shown.figures, [rule for rule in seen.rules if not _is_peoples(rule)])
    if covering is not None:
        changed = _extended(seen, cluster, covering, remedy)
        if changed is not None and shown.is_told_by(changed):
            return draft_of(seen, cluster, covering, changed, _why_edit(cluster, covering))
    if existing is not None or not shown.is_told_by(made):
        return None
    return draft_of(seen, cluster, None, made, f"{cluster.name}: no rule speaks about it yet.")


def _why_edit(cluster: Cluster, rule: Rule) -> str:
    lacks = "its condition misses this" if rule.is_checked else "it asks in words only; a condition makes it checkable"
    return f"{cluster.name}: {rule.id} does not keep it from happening: {lacks}."


def _is_peoples(rule: Rule) -> bool:
    """True when people wrote the rule: their words are not stretched to another failure, a rule is added beside it."""
    return any(author != "ace" for author in rule.authors)


def _extended(seen: CuratorInput, cluster: Cluster, rule: Rule, remedy: Remedy) -> Rule | None:
    """Return `rule` as the remedy where that forbids all that the rule was seen to forbid, else widened by it."""
    if rule.id == remedy.rule_id or rule.is_checked:
        replaced = replaced_rule(seen, cluster, rule, remedy)
        if _forbids_all(seen, replaced, rule):
            return replaced
    return widened_rule(seen, cluster, rule, remedy)


def _forbids_all(seen: CuratorInput, new: Rule, old: Rule) -> bool:
    prepared = prepare([decision.context for decision in decisions_of(seen.episodes.values())])
    broken = {judged.number for judged in explain_each(old, prepared) if judged.judgement.verdict == "violates"}
    still = {judged.number for judged in explain_each(new, prepared) if judged.judgement.verdict == "violates"}
    return broken <= still
