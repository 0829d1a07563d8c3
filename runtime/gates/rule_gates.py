"""Every reviewed rule with `enforce: gate` as a runtime gate, compiled from the same file."""

from collections.abc import Sequence

from runtime.contracts.action import ACTION_KINDS, MAX_HINT_LEVEL, Action, ActionKind
from runtime.contracts.decision import Verdict
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.gates.pedagogy import GateView, hint_text, refusal
from runtime.rules.evaluate_condition import judge


def apply_rule_gates(action: Action, rules: Sequence[Rule], context: JsonObject, view: GateView) -> list[Verdict]:
    """Return one verdict per gated rule that speaks about this decision; a rule whose condition fails blocks."""
    verdicts: list[Verdict] = []
    for rule in rules:
        if rule.enforce != "gate":
            continue
        found = judge(rule, context)
        if found == "error":
            verdicts.append(Verdict(f"rule:{rule.id}", "block", "the rule's condition could not be evaluated"))
        elif found == "violates":
            verdicts.append(_instead(action, rule, view))
        elif found == "complies":
            verdicts.append(Verdict(f"rule:{rule.id}", "allow", rule.title))
    return verdicts


def _instead(action: Action, rule: Rule, view: GateView) -> Verdict:
    gate = f"rule:{rule.id}"
    otherwise = rule.otherwise.action if rule.otherwise else "block"
    if otherwise == "block":
        return Verdict(gate, "block", rule.text.strip())
    return Verdict(gate, "convert", rule.text.strip(), substitute(action, otherwise, view))


def substitute(action: Action, name: str, view: GateView) -> Action:
    """Return the action called `name` in place of `action`: a tool request, a hint of the next level, a refusal."""
    if name == "SAFETY_REFUSE":
        return refusal(action)
    if name in {"HINT", "convert"}:
        level = min(view.state.student.hint_level + 1, MAX_HINT_LEVEL)
        return action.with_hint(level, hint_text(view.sample, level))
    kind = _kind(name)
    if kind is not None:
        text = action.text or hint_text(view.sample, 1)
        return Action(kind=kind, text=text, reason=f"in place of {action.name}")
    return Action(
        kind="REQUEST_TOOL",
        tool=name,
        arguments=default_arguments(name, view),
        reason=f"in place of {action.name}",
    )


def default_arguments(tool: str, view: GateView) -> JsonObject:
    """Return arguments that make sense for `tool` on this case without a model."""
    if tool in {"retrieve", "web_browser"}:
        return {"query": view.sample.question[:180]}
    if tool in {"zoom", "segment"}:
        return {"box": [0.25, 0.25, 0.75, 0.75]}
    if tool == "enhance":
        return {"operation": "contrast"}
    return {}


def _kind(name: str) -> ActionKind | None:
    return next((kind for kind in ACTION_KINDS if kind == name and kind != "REQUEST_TOOL"), None)
