"""Write new rule files and rule tests, fields in the documented order. Existing files are edited by `edit_field`."""

from pydantic import BaseModel

from ace.playbook.yaml_text import field_text
from runtime.contracts.errors import RuleError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule, RuleTest
from runtime.rules.read_rule import parse_rule, parse_rule_test

FIELD_ORDER: tuple[str, ...] = tuple(field.alias or name for name, field in Rule.model_fields.items())
# Written also at their default, so that a reviewer sees what kind of rule it is.
_ALWAYS = frozenset({"status", "audience", "enforce", "safety", "priority"})


def dump_rule(rule: Rule) -> bytes:
    """Return the file of a new rule; `parse_rule` of it gives `rule` back.

    Raises: RuleError when the rule cannot be written so (characters no rule file may hold, an id no path can have).
    """
    data = _lines(rule_fields(rule))
    if parse_rule(data, f"{rule.id.replace('.', '/', 1)}.yaml") != rule:
        raise RuleError(f"rule {rule.id} does not read back as it was written; simplify its texts")
    return data


def dump_rule_test(test: RuleTest) -> bytes:
    """Return the file of a rule test; `parse_rule_test` of it gives `test` back. Raises: RuleError."""
    fields: JsonObject = {"violates": plain_value(test.violates), "complies": plain_value(test.complies)}
    data = _lines(fields)
    if parse_rule_test(data, "test.yaml") != test:
        raise RuleError("the rule test does not read back as it was written; simplify its values")
    return data


def rule_fields(rule: Rule) -> JsonObject:
    """Return the rule as its file's fields, in file order; optional ones at their default are left out."""
    values = {field.alias or name: getattr(rule, name) for name, field in Rule.model_fields.items()}
    defaults = {field.alias or name: field.default for name, field in Rule.model_fields.items()}
    return {
        name: plain_value(value)
        for name, value in values.items()
        if value is not None and (name in _ALWAYS or value != defaults[name])
    }


def plain_value(value: object) -> object:
    """Return `value` as a rule file holds it: models as mappings without their defaults, tuples as lists."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    if isinstance(value, list | tuple):
        return [plain_value(item) for item in value]
    return value


def _lines(fields: JsonObject) -> bytes:
    lines: list[str] = []
    for name, value in fields.items():
        head, body = field_text(name, value)
        lines += [f"{name}: {head}".rstrip(), *body]
    return ("\n".join(lines) + "\n").encode()
