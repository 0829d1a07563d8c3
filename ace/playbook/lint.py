"""Find what is wrong in a playbook before it is reviewed: what stops it from loading, what a reviewer should know."""

from collections.abc import Iterable, Iterator, Mapping

from ace.playbook.run_tests import run_test_file
from runtime.contracts.condition_context import TUTOR_ACTION_NAMES, TUTOR_CONTEXT, ContextField
from runtime.contracts.errors import RuleError
from runtime.contracts.playbook import Playbook, RuleFile
from runtime.contracts.rule import Rule
from runtime.rules.condition_choices import unknown_action
from runtime.rules.load_reviewed import collect_playbook, condition_problems, injectable, path_of_test
from runtime.rules.problem import Problem, Severity
from runtime.rules.read_rule import read_rule
from runtime.rules.read_yaml import FieldPath, read_yaml_with_marks
from runtime.rules.render_rules import render_rules

DEFAULT_TOKEN_BUDGET = 1500
_AGENT_FIELDS: Mapping[str, Iterable[ContextField]] = {"tutor": TUTOR_CONTEXT}
_AGENT_ACTIONS: Mapping[str, Iterable[str]] = {"tutor": TUTOR_ACTION_NAMES}
# A rule's text is injected whole; longer ones crowd the others out.
_LONG_TEXT_CHARS = 600


def lint_playbook(
    files: Mapping[str, bytes],
    folder: str,
    *,
    token_budget: int = DEFAULT_TOKEN_BUDGET,
    agent_fields: Mapping[str, Iterable[ContextField]] = _AGENT_FIELDS,
    agent_actions: Mapping[str, Iterable[str]] = _AGENT_ACTIONS,
) -> list[Problem]:
    """Return every problem of `files` (path relative to the repository root -> content), sorted by place.

    Errors keep a playbook from loading or make a rule wrong; warnings are for a reviewer to weigh.
    `agent_fields`: what conditions of each agent's rules may use; rules of other agents are reported as unchecked.
    `agent_actions`: the tools and actions each agent has, which `otherwise` may name besides `block` and `convert`.
    Units: token_budget as `render_rules` estimates tokens.
    """
    playbook, problems = collect_playbook(files, folder)
    ids = {rule.id: rule for rule in playbook.rules}
    for file in playbook.files:
        problems += _condition_problems(file, agent_fields)
        problems += _otherwise_problems(file, agent_actions)
        problems += _test_problems(file, agent_fields)
        problems += _field_problems(file, ids)
    problems += _same_text_problems(playbook)
    problems += _budget_problems(playbook, token_budget)
    return sorted(problems)


def normalised_text(rule: Rule) -> str:
    """Return the rule's text without case, spacing and punctuation; negations and numbers stay, they change meaning."""
    words = "".join(char if char.isalnum() else " " for char in rule.text.casefold())
    return " ".join(words.split())


def _condition_problems(file: RuleFile, agent_fields: Mapping[str, Iterable[ContextField]]) -> Iterator[Problem]:
    rule = file.rule
    if rule.agent not in agent_fields and rule.when is not None:
        message = f"conditions are not checked: agent `{rule.agent}` has no table of fields here"
        yield _problem(file, "agent", "unchecked-agent", "warning", message)
    yield from condition_problems(file, agent_fields)


def _otherwise_problems(file: RuleFile, agent_actions: Mapping[str, Iterable[str]]) -> Iterator[Problem]:
    rule = file.rule
    if rule.otherwise is not None and rule.agent in agent_actions:
        message = unknown_action(rule.otherwise.action, agent_actions[rule.agent])
        if message:
            yield _problem(file, ("otherwise", "action"), "unknown-action", "error", f"otherwise: {message}")


def _test_problems(file: RuleFile, agent_fields: Mapping[str, Iterable[ContextField]]) -> Iterator[Problem]:
    rule, test = file.rule, file.test
    if test is None:
        if rule.is_checked and file.test_source is None:
            message = f"no test beside this rule; add {path_of_test(file.path)} with `violates` and `complies`"
            yield _problem(file, "when", "no-test", "warning", message)
        return
    assert file.test_source is not None
    test_path = path_of_test(file.path)
    marks = read_yaml_with_marks(file.test_source, test_path).marks
    for name, cases in (("violates", test.violates), ("complies", test.complies)):
        if not cases:
            mark = marks.get((name,), marks[()])
            yield Problem(test_path, mark.line, mark.column, "empty-test", "warning", f"`{name}` has no case; add one")
    if rule.agent in agent_fields:
        for result in run_test_file(file, agent_fields[rule.agent]):
            if not result.ok:
                mark = marks[(result.kind, result.index)]
                message = f"{result.kind}.{result.index}: {result.message}"
                yield Problem(test_path, mark.line, mark.column, "failing-test", "error", message)


def _field_problems(file: RuleFile, ids: Mapping[str, Rule]) -> Iterator[Problem]:
    rule = file.rule
    if rule.when is not None and rule.require is None:
        message = "when: without `require` nothing is checked; add `require`, or delete `when`"
        yield _problem(file, "when", "no-require", "warning", message)
    if rule.otherwise is not None and not rule.is_checked:
        message = "otherwise: has no effect without `when` and `require`; delete it"
        yield _problem(file, "otherwise", "unused-otherwise", "warning", message)
    if len(rule.text) > _LONG_TEXT_CHARS:
        message = f"text: {len(rule.text)} characters; keep it under {_LONG_TEXT_CHARS} or make two rules of it"
        yield _problem(file, "text", "long-text", "warning", message)
    if rule.status == "deprecated":
        message = "status: a deprecated rule is not injected; delete the file once nothing refers to it"
        yield _problem(file, "status", "deprecated", "warning", message)
    for related in rule.related:
        if related.id not in ids and related.type != "replaces":
            message = f"related: there is no rule `{related.id}`; correct the id, or delete the link"
            yield _problem(file, "related", "unknown-related", "warning", message)


def _same_text_problems(playbook: Playbook) -> Iterator[Problem]:
    seen: dict[tuple[str, str], str] = {}
    for file in playbook.files:
        key = (file.rule.agent, normalised_text(file.rule))
        if file.rule.status == "deprecated":
            continue
        if key in seen:
            message = f"text: says the same as {seen[key]}; merge the two rules"
            yield _problem(file, "text", "same-text", "warning", message)
        seen.setdefault(key, file.rule.id)


def _budget_problems(playbook: Playbook, token_budget: int) -> Iterator[Problem]:
    for agent in sorted({rule.agent for rule in playbook.rules}):
        for audience in ("controller", "solver"):
            rules = [rule for rule in injectable(playbook, agent) if rule.audience == audience]
            try:
                dropped = render_rules(rules, token_budget).dropped
            except RuleError as exc:
                yield Problem(playbook.path, 1, 1, "over-budget", "error", str(exc))
                continue
            for file in playbook.files:
                if file.rule.id in dropped:
                    message = (
                        f"text: does not fit the {token_budget} tokens of {agent}'s {audience} prompt; shorten rules"
                    )
                    yield _problem(file, "text", "over-budget", "warning", message)


def _problem(file: RuleFile, field: str | FieldPath, code: str, severity: Severity, message: str) -> Problem:
    """Return a problem at a field of a rule file; the file is read again only here, for the place."""
    marks = read_rule(file.source, file.path).marks
    mark = marks.get((field,) if isinstance(field, str) else field, marks[()])
    return Problem(file.path, mark.line, mark.column, code, severity, message)
