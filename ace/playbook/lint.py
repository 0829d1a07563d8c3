"""Find what is wrong in a playbook before it is reviewed: what stops it from loading, what a reviewer should know."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from ace.playbook.duplicates.rule_text import normalised
from ace.playbook.lint_gates import gate_problems
from ace.playbook.lint_names import name_problems
from ace.playbook.lint_tests import problems_of_test
from ace.playbook.place import problem_at, problem_in_condition
from runtime.agents.registry import AGENTS
from runtime.contracts.condition_context import ContextField
from runtime.contracts.errors import RuleError
from runtime.contracts.playbook import Playbook, RuleFile
from runtime.contracts.rule import Rule
from runtime.rules.check_condition import Fault, condition_faults
from runtime.rules.condition_choices import GATE_WORDS, wrong_otherwise
from runtime.rules.condition_tokens import tokens_of
from runtime.rules.load_reviewed import collect_playbook, injectable
from runtime.rules.problem import Problem
from runtime.rules.render_rules import render_rules

DEFAULT_TOKEN_BUDGET = 1500
# A rule's text is injected whole; longer ones crowd the others out.
_LONG_TEXT_CHARS = 600


class Linted(NamedTuple):
    """The problems of files, sorted by place, and the playbook they make as far as they can be read."""

    problems: tuple[Problem, ...]
    playbook: Playbook


def lint_playbook(
    files: Mapping[str, bytes],
    folder: str,
    *,
    token_budget: int = DEFAULT_TOKEN_BUDGET,
    agent_fields: Mapping[str, Iterable[ContextField]] | None = None,
    agent_actions: Mapping[str, Collection[str]] | None = None,
) -> list[Problem]:
    """Return every problem of `files` (path relative to the repository root -> content), sorted by place.

    Fields and actions are those of the agents that ship with ACE, unless given.
    """
    instead: Mapping[str, Sequence[str]] | None = None
    if agent_fields is None:
        agent_fields = {name: agent.context for name, agent in AGENTS.items()}
    if agent_actions is None:
        agent_actions = {name: (*agent.tools(), *agent.actions) for name, agent in AGENTS.items()}
        instead = {name: agent.otherwise() for name, agent in AGENTS.items()}
    found = lint_files(
        files,
        folder,
        token_budget=token_budget,
        agent_fields=agent_fields,
        agent_actions=agent_actions,
        agent_otherwise=instead,
    )
    return list(found.problems)


def lint_files(
    files: Mapping[str, bytes],
    folder: str,
    *,
    token_budget: int,
    agent_fields: Mapping[str, Iterable[ContextField]],
    agent_actions: Mapping[str, Collection[str]],
    agent_otherwise: Mapping[str, Sequence[str]] | None = None,
) -> Linted:
    """Return every problem of `files`, sorted by place, and the playbook as far as it can be read.

    Errors keep a playbook from loading or make a rule wrong; warnings are for a reviewer to weigh.
    `agent_fields`: what conditions of each agent's rules may use; rules of other agents are reported as unchecked.
    `agent_actions`: the tools and actions each agent has; `agent_otherwise`: what `otherwise` may say, unless it is
    each of those, `block` and `convert`.
    Units: token_budget as `render_rules` estimates tokens.
    """
    playbook, problems = collect_playbook(files, folder)
    ids = {rule.id: rule for rule in playbook.rules}
    check = cache(lambda source, agent: tuple(condition_faults(source, agent_fields[agent])))
    for file in playbook.files:
        problems += _condition_problems(file, agent_fields, check)
        problems += _otherwise_problems(file, agent_otherwise or {}, agent_actions)
        problems += problems_of_test(file, agent_fields)
        problems += _field_problems(file, ids)
        problems += name_problems(file, agent_actions, agent_fields)
        problems += gate_problems(file)
    problems += _same_problems(playbook)
    problems += _budget_problems(playbook, token_budget)
    return Linted(tuple(sorted(problems)), playbook)


def _condition_problems(
    file: RuleFile, agent_fields: Mapping[str, Iterable[ContextField]], check: Callable[[str, str], tuple[Fault, ...]]
) -> Iterator[Problem]:
    """`check`: what is wrong with a condition of an agent's rule; many rules share one."""
    rule = file.rule
    if rule.agent not in agent_fields and rule.when is not None:
        message = f"conditions are not checked: agent `{rule.agent}` has no table of fields here"
        yield problem_at(file, "agent", "unchecked-agent", "warning", message)
    for name, source in (("when", rule.when), ("require", rule.require)):
        for fault in check(source, rule.agent) if source and rule.agent in agent_fields else ():
            yield problem_in_condition(file, name, "condition-field", (f"{name}: {fault.message}", fault.offset))


def _otherwise_problems(
    file: RuleFile, agent_otherwise: Mapping[str, Sequence[str]], agent_actions: Mapping[str, Collection[str]]
) -> Iterator[Problem]:
    rule = file.rule
    if rule.otherwise is not None and rule.agent in agent_actions:
        known = agent_actions[rule.agent]
        usable = agent_otherwise.get(rule.agent, (*known, *GATE_WORDS))
        message = wrong_otherwise(rule.otherwise.action, usable, known)
        if message:
            yield problem_at(file, ("otherwise", "action"), "unknown-action", "error", f"otherwise: {message}")


def _field_problems(file: RuleFile, ids: Mapping[str, Rule]) -> Iterator[Problem]:
    rule = file.rule
    if rule.when is not None and rule.require is None:
        message = "when: without `require` nothing is checked; add `require`, or delete `when`"
        yield problem_at(file, "when", "no-require", "warning", message)
    if rule.otherwise is not None and not rule.is_checked:
        message = "otherwise: has no effect without `when` and `require`; delete it"
        yield problem_at(file, "otherwise", "unused-otherwise", "warning", message)
    if len(rule.text) > _LONG_TEXT_CHARS:
        message = f"text: {len(rule.text)} characters; keep it under {_LONG_TEXT_CHARS} or make two rules of it"
        yield problem_at(file, "text", "long-text", "warning", message)
    if rule.status == "deprecated":
        message = "status: a deprecated rule is not injected; delete the file once nothing refers to it"
        yield problem_at(file, "status", "deprecated", "warning", message)
    for related in rule.related:
        if related.id not in ids and related.type != "replaces":
            message = f"related: there is no rule `{related.id}`; correct the id, or delete the link"
            yield problem_at(file, "related", "unknown-related", "warning", message)


def _same_problems(playbook: Playbook) -> Iterator[Problem]:
    """Two rules of one agent with the same words, or, both checked, with the same condition."""
    seen: dict[tuple[str, ...], str] = {}
    for file in playbook.files:
        rule = file.rule
        if rule.status == "deprecated":
            continue
        first = seen.setdefault((rule.agent, normalised(rule.text)), rule.id)
        if first != rule.id:
            message = f"text: says the same as {first}; merge the two rules"
            yield problem_at(file, "text", "same-text", "warning", message)
        if rule.is_checked:
            written = (
                " ".join(token.text for token in tokens_of(source or "")) for source in (rule.when, rule.require)
            )
            first = seen.setdefault((rule.agent, *written), rule.id)
            if first != rule.id:
                message = f"when: speaks about the same and requires the same as {first}; merge the two rules"
                yield problem_at(file, "when", "same-condition", "warning", message)


def _budget_problems(playbook: Playbook, token_budget: int) -> Iterator[Problem]:
    for agent in sorted({rule.agent for rule in playbook.rules}):
        for audience in ("controller", "solver"):
            rules = [rule for rule in injectable(playbook, agent) if rule.audience == audience]
            try:
                dropped = frozenset(render_rules(rules, token_budget).dropped)
            except RuleError as exc:
                yield Problem(playbook.path, 1, 1, "over-budget", "error", str(exc))
                continue
            for file in playbook.files:
                if file.rule.id in dropped:
                    message = (
                        f"text: does not fit the {token_budget} tokens of {agent}'s {audience} prompt; shorten rules"
                    )
                    yield problem_at(file, "text", "over-budget", "warning", message)
