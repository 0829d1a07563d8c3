"""The one table of attribute names: what each field is called in the conventions that spans are written in.

Pinned: OpenTelemetry GenAI conventions 0.1.0 (repository semantic-conventions-genai, the first release of its own) and
OpenInference 0.1.42. Older names follow in order of preference: those of semantic-conventions up to 1.41
(`gen_ai.system`, `prompt_tokens`), of OpenLLMetry (`traceloop.*`, `llm.*`), of Langfuse and of MLflow.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

GENAI_CONVENTIONS = "OpenTelemetry GenAI semantic conventions 0.1.0"
OPENINFERENCE_CONVENTIONS = "OpenInference semantic conventions 0.1.42"

Field: TypeAlias = Literal[
    "operation",
    "span kind",
    "agent",
    "agent id",
    "provider",
    "request model",
    "model",
    "conversation",
    "source",
    "task",
    "trial",
    "input messages",
    "output messages",
    "system instructions",
    "input value",
    "output value",
    "inputs are new",
    "tool",
    "call id",
    "arguments",
    "result",
    "error type",
    "error message",
    "input tokens",
    "output tokens",
    "cached tokens",
    "finish reasons",
    "evaluation name",
    "evaluation score",
    "evaluation label",
    "evaluation explanation",
    "end",
    "end message",
    "started",
    "start is made",
    "decision",
]


class Alias(NamedTuple):
    """One field: its attribute names, best first."""

    field: Field
    names: tuple[str, ...]


TABLE: tuple[Alias, ...] = (
    Alias("operation", ("gen_ai.operation.name", "llm.request.type")),
    Alias(
        "span kind",
        ("openinference.span.kind", "traceloop.span.kind", "langfuse.observation.type", "mlflow.spanType"),
    ),
    Alias("agent", ("gen_ai.agent.name", "agent.name", "traceloop.workflow.name", "gen_ai.workflow.name")),
    Alias("agent id", ("gen_ai.agent.id",)),
    Alias("provider", ("gen_ai.provider.name", "gen_ai.system", "llm.provider", "llm.system")),
    Alias("request model", ("gen_ai.request.model", "llm.request.model_name", "llm.model_name")),
    Alias(
        "model",
        (
            "gen_ai.response.model",
            "gen_ai.request.model",
            "llm.response.model_name",
            "llm.model_name",
            "llm.request.model_name",
            "llm.response.model",
            "llm.request.model",
            "langfuse.observation.model.name",
        ),
    ),
    Alias(
        "conversation",
        (
            "gen_ai.conversation.id",
            "session.id",
            "langfuse.session.id",
            "mlflow.trace.session",
            "traceloop.association.properties.session_id",
        ),
    ),
    Alias("source", ("ace.source", "user.id", "enduser.id", "langfuse.user.id", "mlflow.trace.user", "gen_ai.user")),
    Alias("task", ("ace.sample",)),
    Alias("trial", ("ace.trial",)),
    Alias("input messages", ("gen_ai.input.messages", "llm.input_messages", "gen_ai.prompt", "llm.prompts")),
    Alias("output messages", ("gen_ai.output.messages", "llm.output_messages", "gen_ai.completion", "llm.completions")),
    Alias("system instructions", ("gen_ai.system_instructions",)),
    Alias(
        "input value",
        ("input.value", "traceloop.entity.input", "langfuse.observation.input", "mlflow.spanInputs"),
    ),
    Alias(
        "output value",
        ("output.value", "traceloop.entity.output", "langfuse.observation.output", "mlflow.spanOutputs"),
    ),
    Alias("inputs are new", ("ace.input.messages.are_new",)),
    Alias("tool", ("gen_ai.tool.name", "tool.name", "tool_call.function.name", "traceloop.entity.name")),
    Alias("call id", ("gen_ai.tool.call.id", "tool_call.id", "tool.id", "message.tool_call_id")),
    Alias("arguments", ("gen_ai.tool.call.arguments", "tool_call.function.arguments")),
    Alias("result", ("gen_ai.tool.call.result",)),
    Alias("error type", ("error.type", "exception.type")),
    Alias("error message", ("exception.message", "error.message")),
    Alias(
        "input tokens",
        (
            "gen_ai.usage.input_tokens",
            "gen_ai.usage.prompt_tokens",
            "llm.token_count.prompt",
            "llm.usage.prompt_tokens",
            "prompt_tokens",
        ),
    ),
    Alias(
        "output tokens",
        (
            "gen_ai.usage.output_tokens",
            "gen_ai.usage.completion_tokens",
            "llm.token_count.completion",
            "llm.usage.completion_tokens",
            "completion_tokens",
        ),
    ),
    Alias(
        "cached tokens",
        (
            "gen_ai.usage.cache_read.input_tokens",
            "gen_ai.usage.cache_read_input_tokens",
            "llm.token_count.prompt_details.cache_read",
        ),
    ),
    Alias(
        "finish reasons",
        (
            "gen_ai.response.finish_reasons",
            "gen_ai.response.finish_reason",
            "llm.finish_reason",
            "llm.response.finish_reason",
        ),
    ),
    Alias("evaluation name", ("gen_ai.evaluation.name", "evaluation.name", "annotation.name")),
    Alias("evaluation score", ("gen_ai.evaluation.score.value", "evaluation.score", "annotation.score")),
    Alias("evaluation label", ("gen_ai.evaluation.score.label", "evaluation.label", "annotation.label")),
    Alias(
        "evaluation explanation",
        ("gen_ai.evaluation.explanation", "evaluation.explanation", "annotation.explanation"),
    ),
    Alias("end", ("ace.end",)),
    Alias("end message", ("ace.end.message",)),
    Alias("started", ("ace.started",)),
    Alias("start is made", ("ace.time.start",)),
    Alias("decision", ("ace.decision",)),
)
ALIASES: Mapping[Field, tuple[str, ...]] = {alias.field: alias.names for alias in TABLE}

SpanKind: TypeAlias = Literal["chat", "tool", "agent", "chain", "other"]
# What `operation` and `span kind` say, in lower case; anything else is a span without messages of its own.
KINDS: Mapping[str, SpanKind] = {
    "chat": "chat",
    "text_completion": "chat",
    "generate_content": "chat",
    "completion": "chat",
    "llm": "chat",
    "chat_model": "chat",
    "generation": "chat",
    "execute_tool": "tool",
    "tool": "tool",
    "invoke_agent": "agent",
    "agent": "agent",
    "invoke_workflow": "chain",
    "workflow": "chain",
    "chain": "chain",
}


def first(attributes: Mapping[str, object], field: Field) -> object:
    """Return the value of the best name that `attributes` has for `field`; None where it has none or an empty one."""
    for name in ALIASES[field]:
        value = attributes.get(name)
        if value is not None and value != "":
            return value
    return None


def first_text(attributes: Mapping[str, object], field: Field) -> str:
    """Return `first` as text, empty where there is none or it is not a text or number."""
    value = first(attributes, field)
    return str(value) if isinstance(value, str | int | float) else ""


def first_count(attributes: Mapping[str, object], field: Field) -> int:
    """Return `first` as a count (tokens, trials), 0 where there is none or it is no count."""
    value = first(attributes, field)
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 19:
        return int(value)
    is_count = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 2**63
    return int(value) if is_count and isinstance(value, int | float) else 0


def span_kind(attributes: Mapping[str, object]) -> SpanKind:
    """Return what a span is: a model call, a tool call, an agent's run, a chain of steps, or something else."""
    for field in ("operation", "span kind"):
        said = first_text(attributes, field).strip('"').lower()
        if said in KINDS:
            return KINDS[said]
    return "other"


def alias_table_text() -> str:
    """Return the table as text: the pinned versions, then a line for each field with its names, best first."""
    width = max(len(alias.field) for alias in TABLE)
    lines = [f"{alias.field.ljust(width)}  {', '.join(alias.names)}" for alias in TABLE]
    return "\n".join((f"{GENAI_CONVENTIONS}; {OPENINFERENCE_CONVENTIONS}", *lines)) + "\n"
