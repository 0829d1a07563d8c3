"""Whether a new proposal and those that are open would together leave the agent nothing to do."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ace.curator.checks.decision_verdicts import DecisionVerdicts
from ace.cycle.proposal_files import ProposalContext
from ace.cycle.proposal_ranking import OpenOne
from ace.playbook.conflicts import candidate_actions, find_conflicts
from ace.playbook.lint_decisions import conflict_text
from ace.playbook.recorded_decisions import fields_used
from ace.review.base_entries import entries
from ace.review.evidence import Check
from runtime.contracts.rule import Rule
from runtime.rules.git_read import read_blobs
from runtime.rules.load_reviewed import injectable
from runtime.rules.read_rule import parse_rule
from runtime.rules.read_yaml import MAX_BYTES

CHECK_NAME = "open-proposals"


class OpenRule(NamedTuple):
    """What an open proposal makes of a rule."""

    branch: str
    rule: Rule


def open_rules(repo: Path, open_now: Sequence[OpenOne]) -> tuple[OpenRule, ...]:
    """Return the rule of each open proposal as it would be; none for a deletion. Raises: RuleError."""
    found: list[OpenRule] = []
    for proposal, record in open_now:
        path = f"{record.playbook}/{record.rule_id.replace('.', '/', 1)}.yaml"
        if (entry := entries(repo, proposal.commit, [path]).get(path)) is not None:
            data = read_blobs(repo, [entry.blob], MAX_BYTES)[entry.blob]
            found.append(OpenRule(proposal.branch, parse_rule(data, path)))
    return tuple(found)


def check_beside_open(context: ProposalContext, after: Rule | None, beside: Sequence[OpenRule]) -> Check | None:
    """Return whether in every recorded state some action satisfies `after` together with each open proposal's rule.

    One open proposal at a time: which of them are merged a person decides. None where there is nothing to compare.
    """
    others = [one for one in beside if after is not None and one.rule.id != after.id]
    if after is None or not after.is_checked or not others:
        return None
    session = context.session
    episodes = {one.header.episode: one for one in context.run.episodes if not one.is_infrastructure_error}
    recorded = DecisionVerdicts(episodes)
    reviewed = injectable(context.playbook, session.settings.agent)
    names = (*session.agent.tools(), *session.agent.actions)
    clashes: list[str] = []
    for branch, rule in others:
        rules = [after, rule, *(one for one in reviewed if one.id not in {rule.id, after.id})]
        paths = sorted({*fields_used(rules), "action.kind", "action.name"})
        unlike = [recorded.decisions[numbers[0]] for numbers in recorded.alike(paths)]
        actions = candidate_actions(names, session.agent.context, unlike, rules)
        found = find_conflicts(rules, unlike, actions).conflicts
        # A set that is named is the smallest that is enough, so both are needed for it.
        both = next((one for one in found if {rule.id, after.id} <= {*one.rules}), None)
        clashes += [f"with {branch}: {conflict_text(both, len(actions))}"] if both else []
    said = "; ".join(clashes) or f"none of {len(others)} open proposals leaves it nothing to do with this"
    return Check(name=CHECK_NAME, ok=not clashes, detail=said[:2000])
