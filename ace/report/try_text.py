"""What `ace try` prints. Pure."""

from ace.cycle.draft_identity import draft_name
from ace.cycle.judging.judgement import Judgement
from ace.cycle.try_rules import TriedRule, TriedRules
from ace.report.stage_lines import stage_lines
from ace.text.visible_text import escape_text


def tried_text(tried: TriedRules) -> str:
    """Return each change with its verdict, figures and doubts; foreign text is escaped."""
    mark = ", simulated" if tried.simulated else ""
    is_silent = tried.is_use_unreported
    lines = [line for item in tried.rules for line in _rule_lines(item, mark, is_silent)]
    lines.append("nothing was written to git; to have a change reviewed, commit it to a branch of your own")
    return "\n".join(lines) + "\n"


def _rule_lines(item: TriedRule, mark: str, is_silent: bool) -> list[str]:
    name = escape_text(draft_name(item.checked.draft))
    doubts = [f"    check {escape_text(check.name)}: {escape_text(check.detail)}" for check in item.doubts]
    if item.judgement is None:
        return [f"{name}: not judged: {escape_text(item.refused)}", *doubts]
    return [
        f"{name}: {item.judgement.verdict}{mark}",
        f"    {escape_text(item.judgement.reason)}",
        f"    {_development(item.judgement)}",
        *stage_lines(item.judgement),
        f"    {_cost(item.judgement, is_silent)}",
        *doubts,
    ]


def _development(judgement: Judgement) -> str:
    paired = judgement.screen
    return (
        f"development success {paired.before:.1%} -> {paired.after:.1%}, fixed {paired.fixed}, broke {paired.broke} of "
        f"{paired.cases} cases, p {judgement.p_value:.3g}"
    )


def _cost(judgement: Judgement, is_silent: bool) -> str:
    spend = judgement.spend
    if is_silent and not spend.model_calls:
        return f"cost: calls, tokens and USD not reported by the agent, {spend.minutes:.1f} minutes"
    tokens = spend.prompt_tokens + spend.completion_tokens
    return f"cost: {spend.model_calls} model calls, {tokens} tokens, {spend.usd:.2f} USD, {spend.minutes:.1f} minutes"
