"""One LangSmith run under OpenTelemetry's names: what a model call was given and said, what a tool was asked."""

import ast
from collections.abc import Iterator, Mapping

from runtime.contracts.json_types import JsonObject, as_object
from runtime.traces.formats.json_text import as_text, parsed_or_text
from runtime.traces.formats.otlp_spans import SpanEvent
from runtime.traces.formats.span_scores import EVALUATION_EVENT

_KINDS = {"llm": "chat", "chat_model": "chat", "tool": "execute_tool", "chain": "chain", "agent": "invoke_agent"}
_MAX_LITERAL = 20_000


def run_attributes(run: JsonObject) -> JsonObject:
    """Return a run's attributes under OpenTelemetry's names; what it does not have is None or empty."""
    kind = _KINDS.get(_text(run.get("run_type")), "")
    extra = as_object(run.get("extra"))
    metadata = as_object(extra.get("metadata"))
    inputs, outputs = as_object(run.get("inputs")), as_object(run.get("outputs"))
    said: JsonObject = {
        "gen_ai.operation.name": kind,
        "gen_ai.conversation.id": _first(metadata, "thread_id", "session_id", "conversation_id"),
        "user.id": _first(metadata, "user_id"),
        "ace.sample": _text(run.get("reference_example_id")),
    }
    if kind == "chat":
        said |= _model_call(run, metadata, as_object(extra.get("invocation_params")))
    elif kind == "execute_tool":
        said |= _tool_call(run, extra)
    elif kind:
        said |= {"input.value": inputs or None, "output.value": outputs or None}
        said["gen_ai.agent.name"] = _text(run.get("name")) if not run.get("parent_run_id") else ""
    return said


def _model_call(run: JsonObject, metadata: JsonObject, parameters: JsonObject) -> JsonObject:
    outputs = as_object(run.get("outputs"))
    usage = _usage(run, outputs)
    return {
        "gen_ai.input.messages": _inputs(as_object(run.get("inputs"))),
        "gen_ai.output.messages": _outputs(outputs),
        "gen_ai.request.model": _first(metadata, "ls_model_name") or _first(parameters, "model", "model_name"),
        "gen_ai.usage.input_tokens": usage[0],
        "gen_ai.usage.output_tokens": usage[1],
    }


def _inputs(inputs: JsonObject) -> object:
    for key in ("messages", "input", "prompts", "prompt"):
        if inputs.get(key):
            return inputs[key]
    return as_text(inputs) if inputs else None


def _outputs(outputs: JsonObject) -> object:
    for key in ("generations", "choices", "messages", "message", "output"):
        found = outputs.get(key)
        if found:
            return _generations(found) if key == "generations" else found
    return outputs if "content" in outputs or "role" in outputs else as_text(outputs) if outputs else None


def _generations(found: object) -> list[object]:
    """Return the messages of generations, which are lists within a list, one for each prompt."""
    flat = [one for item in (found if isinstance(found, list) else [found]) for one in _listed(item)]
    return [as_object(one).get("message") or as_object(one).get("text") or "" for one in flat]


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _usage(run: JsonObject, outputs: JsonObject) -> tuple[object, object]:
    answers = [as_object(answer) for answer in _generations(outputs.get("generations") or [])]
    message = as_object(as_object(answers[0]).get("kwargs")) if answers else {}
    llm_output = as_object(outputs.get("llm_output"))
    for place in (
        run,
        as_object(outputs.get("usage_metadata")),
        as_object(message.get("usage_metadata")),
        as_object(outputs.get("usage")),
        as_object(llm_output.get("token_usage")),
    ):
        for prompt, completion in (("prompt_tokens", "completion_tokens"), ("input_tokens", "output_tokens")):
            if place.get(prompt) or place.get(completion):
                return place.get(prompt), place.get(completion)
    return None, None


def _tool_call(run: JsonObject, extra: JsonObject) -> JsonObject:
    inputs, outputs = as_object(run.get("inputs")), as_object(run.get("outputs"))
    arguments: object = inputs
    if set(inputs) == {"input"} and isinstance(inputs["input"], str | dict):
        arguments = _literal(inputs["input"])
    result = outputs.get("output", outputs or None)
    message = as_object(as_object(result).get("kwargs")) or as_object(result)
    call_id = message.get("tool_call_id") or extra.get("tool_call_id") or as_object(inputs).get("tool_call_id") or ""
    return {
        "gen_ai.tool.name": _text(run.get("name")),
        "gen_ai.tool.call.id": _text(call_id),
        "gen_ai.tool.call.arguments": arguments,
        "gen_ai.tool.call.result": message.get("content", result),
    }


def _literal(value: object) -> object:
    """Return a tool's input as recorded; what is written as a Python dict becomes an object."""
    parsed = parsed_or_text(value)
    if isinstance(parsed, str) and parsed.lstrip().startswith("{") and len(parsed) <= _MAX_LITERAL:
        try:
            found: object = ast.literal_eval(parsed.strip())
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return parsed
        return found if isinstance(found, dict) else parsed
    return parsed


def run_feedback(run: JsonObject) -> Iterator[SpanEvent]:
    """Yield an evaluation event for each kind of feedback, with its average."""
    for name, stats in as_object(run.get("feedback_stats")).items():
        score = as_object(stats).get("avg") if isinstance(stats, Mapping) else stats
        if score is not None:
            said: JsonObject = {"gen_ai.evaluation.name": name, "gen_ai.evaluation.score.value": score}
            yield SpanEvent(EVALUATION_EVENT, said)


def _first(value: JsonObject, *names: str) -> str:
    return next((text for name in names if (text := _text(value.get(name)))), "")


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
