"""What recorded decisions show of a playbook: rules that never spoke, that judge alike, that leave nothing to do."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ace.playbook.conflicts import Conflict, candidate_actions, find_conflicts
from ace.playbook.duplicates.same_verdicts import same_verdicts
from ace.playbook.place import problem_at
from ace.playbook.recorded_decisions import Decision, DistinctDecision, decisions_of, distinct, fields_used
from ace.text.counted import counted
from runtime.contracts.condition_context import ContextField
from runtime.contracts.playbook import Playbook, RuleFile
from runtime.contracts.trace_event import Episode
from runtime.rules.evaluate_condition import Judgement
from runtime.rules.judge_decisions import explain_each, prepare
from runtime.rules.problem import Problem

# A state is named by the fields its rules look at, each cut to this length.
_SHOWN = 60


class AgentTable(NamedTuple):
    """What conditions of an agent's rules may use, and the names of its tools and actions."""

    fields: tuple[ContextField, ...]
    names: tuple[str, ...]


class DecisionCheck(NamedTuple):
    """Warnings, and notes on what could not be looked at."""

    problems: tuple[Problem, ...]
    notes: tuple[str, ...]


def lint_decisions(playbook: Playbook, episodes: Sequence[Episode], agents: Mapping[str, AgentTable]) -> DecisionCheck:
    """Return what the decisions in `episodes` show of the rules with a condition that are in force, agent by agent.

    Rules of an agent that is not in `agents`, or of which no decision was recorded, are named in a note.
    """
    problems: list[Problem] = []
    notes: list[str] = []
    files = [file for file in playbook.files if file.rule.is_checked and file.rule.status != "deprecated"]
    for agent in sorted({file.rule.agent for file in files}):
        own = [file for file in files if file.rule.agent == agent]
        mine = [episode for episode in episodes if episode.header.agent == agent]
        decisions = tuple(decisions_of(mine))
        if not decisions or agent not in agents:
            notes.append(f"no decision of {agent} was recorded in these runs: its rules are not checked against any")
            continue
        problems += _of_verdicts(own, decisions, len(mine))
        found, note = _conflicts(own, decisions, agents[agent])
        problems += found
        notes += [note] if note else []
    return DecisionCheck(tuple(sorted(problems)), tuple(notes))


def _of_verdicts(files: Sequence[RuleFile], decisions: Sequence[Decision], episodes: int) -> Iterator[Problem]:
    unlike = distinct(decisions, fields_used(file.rule for file in files))
    prepared = prepare([item.first.context for item in unlike])
    verdicts: dict[str, list[str]] = {}
    for file in files:
        said = dict(explain_each(file.rule, prepared))
        # Once for each decision it stands for, so that counts are of recorded decisions.
        verdicts[file.rule.id] = [
            said[number].verdict if number in said else "silent"
            for number, item in enumerate(unlike)
            for _ in range(item.count)
        ]
        # A guard that was never needed is not dead.
        if not said and not file.rule.safety:
            seen = f"{counted(len(decisions), 'decision')} in {counted(episodes, 'episode')}"
            message = f"when: spoke about none of the {seen}; correct it, or delete the rule"
            yield problem_at(file, "when", "dead-rule", "warning", message)
        yield from _errors(file, said, unlike)
    by_id = {file.rule.id: file for file in files}
    for same in same_verdicts(verdicts):
        first, *others = same.ids
        for other in others:
            message = f"when: same verdicts as {first} on all {same.spoken} decisions it spoke about; merge the two"
            yield problem_at(by_id[other], "when", "same-verdicts", "warning", message)


def _errors(file: RuleFile, said: Mapping[int, Judgement], unlike: Sequence[DistinctDecision]) -> Iterator[Problem]:
    wrong = [number for number, judged in said.items() if judged.verdict == "error"]
    if wrong:
        times = sum(unlike[number].count for number in wrong)
        at = unlike[wrong[0]].first
        message = (
            f"when: not evaluated on {counted(times, 'decision')}, first {at.episode} step {at.step}: "
            f"{said[wrong[0]].error}"
        )
        yield problem_at(file, "when", "condition-error", "warning", message)


def _conflicts(
    files: Sequence[RuleFile], decisions: Sequence[Decision], agent: AgentTable
) -> tuple[Iterable[Problem], str]:
    rules = [file.rule for file in files]
    actions = candidate_actions(agent.names, agent.fields, decisions, rules)
    search = find_conflicts(rules, decisions, actions)
    by_id = {file.rule.id: file for file in files}
    found = [
        problem_at(by_id[item.rules[0]], "when", "conflict", "warning", f"when: {conflict_text(item, len(actions))}")
        for item in search.conflicts
    ]
    note = f"conflicts were looked for in {search.looked_at} of {search.states} recorded states"
    return found, "" if search.is_whole else note


def conflict_text(conflict: Conflict, actions: int) -> str:
    """Return one sentence that names the rules and a state; what stands in a field is cut to 60 characters."""
    values = ", ".join(f"{path} is {value[:_SHOWN] or 'absent'}" for path, value in conflict.values.items())
    place = f"{conflict.episode} step {conflict.step}" + (f" ({values})" if values else "")
    who = " and ".join(conflict.rules)
    verb = "forbids" if len(conflict.rules) == 1 else "together forbid"
    return f"{who} {verb} all {actions} actions in {counted(conflict.states, 'recorded state')}, for example {place}"
