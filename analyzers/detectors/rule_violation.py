"""Every rule with a condition is a detector, for nothing: what it forbids is found wherever it was proposed."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from analyzers.detectors.reading import About, finding_at, proposals
from analyzers.finding import Finding
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode, Step
from runtime.rules.judge_decisions import Decisions, explain_each, prepare


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
        return violations_of((rule,), episode)

    return detect


def violations_of(rules: Sequence[Rule], episode: Episode) -> list[Finding]:
    """Return what `detect_for` of each rule finds in `episode`, rule by rule; each decision is read once for all."""
    own = [rule for rule in rules if rule.agent == episode.header.agent]
    if not own:
        return []
    steps = tuple(proposals(episode))
    decisions = prepare([condition_context(episode, step) for step in steps])
    return [finding for rule in own for finding in _violations(rule, episode, steps, decisions)]


def _violations(rule: Rule, episode: Episode, steps: Sequence[Step], decisions: Decisions) -> Iterator[Finding]:
    has_error = False
    for index, judged in explain_each(rule, decisions):
        step = steps[index]
        if judged.verdict == "violates":
            finding = finding_at(episode, step, about_rule(rule), f"the proposal violates rule {rule.id}")
            yield replace(finding, rule=rule.id)
        elif judged.verdict == "error" and not has_error:
            # One a rule and episode: a broken condition is broken on every step alike.
            has_error = True
            yield replace(finding_at(episode, step, about_rule_error(rule), judged.error), rule=rule.id)


def condition_context(episode: Episode, step: Step) -> JsonObject:
    """Return what conditions see of a recorded decision: action, state, episode."""
    return {
        "action": step.context.get("action", {}),
        "state": step.context.get("state", {}),
        "episode": episode.header.context,
    }
