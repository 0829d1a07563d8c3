"""What a gate would do instead: only what successful decisions did in such states, and what no rule forbids."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ace.curator.checks.check import MIN_SHOWN, OWN_SOURCE, CheckInput
from ace.curator.checks.like_states import LikeStates
from ace.curator.draft import Draft
from ace.curator.remedies import REMEDIES
from ace.playbook.conflicts import candidate_actions
from ace.playbook.recorded_decisions import Decision, DistinctDecision, distinct, fields_used
from analyzers.clusters.cluster import Cluster
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.rule import Rule
from runtime.rules.evaluate_condition import judge

# Of the states in which it would be done.
MAX_FORBIDDEN = 0.5


class Replacement(NamedTuple):
    """What speaks against the draft's `otherwise`, and the figure; both empty where there is nothing to look at."""

    problems: tuple[str, ...]
    figure: str


def find_replacement(draft: Draft, seen: CheckInput) -> Replacement:
    """Return what speaks against what the draft's rule does `otherwise`.

    To block grants nothing. What people reviewed with the same conditions is not looked at again. All else is put in
    place of the cited decisions that violate the rule: a safety rule or gate must not forbid it where it let the
    decision itself pass, another rule not in more than half of the states. And it must have been done, and not changed
    by a gate, in such states of successful episodes: in two of them, where an outside source counts as one. Where no
    success had such a state, episodes without this failure count, except for what ends an episode. A shipped remedy
    was reviewed as it is and needs neither.
    """
    after, cluster = draft.after, draft.cluster
    assert after is not None
    name = after.otherwise.action if after.otherwise else "block"
    # Without a cluster it is a merge, which writes nothing new, or is refused for lack of evidence.
    if name == "block" or not after.is_checked or cluster is None or _is_reviewed(draft, after):
        return Replacement((), "")
    recorded = seen.recorded
    cited = recorded.violating(after) & set(recorded.cited(cluster))
    decisions = [recorded.decisions[number] for number in sorted(cited)]
    if not decisions:
        return Replacement((), "")
    action = candidate_actions([name], seen.context, (), [after])[0]
    problems = list(_forbidden(after, action, decisions, _in_force(draft, seen)))
    shown, figure = _shown(after, name, decisions, cluster, seen)
    if not shown and not _is_shipped(after, cluster):
        problems.append(
            f"otherwise: {name} was not done in such states where it went well; leave it out, or write `block`"
        )
    return Replacement(tuple(problems), figure)


def _is_shipped(after: Rule, cluster: Cluster) -> bool:
    remedy = REMEDIES.get(cluster.detector)
    name = after.otherwise.action if after.otherwise else None
    return remedy is not None and (remedy.when, remedy.require, remedy.otherwise) == (after.when, after.require, name)


def _is_reviewed(draft: Draft, after: Rule) -> bool:
    earlier = (rule for rule in (draft.before, *draft.merged) if rule is not None)
    wanted = (after.when, after.require, after.otherwise)
    return any((rule.when, rule.require, rule.otherwise) == wanted for rule in earlier)


def _in_force(draft: Draft, seen: CheckInput) -> list[Rule]:
    gone = {draft.rule_id, *(rule.id for rule in draft.merged)}
    return [rule for rule in seen.rules if rule.is_checked and rule.id not in gone]


def _forbidden(after: Rule, action: JsonObject, decisions: Sequence[Decision], others: list[Rule]) -> Iterator[str]:
    unlike = distinct(decisions, fields_used([after, *others]))
    name = action.get("name")
    for rule in (after, *others):
        forbids, newly = _states_forbidden(rule, action, unlike)
        if newly and (rule.safety or rule.enforce == "gate") and rule is not after:
            yield f"otherwise: {rule.id} forbids {name} in {newly} of {len(decisions)} cited states"
        elif forbids > MAX_FORBIDDEN * len(decisions):
            yield f"otherwise: {rule.id} forbids {name} in {forbids} of {len(decisions)} cited states"


def _states_forbidden(rule: Rule, action: JsonObject, states: Iterable[DistinctDecision]) -> tuple[int, int]:
    """Return in how many states `rule` forbids `action`, and in how many of them it let the decision itself pass."""
    forbids = newly = 0
    for state in states:
        if judge(rule, {**state.first.context, "action": action}) == "violates":
            forbids += state.count
            newly += state.count * (judge(rule, state.first.context) != "violates")
    return forbids, newly


def _shown(rule: Rule, name: str, cited: Sequence[Decision], cluster: Cluster, seen: CheckInput) -> tuple[bool, str]:
    """Return whether `name` was done often enough in states in which `rule` would stop one of the cited actions."""
    failing = seen.found.get(cluster.detector, frozenset()) | frozenset(cluster.episodes)
    states = LikeStates(rule, cited)
    alike = _alike(seen.succeeded - failing, states, seen)
    where = "successful episodes"
    if not alike:
        alike = _alike(seen.episodes.keys() - failing, states, seen)
        where = "episodes without this failure (no success had such a state)"
    doing = _doing(name, alike, seen)
    headers = [seen.episodes[seen.recorded.decisions[number].episode].header for number in doing]
    witnesses = {header.episode if header.source == OWN_SOURCE else header.source for header in headers}
    figure = f"{name} was done in {len(doing)} of {len(alike)} such states of {where}"
    is_success = where == "successful episodes"
    return len(witnesses) >= MIN_SHOWN and (is_success or not _ends(name, seen)), figure


def _alike(names: Iterable[str], states: LikeStates, seen: CheckInput) -> list[int]:
    recorded = seen.recorded
    return [number for number in recorded.of_episodes(names) if states.has(recorded.decisions[number].context)]


def _doing(name: str, numbers: Iterable[int], seen: CheckInput) -> list[int]:
    """Return the decisions among `numbers` that did `name`, and no gate changed it."""
    recorded = seen.recorded
    done = (number for number in numbers if number in recorded.as_proposed)
    return [n for n in done if as_object(recorded.decisions[n].context.get("action")).get("name") == name]


def _ends(name: str, seen: CheckInput) -> bool:
    """True when an episode mostly ends with `name`: a failed episode cannot show that ending there was right."""
    doing = _doing(name, range(len(seen.recorded.decisions)), seen)
    return 2 * sum(number in seen.recorded.last for number in doing) > len(doing)
