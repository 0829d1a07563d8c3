"""What a step says of the model's words and of a tool's result. Pure."""

from runtime.agents.own.messages import Result, StepLine
from runtime.agents.own.own_action import OwnAction
from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import Attempt
from runtime.traces.recordable import recordable_data, recordable_text

SUMMARY_CHARS = 300


def attempt_of(line: StepLine) -> Attempt:
    """Return the decision's own words and what it cost."""
    used = line.usage
    return Attempt(
        raw=recordable_text(line.raw),
        prompt_tokens=used.prompt_tokens,
        completion_tokens=used.completion_tokens,
        cached_tokens=used.cached_tokens,
        cost_usd=used.cost_usd,
    )


def card_of(action: OwnAction, result: Result, episode: str, step: int) -> ToolCard:
    """Return the card of a call; an action that is none has one too where the agent says what came of it."""
    summary = " ".join(result.summary[: 8 * SUMMARY_CHARS].split())[:SUMMARY_CHARS]
    return ToolCard(
        call_id=f"made-{step}",
        name=action.name,
        arguments=action.arguments,
        permission="",
        idempotency_key=f"{episode}:{step}:0",
        ok=result.ok,
        summary=recordable_text(summary),
        error_class=None if result.ok else result.error_class or "business_failure",
        data=recordable_data(result.data),
        id_source="synthetic",
    )
