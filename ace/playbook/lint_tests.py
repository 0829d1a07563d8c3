"""What is wrong with the tests beside rules: there is none, it shows one side only, or it fails."""

from collections.abc import Iterable, Iterator, Mapping

from ace.playbook.place import problem_at
from ace.playbook.run_tests import run_rule_test
from runtime.contracts.condition_context import ContextField
from runtime.contracts.playbook import RuleFile
from runtime.rules.load_reviewed import path_of_test
from runtime.rules.problem import Problem, Severity
from runtime.rules.read_yaml import FieldPath, read_yaml_with_marks


def problems_of_test(file: RuleFile, agent_fields: Mapping[str, Iterable[ContextField]]) -> Iterator[Problem]:
    """Yield the problems of the test beside a rule. Cases of an agent that is not in `agent_fields` are not run."""
    rule, test = file.rule, file.test
    if test is None:
        if rule.is_checked and file.test_source is None:
            message = f"no test beside this rule; add {path_of_test(file.path)} with `violates` and `complies`"
            yield problem_at(file, "when", "no-test", "warning", message)
        return
    for name, cases in (("violates", test.violates), ("complies", test.complies)):
        if not cases:
            yield _in_test(file, (name,), "empty-test", "warning", f"`{name}` has no case; add one")
    if rule.agent in agent_fields:
        for result in run_rule_test(rule, test, agent_fields[rule.agent]):
            if not result.ok:
                message = f"{result.kind}.{result.index}: {result.message}"
                yield _in_test(file, (result.kind, result.index), "failing-test", "error", message)


def _in_test(file: RuleFile, where: FieldPath, code: str, severity: Severity, message: str) -> Problem:
    """The test is read again only here, for the place."""
    assert file.test_source is not None
    path = path_of_test(file.path)
    marks = read_yaml_with_marks(file.test_source, path).marks
    mark = marks.get(where, marks[()])
    return Problem(path, mark.line, mark.column, code, severity, message)
