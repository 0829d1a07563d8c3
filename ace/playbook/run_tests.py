"""Run the tests beside the rules: milliseconds, without a model."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from runtime.agents.registry import AGENTS
from runtime.contracts.condition_context import ContextField, default_context, merge_context
from runtime.contracts.json_types import JsonObject
from runtime.contracts.playbook import Playbook, RuleFile
from runtime.contracts.rule import Rule, RuleCase, RuleTest
from runtime.rules.evaluate_condition import explain
from runtime.rules.load_reviewed import path_of_test
from runtime.rules.problem import did_you_mean
from runtime.rules.read_yaml import read_yaml_with_marks


@dataclass(frozen=True)
class RuleTestResult:
    """One case of one rule's test. `index` counts from 0 within its list; `message` says why it failed.

    `path` and `line` are where the case is written, "" and 0 where the test is in no file.
    """

    rule_id: str
    kind: Literal["violates", "complies"]
    index: int
    ok: bool
    message: str = ""
    path: str = ""
    line: int = 0


def run_rule_tests(playbook: Playbook, fields: Iterable[ContextField] | None = None) -> list[RuleTestResult]:
    """Return one result a case, in playbook order. What a case leaves out takes the default of `fields`.

    Without `fields` each rule is tested on those of its own agent, which ships with ACE; of another agent nothing is
    known, and its cases fail. A `complies` case passes when the rule is silent or complied with: both let the decision
    through.
    """
    table = None if fields is None else tuple(fields)
    known = {name: agent.context for name, agent in AGENTS.items()}
    return [
        result
        for file in playbook.files
        for result in run_test_file(file, known.get(file.rule.agent, ()) if table is None else table)
    ]


def run_test_file(file: RuleFile, fields: Iterable[ContextField]) -> Iterator[RuleTestResult]:
    """Yield one result a case of the test beside a rule, with the case's place; none where there is no test."""
    if file.test is None or file.test_source is None:
        return
    path = path_of_test(file.path)
    marks = read_yaml_with_marks(file.test_source, path).marks
    for result in run_rule_test(file.rule, file.test, fields):
        yield replace(result, path=path, line=marks[(result.kind, result.index)].line)


def run_rule_test(rule: Rule, test: RuleTest, fields: Iterable[ContextField]) -> Iterator[RuleTestResult]:
    """Yield one result a case of one rule's test."""
    table = tuple(fields)
    for index, case in enumerate(test.violates):
        message = _failure(rule, case, table, must_violate=True)
        yield RuleTestResult(rule.id, "violates", index, not message, message)
    for index, case in enumerate(test.complies):
        message = _failure(rule, case, table, must_violate=False)
        yield RuleTestResult(rule.id, "complies", index, not message, message)


def _failure(rule: Rule, case: RuleCase, fields: tuple[ContextField, ...], *, must_violate: bool) -> str:
    """Return why the case fails, empty when it passes."""
    if not rule.is_checked:
        return "the rule has no `when` and `require` to test; add them or delete the test"
    overlay: dict[str, JsonObject] = {"action": case.action, "state": case.state, "episode": case.episode}
    unknown = next(_unknown_paths(overlay, fields), None)
    if unknown is not None:
        return f"unknown field `{unknown}`; {did_you_mean(unknown, (field.path for field in fields))}"
    verdict, error = explain(rule, merge_context(default_context(fields), overlay))
    if verdict == "error":
        return error
    if must_violate and verdict == "silent":
        return "expected a violation, but `when` does not hold"
    if must_violate and verdict == "complies":
        return "expected a violation, but `require` holds"
    if not must_violate and verdict == "violates":
        return "expected no violation, but the case violates the rule"
    return ""


def _unknown_paths(overlay: Mapping[str, object], fields: tuple[ContextField, ...]) -> Iterator[str]:
    """Yield the paths of `overlay` that are no field; a misspelt field would silently test the default."""
    known = {field.path: field.default for field in fields}
    groups = {path[:place] for path in known for place, char in enumerate(path) if char == "."}
    waiting = [("", overlay)]
    while waiting:
        prefix, level = waiting.pop()
        for name, value in level.items():
            path = f"{prefix}{name}"
            if path in groups and isinstance(value, dict):
                waiting.append((f"{path}.", value))
            elif path not in known or not _fits(known[path], value):
                yield path


def _fits(default: object, value: object) -> bool:
    if isinstance(default, float):
        return isinstance(value, int | float) and not isinstance(value, bool)
    return type(value) is type(default)
