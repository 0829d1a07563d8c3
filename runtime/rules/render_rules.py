"""Render rules into prompt text. Rule text is data: it is never a template and never more than one bullet."""

from collections.abc import Iterable
from typing import NamedTuple

from runtime.contracts.errors import RuleError
from runtime.contracts.rule import Rule


class Rendered(NamedTuple):
    """Prompt text, the rules in it, the ids that did not fit, and the estimated tokens of the text."""

    text: str
    included: tuple[Rule, ...]
    dropped: tuple[str, ...]
    tokens: int


def render_rules(rules: Iterable[Rule], token_budget: int) -> Rendered:
    """Return one bullet a rule, in (priority, id) order, within `token_budget`.

    Safety rules take their place first; then each rule, in order, that still fits. The caller chooses which rules
    (agent, audience) to pass.
    Units: tokens as `estimate_tokens` counts them, of the whole text.
    Raises: RuleError when the budget does not hold the safety rules.
    """
    ordered = sorted(rules, key=lambda rule: (rule.priority, rule.id))
    chosen: set[str] = set()
    used = 0
    for rule in sorted(ordered, key=lambda rule: not rule.safety):
        # One more character for the line break that joins bullets.
        size = len(render_rule(rule)) + (1 if chosen else 0)
        if -(-(used + size) // 4) <= token_budget:
            chosen.add(rule.id)
            used += size
        elif rule.safety:
            raise RuleError(f"safety rule {rule.id} does not fit the rule budget of {token_budget} tokens; raise it")
    included = tuple(rule for rule in ordered if rule.id in chosen)
    text = "\n".join(render_rule(rule) for rule in included)
    dropped = tuple(rule.id for rule in ordered if rule.id not in chosen)
    return Rendered(text, included, dropped, estimate_tokens(text))


def render_rule(rule: Rule) -> str:
    """Return the rule as one line, `- [<id>] <text>`: its text can start no line, heading or role of its own."""
    return f"- [{rule.id}] {' '.join(rule.text.split())}"


def estimate_tokens(text: str) -> int:
    """Return a quarter of the characters, rounded up: an estimate that needs no tokenizer.

    A rule of thumb for English; other scripts take more tokens than this says.
    """
    return -(-len(text) // 4)
