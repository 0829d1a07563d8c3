"""Render rules into prompt text. Rule text is data: it is never a template and never more than one bullet."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from runtime.contracts.errors import RuleError
from runtime.contracts.rule import Rule

# What a model's template, or a tag in a prompt, would read as a role or section that begins or ends: `<|im_start|>`,
# `<start_of_turn>`, `</s>`, `<<SYS>>`, `[INST]`, also with the full-width bar that some models use. A space inside
# takes that meaning and leaves the words.
_MARK = re.compile(r"<(?=[|｜<A-Za-z/!?])|(?<=[|｜])(?=>)|\[(?=/?[A-Z_]{3,}\])")


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
    """Return the rule as one line, `- [<id>] <text>`: its text can start no line, heading, role or section of its own.

    No control or other character without a look of its own is in it; marks that templates obey are taken apart.
    """
    words = " ".join(rule.text.split())
    if not words.isprintable():
        words = "".join(character for character in words if character.isprintable())
    return f"- [{rule.id}] {_MARK.sub(_apart, words)}"


def _apart(mark: re.Match[str]) -> str:
    return f"{mark[0]} "


def estimate_tokens(text: str) -> int:
    """Return a quarter of the characters, rounded up: an estimate that needs no tokenizer.

    A rule of thumb for English; other scripts take more tokens than this says.
    """
    return -(-len(text) // 4)
