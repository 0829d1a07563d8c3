"""Whether a recorded decision can stand in a reviewed file as it is, and what of it can. Pure."""

from ace.playbook.write_rule import dump_rule_test
from runtime.contracts.errors import RuleError
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.rule import RuleCase, RuleTest
from runtime.rules.allowed_characters import find_forbidden


def is_writable(case: RuleCase) -> bool:
    """Return True when a rule test with `case` reads back as it is written.

    It does not where a text holds an invisible character, is too long for a file, or is nested too deep.
    """
    try:
        dump_rule_test(RuleTest(violates=(case,)))
    except RuleError:
        return False
    return True


def without_forbidden(case: RuleCase) -> RuleCase:
    """Return `case` with every forbidden character left out of its texts and names."""
    return RuleCase(action=_object(case.action), state=_object(case.state), episode=_object(case.episode))


def _object(value: JsonObject) -> JsonObject:
    return as_object(_cleaned(value))


def _cleaned(value: object) -> object:
    if isinstance(value, str):
        return value if find_forbidden(value) is None else "".join(one for one in value if find_forbidden(one) is None)
    if isinstance(value, dict):
        return {str(_cleaned(str(key))): _cleaned(item) for key, item in value.items()}
    return [_cleaned(item) for item in value] if isinstance(value, list | tuple) else value
