"""Gates that forbid an action whole: whatever the state, the agent can do nothing that makes it allowed."""

from collections.abc import Iterator

from ace.playbook.place import problem_at
from runtime.contracts.playbook import RuleFile
from runtime.rules.condition_tokens import text_of_literal, tokens_of
from runtime.rules.fields_read import fields_read
from runtime.rules.problem import Problem

_WHICH = frozenset({"action.kind", "action.name"})


def gate_problems(file: RuleFile) -> Iterator[Problem]:
    """Yield a warning for a gate whose `require` is `false` and whose `when` asks only which action it is."""
    rule = file.rule
    if rule.enforce != "gate" or rule.status == "deprecated" or rule.when is None or rule.require is None:
        return
    never = [token.text for token in tokens_of(rule.require) if token.text not in {"(", ")"}] == ["false"]
    if not never or not set(fields_read(rule.when)) <= _WHICH:
        return
    literals = (text_of_literal(token.text) for token in tokens_of(rule.when) if token.kind == "string")
    names = ", ".join(dict.fromkeys(f"`{text}`" for text in literals if text)) or "every action"
    message = (
        f"require: as a gate this forbids whole what `when` names ({names}), in every state; let `when` or `require` "
        "look at `state`, or deny the tool under `control` in ace.yaml"
    )
    yield problem_at(file, "require", "whole-action", "warning", message)
