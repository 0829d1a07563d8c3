"""What must hold of a playbook's rules before they are bundled, and after: conditions fit, tests pass."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ace.agents import fields_by_agent
from ace.playbook.run_tests import RuleTestResult, run_test_file
from ace.text.counted import counted
from runtime.agents.registry import AGENTS, AgentSpec
from runtime.contracts.playbook import Playbook
from runtime.rules.load_reviewed import condition_problems

_SHOWN = 5


class Check(NamedTuple):
    """One thing that was looked at, in a word, and in a sentence what was found."""

    name: str
    ok: bool
    detail: str


def rule_checks(playbook: Playbook, agents: Mapping[str, AgentSpec] = AGENTS) -> Iterator[Check]:
    """Yield whether conditions use what their agent has, and whether the tests beside the rules pass.

    Rules of an agent that is not among `agents` can only be parsed; the check says which.
    """
    fields = fields_by_agent(agents)
    problems = [str(problem) for file in playbook.files for problem in condition_problems(file, fields)]
    checked = sum(rule.is_checked for rule in playbook.rules)
    foreign = sorted({rule.agent for rule in playbook.rules if rule.is_checked and rule.agent not in fields})
    note = f"; fields of {', '.join(foreign)} are not known here and were not checked" if foreign else ""
    compiled = f"{counted(len(playbook.rules), 'rule')} read, {checked} with a condition that compiles{note}"
    yield Check("rules", not problems, _first(problems) if problems else compiled)
    results = [
        result
        for file in playbook.files
        if file.rule.agent in fields
        for result in run_test_file(file, fields[file.rule.agent])
    ]
    failed = [_failed(result) for result in results if not result.ok]
    untested = [file.rule.id for file in playbook.files if file.rule.is_checked and file.test is None]
    without = f"; no test beside {', '.join(untested[:_SHOWN])}" if untested else ""
    passed = f"{counted(len(results), 'case')} of the tests beside the rules pass{without}"
    yield Check("tests", not failed, _first(failed) if failed else passed)


def _failed(result: RuleTestResult) -> str:
    return f"{result.path}:{result.line}: {result.kind}[{result.index}]: {result.message}"


def _first(problems: list[str]) -> str:
    more = [f"and {len(problems) - _SHOWN} more"] if len(problems) > _SHOWN else []
    return "; ".join([*problems[:_SHOWN], *more])
