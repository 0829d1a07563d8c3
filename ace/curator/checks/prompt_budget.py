"""The rules share a budget of tokens: a draft must fit, and must push no other rule out of the prompt."""

from ace.curator.checks.check import Check, CheckInput
from ace.curator.draft import Draft
from runtime.contracts.errors import RuleError
from runtime.rules.render_rules import render_rules

NAME = "prompt-budget"


def check_prompt_budget(draft: Draft, seen: CheckInput) -> Check:
    """Return whether every rule that was in its readers' prompt still is, and the draft's rule is too."""
    after, budget = draft.after, seen.rules_tokens
    assert after is not None
    if budget is None:
        return Check(NAME, True, "no budget is set")
    readers = (after.agent, after.audience)
    now = [rule for rule in seen.rules if (rule.agent, rule.audience) == readers]
    gone = {draft.rule_id, *(rule.id for rule in draft.merged)}
    try:
        before = render_rules(now, budget)
        then = render_rules([*(rule for rule in now if rule.id not in gone), after], budget)
    except RuleError as exc:
        return Check(NAME, False, str(exc))
    figure = f"{before.tokens} tokens before, {then.tokens} after, of {budget}"
    if after.id in then.dropped:
        return Check(
            NAME, False, f"{after.id} does not fit into the prompt; shorten it, or delete a rule first", figure
        )
    out = [rule.id for rule in before.included if rule.id in then.dropped]
    if out:
        return Check(
            NAME, False, f"pushes {', '.join(out)} out of the prompt; shorten it, or delete a rule first", figure
        )
    return Check(NAME, True, "every rule that was in the prompt still is", figure)
