"""Read a rule to show it, without loading the condition engine: a diff must start in a blink.

What a reviewer is shown is read as strictly as what is loaded, but a condition is not compiled: `ace lint` and the
static check do that, and a condition that does not compile is still worth seeing.
"""

import json

from pydantic import ValidationError

from runtime.contracts.rule import Rule
from runtime.rules.problem import Problem, RuleFileError
from runtime.rules.read_rule import rule_id_of_path
from runtime.rules.read_yaml import read_yaml


def read_rule_text(data: bytes, path: str) -> Rule:
    """Return the rule in `data`, its conditions as text that nobody has compiled.

    Raises: RuleFileError (a RuleError) for what is not YAML, does not fit the schema, or has another path's id.
    """
    value = read_yaml(data, path)
    try:
        rule = Rule.model_validate_json(json.dumps(value), strict=True)
    except ValidationError as exc:
        errors = exc.errors(include_url=False, include_input=False)
        raise RuleFileError(_problem(path, f"{_place(error['loc'])}{error['msg']}") for error in errors) from None
    if rule.id != rule_id_of_path(path):
        raise RuleFileError([_problem(path, f"id: `{rule.id}` does not match the path; correct the id")])
    return rule


def _place(location: tuple[int | str, ...]) -> str:
    return ".".join(str(part) for part in location) + ": " if location else ""


def _problem(path: str, message: str) -> Problem:
    return Problem(path, 1, 1, "schema", "error", f"{message}; `ace lint` shows the line")
