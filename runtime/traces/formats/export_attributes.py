"""What the spans of an exported episode say, in the GenAI conventions, in OpenInference, and for ACE itself."""

import json
from collections.abc import Iterator, Sequence

from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.trace_event import Episode, Header
from runtime.traces.formats.decision_context import said_decision
from runtime.traces.formats.export_turns import ExportedCall, ExportedTurn

_JSON = "application/json"


def root_attributes(episode: Episode, is_time_recorded: bool) -> JsonObject:
    """Return the attributes of the span of an agent's run."""
    header, outcome = episode.header, episode.outcome
    answer = as_object(outcome.answer) if outcome is not None else {}
    said = answer.get("text")
    return {
        **_common(header, "invoke_agent", "AGENT"),
        "gen_ai.agent.name": header.agent,
        "input.value": header.question,
        "output.value": said if isinstance(said, str) else _json(answer) if answer else "",
        "ace.run": header.run,
        "ace.episode": header.episode,
        "ace.sample": header.sample,
        "ace.case": header.case,
        "ace.split": header.split,
        "ace.trial": header.trial,
        "ace.source": header.source,
        "ace.simulated": header.controller.simulated,
        "ace.imported": header.imported,
        "ace.playbook.commit": header.playbook_commit,
        "ace.rules": sorted(header.rules) or None,
        "ace.end": "" if outcome is None else outcome.terminal,
        "ace.end.message": "" if outcome is None else outcome.message,
        "ace.started": header.started,
        "ace.time.start": "recorded" if is_time_recorded else "made",
        "ace.time.steps": "made from durations",
    }


def turn_attributes(header: Header, turn: ExportedTurn) -> JsonObject:
    """Return the attributes of the span of one answer of the model."""
    first = turn.steps[0]
    attempts = [attempt for step in turn.steps for attempt in step.attempts]
    prompt = sum(attempt.prompt_tokens for attempt in attempts)
    completion = sum(attempt.completion_tokens for attempt in attempts)
    cached = sum(attempt.cached_tokens for attempt in attempts)
    reasons = [attempt.finish_reason for attempt in first.attempts if attempt.finish_reason]
    decision = said_decision(header, first) if len(turn.steps) == 1 else {}
    has_failed = any(attempt.error_kind == "model_error" for attempt in first.attempts)
    return {
        **_common(header, "chat", "LLM"),
        "gen_ai.agent.name": first.speaker or header.agent,
        "gen_ai.input.messages": _json(list(turn.inputs)) if turn.inputs else "",
        "gen_ai.output.messages": _json([turn.output]),
        "gen_ai.usage.input_tokens": prompt or None,
        "gen_ai.usage.output_tokens": completion or None,
        "gen_ai.usage.cache_read.input_tokens": cached or None,
        "gen_ai.response.finish_reasons": reasons[-1:] or None,
        "error.type": "model_error" if has_failed else "",
        "llm.token_count.prompt": prompt or None,
        "llm.token_count.completion": completion or None,
        "llm.token_count.prompt_details.cache_read": cached or None,
        **dict(_flattened("llm.input_messages", turn.inputs)),
        **dict(_flattened("llm.output_messages", [turn.output])),
        "ace.input.messages.are_new": True,
        "ace.step": first.step,
        "ace.action": str((first.taken or {}).get("action") or ""),
        "ace.decision": _json(decision) if decision else "",
        "ace.proposed": _json(first.proposed) if first.proposed and first.proposed != first.taken else "",
        "ace.gates": [f"{gate.gate}: {gate.decision}: {gate.reason}" for gate in first.gates] or None,
    }


def call_attributes(call: ExportedCall) -> JsonObject:
    """Return the attributes of the span of one tool call that was run."""
    card = call.step.card
    is_object = not isinstance(call.arguments, str)
    return {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": call.name,
        "gen_ai.tool.type": "function",
        "gen_ai.tool.call.id": call.call_id,
        "gen_ai.tool.call.arguments": call.arguments_text,
        "gen_ai.tool.call.result": call.result,
        "error.type": "" if card is None or card.ok else card.error_class or "_OTHER",
        "openinference.span.kind": "TOOL",
        "tool.name": call.name,
        "tool.id": call.call_id,
        "tool_call.function.name": call.name,
        "tool_call.function.arguments": call.arguments_text,
        "input.value": call.arguments_text,
        "input.mime_type": _JSON if is_object else "text/plain",
        "output.value": call.result,
        "ace.step": call.step.step,
        "ace.call.id_source": "" if card is None or card.id_source == "recorded" else card.id_source,
    }


def heard_attributes(messages: Sequence[JsonObject]) -> JsonObject:
    """Return the attributes of the span of what was said after the last answer of the model."""
    return {
        "gen_ai.input.messages": _json(list(messages)),
        **dict(_flattened("llm.input_messages", messages)),
        "ace.input.messages.are_new": True,
    }


def evaluation_attributes(name: str, label: str, score: float | None, explanation: str = "") -> JsonObject:
    """Return the attributes of an evaluation event."""
    return {
        "gen_ai.evaluation.name": name,
        "gen_ai.evaluation.score.value": None if score is None else float(score),
        "gen_ai.evaluation.score.label": label,
        "gen_ai.evaluation.explanation": explanation,
    }


def _common(header: Header, operation: str, kind: str) -> JsonObject:
    conversation = f"{header.run}/{header.episode}"
    model = header.controller.model
    return {
        "gen_ai.operation.name": operation,
        "gen_ai.provider.name": header.controller.backend,
        "gen_ai.request.model": model,
        "gen_ai.conversation.id": conversation,
        "openinference.span.kind": kind,
        "llm.model_name": model if kind == "LLM" else "",
        "session.id": conversation,
    }


def _flattened(prefix: str, messages: Sequence[JsonObject]) -> Iterator[tuple[str, object]]:
    """Yield messages as OpenInference writes them: one attribute for each field of each message."""
    for number, message in enumerate(messages):
        at = f"{prefix}.{number}.message"
        yield f"{at}.role", message["role"]
        yield f"{at}.name", message.get("name")
        parts = message["parts"]
        assert isinstance(parts, list)
        texts = [str(part["content"]) for part in parts if part["type"] == "text"]
        yield f"{at}.content", "\n".join(texts)
        for part in parts:
            if part["type"] == "tool_call_response":
                yield f"{at}.tool_call_id", part["id"]
                yield f"{at}.content", part["response"]
        for place, part in enumerate(part for part in parts if part["type"] == "tool_call"):
            call = f"{at}.tool_calls.{place}.tool_call"
            yield f"{call}.id", part["id"]
            yield f"{call}.function.name", part["name"]
            arguments = part["arguments"]
            yield f"{call}.function.arguments", arguments if isinstance(arguments, str) else _json(arguments)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
