"""Every rule with a condition is a detector, for nothing: what it forbids is found wherever it was proposed."""

from collections.abc import Callable
from dataclasses import replace

from analyzers.detectors.reading import About, finding_at, proposals
from analyzers.finding import Finding
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode, Step
from runtime.rules.evaluate_condition import explain


def about_rule(rule: Rule) -> About:
    """Return the entry of `rule:<id>`: misalignment, major, critical for a safety rule."""
    return About(f"rule:{rule.id}", "misalignment", "critical" if rule.safety else "major")


def about_rule_error(rule: Rule) -> About:
    """Return the entry of `rule-error:<id>`: design, minor."""
    return About(f"rule-error:{rule.id}", "design", "minor")


def detect_for(rule: Rule) -> Callable[[Episode], list[Finding]]:
    """Return the detector of a checked rule."""

    def detect(episode: Episode) -> list[Finding]:
        """Find proposals that violate the rule, and the first one on which its condition could not be evaluated."""
        return _violations(rule, episode)

    return detect


def _violations(rule: Rule, episode: Episode) -> list[Finding]:
    if rule.agent != episode.header.agent:
        return []
    found: list[Finding] = []
    has_error = False
    for step in proposals(episode):
        judged = explain(rule, condition_context(episode, step))
        if judged.verdict == "violates":
            finding = finding_at(episode, step, about_rule(rule), f"the proposal violates rule {rule.id}")
            found.append(replace(finding, rule=rule.id))
        elif judged.verdict == "error" and not has_error:
            # One a rule and episode: a broken condition is broken on every step alike.
            has_error = True
            found.append(replace(finding_at(episode, step, about_rule_error(rule), judged.error), rule=rule.id))
    return found


def condition_context(episode: Episode, step: Step) -> JsonObject:
    """Return what conditions see of a recorded decision: action, state, episode."""
    return {
        "action": step.context.get("action", {}),
        "state": step.context.get("state", {}),
        "episode": episode.header.context,
    }
