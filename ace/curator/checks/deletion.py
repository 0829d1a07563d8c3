"""A rule may go when it never spoke, or when obeying it goes with failing. Gates, and rules in words, never do."""

from ace.curator.checks.check import DEAD_AFTER_DECISIONS, DEAD_AFTER_EPISODES, Check, CheckInput
from ace.curator.draft import Draft
from ace.curator.facts.harm import MAX_HARM_P, MIN_HARM_EPISODES, harm_of


def check_deletion(draft: Draft, seen: CheckInput) -> Check:
    """Return the check `silent` of a rule that never spoke, else the check `harmful`."""
    rule = draft.before
    assert rule is not None
    if rule.enforce == "gate":
        return Check("silent", False, "a gate is deleted by people only: that it never spoke may be its merit")
    if not rule.is_checked:
        return Check("silent", False, "the rule has no condition, so nothing shows that it is never needed")
    decisions = len(seen.recorded.decisions)
    spoke = len(seen.recorded.of_rule(rule))
    figure = f"spoke on {spoke} of {decisions} decisions in {len(seen.episodes)} episodes"
    if spoke:
        return _harmful(draft, seen, figure)
    if len(seen.episodes) < DEAD_AFTER_EPISODES or decisions < DEAD_AFTER_DECISIONS:
        bar = f"needs {DEAD_AFTER_DECISIONS} decisions in {DEAD_AFTER_EPISODES} episodes"
        return Check("silent", False, f"too little was seen to call the rule dead; {bar}", figure)
    return Check("silent", True, "the rule never spoke", figure)


def _harmful(draft: Draft, seen: CheckInput, spoke: str) -> Check:
    assert draft.before is not None
    harm = harm_of(draft.before, seen.episodes, seen.succeeded)
    figure = f"{spoke}; {harm.figure}"
    if harm.is_harmful:
        return Check("harmful", True, "episodes that obey the rule fail more often than those that break it", figure)
    bar = f"needs {MIN_HARM_EPISODES} episodes a side and p at most {MAX_HARM_P}"
    return Check(
        "harmful", False, f"the rule speaks (it is not silent), and obeying it is not shown to harm; {bar}", figure
    )
