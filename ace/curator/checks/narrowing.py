"""A draft may only narrow what the agent does: what it takes from a rule, and what it lets go."""

from collections.abc import Iterator, Mapping, Sequence

from ace.curator.checks.check import Check, CheckInput
from ace.curator.checks.exemptions import find_exemption
from ace.curator.checks.replacement import find_replacement
from ace.curator.draft import Draft
from runtime.contracts.rule import Rule, Status

_RANK: Mapping[Status, int] = {"deprecated": 0, "experimental": 1, "active": 2}


def check_narrows(draft: Draft, seen: CheckInput) -> Check:
    """Return whether the draft grants nothing and switches nothing off.

    Held against the rule it changes and each rule it takes over: marks, readers, status, and that it still fires
    wherever they did in an episode that failed (false alarms in successful ones may go), and would where nothing was
    recorded. What a gate does instead must have been done in such states, and be forbidden by no rule.
    """
    after = draft.after
    assert after is not None
    earlier = [rule for rule in (draft.before, *draft.merged) if rule is not None]
    problems = [problem for rule in earlier for problem in _taken_away(rule, after)]
    lost, caught = _still_catches(earlier, after, draft.merged, seen)
    replacement = find_replacement(draft, seen)
    problems += [*([lost] if lost else []), *replacement.problems]
    figure = "; ".join(part for part in (caught, replacement.figure) if part)
    return Check("narrows", not problems, "; ".join(problems) or "grants nothing and switches nothing off", figure)


def _taken_away(before: Rule, after: Rule) -> Iterator[str]:
    if before.enforce == "gate" and after.enforce == "prompt":
        yield "takes a gate away"
    if before.is_checked and not after.is_checked:
        yield "takes the condition away"
    if before.safety and not after.safety:
        yield "takes the safety mark away"
    if before.agent != after.agent or before.audience != after.audience:
        yield "changes whom the rule is for"
    if _RANK[after.status] < _RANK[before.status]:
        yield f"lowers the status from {before.status} to {after.status}"
    if before.otherwise is not None and after.otherwise is None:
        yield f"takes away what is done instead ({before.otherwise.action})"


def _still_catches(earlier: list[Rule], after: Rule, merged: Sequence[Rule], seen: CheckInput) -> tuple[str, str]:
    """Return what the draft lets go, and the figure; both empty where nothing was checked before."""
    checked = [rule for rule in earlier if rule.is_checked]
    if not checked:
        return "", ""
    recorded = seen.recorded
    failed = recorded.of_episodes(seen.episodes.keys() - seen.succeeded)
    caught = frozenset[int]().union(*(recorded.violating(rule) for rule in checked)) & frozenset(failed)
    lost = sorted(caught - recorded.violating(after))
    figure = f"still catches {len(caught) - len(lost)} of {len(caught)} decisions of failed episodes"
    if lost:
        first = recorded.decisions[lost[0]]
        return f"lets go {len(lost)} decisions that are caught now, first {first.episode} step {first.step}", figure
    # A twin by its verdicts is the same rule; an edit with the same verdicts may still hide an exemption.
    twins = [rule for rule in merged if recorded.of_rule(rule) and recorded.of_rule(rule) == recorded.of_rule(after)]
    return next(filter(None, (find_exemption(rule, after, seen) for rule in checked if rule not in twins)), ""), figure
