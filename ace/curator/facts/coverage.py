"""How far the rules in force reach already: which of them an addition should rather be an edit of. Pure."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ace.curator.checks.check import MAX_FALSE_FIRING, MIN_TRUE_FIRING
from ace.playbook.duplicates.find_duplicates import find_duplicates
from ace.playbook.duplicates.rule_text import RuleText
from analyzers.clusters.text_vectors import Embedding
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.rules.condition_tokens import text_of_literal, tokens_of
from runtime.rules.fields_read import fields_read
from runtime.rules.judge_decisions import Decisions, explain_each, prepare

MIN_NEAR_FIRING = 0.5
_ACTION = frozenset({"action.kind", "action.name"})


class RuleFigures(NamedTuple):
    """What one rule says of the `cited` decisions of a cluster and of the `clean` ones.

    It speaks about `speaks` of the cited ones and is violated by `fires` of them; `alarms` clean ones violate it.
    """

    rule_id: str
    fires: int
    speaks: int
    cited: int
    alarms: int
    clean: int

    def to_json(self) -> JsonObject:
        """Return the figures by name."""
        return dict(self._asdict())


def rule_coverage(
    rules: Iterable[Rule], cited: Sequence[JsonObject], clean: Sequence[JsonObject]
) -> tuple[RuleFigures, ...]:
    """Return the figures of every rule with a condition, in the order given; `cited` and `clean` are contexts.

    A condition that cannot be evaluated on a decision neither speaks about it nor is violated by it.
    """
    first, second = prepare(cited), prepare(clean)
    return tuple(_figures(rule, first, second) for rule in rules if rule.is_checked)


def covers(figures: RuleFigures) -> bool:
    """True when the rule is violated by at least 80% of the cited decisions: it asks for the right thing already."""
    return figures.cited > 0 and figures.fires >= MIN_TRUE_FIRING * figures.cited


def separates(figures: RuleFigures) -> bool:
    """True when the rule also leaves the clean decisions alone: at most 5% of them violate it.

    Without any clean decision nothing shows that.
    """
    return covers(figures) and figures.clean > 0 and figures.alarms <= MAX_FALSE_FIRING * figures.clean


def nearly_covers(figures: RuleFigures) -> bool:
    """True when the rule reaches the failure but not far enough.

    It is violated by half of the cited decisions, but not by 80%; or it speaks about 80% and asks for something else.
    """
    if not figures.cited or covers(figures):
        return False
    is_half = figures.fires >= MIN_NEAR_FIRING * figures.cited
    return is_half or figures.speaks >= MIN_TRUE_FIRING * figures.cited


def covering_rule(
    draft: Rule, figures: Sequence[RuleFigures], rules: Sequence[Rule], embedding: Embedding | None = None
) -> Rule | None:
    """Return the one rule in force that an addition of `draft` should become an edit of, None where there is none.

    First the rule with most violations among those that half cover the cluster; then one that speaks about it and asks
    for something about the same fields; then one about the same action (or about none) in nearly the same words. Never
    a safety rule, and never one for other readers.
    """
    editable = {
        rule.id: rule
        for rule in rules
        if not rule.safety and (rule.agent, rule.audience) == (draft.agent, draft.audience)
    }
    ranked = sorted(figures, key=lambda item: (-item.fires, -item.speaks, item.alarms, item.rule_id))
    near = [item for item in ranked if item.rule_id in editable and nearly_covers(item)]
    for item in near:
        rule = editable[item.rule_id]
        if item.fires >= MIN_NEAR_FIRING * item.cited or _asks_about(rule) & _asks_about(draft):
            return rule
    return _near_in_words(draft, [editable[name] for name in sorted(editable)], embedding)


def _figures(rule: Rule, cited: Decisions, clean: Decisions) -> RuleFigures:
    said = [judged.verdict for _, judged in explain_each(rule, cited)]
    fires = said.count("violates")
    alarms = sum(judged.verdict == "violates" for _, judged in explain_each(rule, clean))
    return RuleFigures(rule.id, fires, fires + said.count("complies"), len(cited.contexts), alarms, len(clean.contexts))


def _asks_about(rule: Rule) -> frozenset[str]:
    """Return the fields the rule's demand is about; the action alone is no common ground (many rules speak of HINT)."""
    return frozenset(fields_read(rule.require or "")) - _ACTION


def _near_in_words(draft: Rule, rules: Sequence[Rule], embedding: Embedding | None) -> Rule | None:
    others = [rule for rule in rules if rule.id != draft.id]
    # A rule in words only names no action: its words alone decide.
    for rule in (rule for rule in others if not rule.is_checked or _actions(rule) & _actions(draft)):
        texts = [RuleText("draft", draft.text), RuleText("rule", rule.text)]
        vectors = embedding.embed([item.text for item in texts]) if embedding is not None else None
        if find_duplicates(texts, vectors).groups:
            return rule
    return None


def _actions(rule: Rule) -> frozenset[str]:
    """Return the texts in a `when` that looks at the action's kind or name."""
    when = rule.when or ""
    if not _ACTION & set(fields_read(when)):
        return frozenset()
    texts = (text_of_literal(token.text) for token in tokens_of(when) if token.kind == "string")
    return frozenset(text for text in texts if text)
