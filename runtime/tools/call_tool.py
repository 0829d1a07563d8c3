"""One tool call, from request to card. What goes wrong in a tool becomes the card's error class, never an exception."""

import asyncio
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from runtime.contracts.errors import ToolError
from runtime.contracts.json_types import canonical_json
from runtime.contracts.ports import Tool, ToolContext
from runtime.contracts.tool_call import ErrorClass, ToolCall, ToolCard, ToolOutput, ToolSpec
from runtime.tools.check_arguments import check_arguments, check_value
from runtime.tools.clean_text import clean_text
from runtime.tools.daemon_thread import in_daemon_thread
from runtime.tools.tool_memory import ToolMemory

MAX_DATA_BYTES = 1_048_576
MAX_REFS = 64


def call_tool(
    tools: Mapping[str, Tool], call: ToolCall, context: ToolContext, memory: ToolMemory | None = None
) -> ToolCard:
    """Return the card of `call`: checked, run, cleaned. Never raises for what a model asked or a tool did.

    The summary has at most 1,200 visible characters and no secrets; the permission is the registry's. With `memory`,
    an earlier result of the same call on the same image is replayed, and a new one kept.
    Units: duration_ms is milliseconds of wall time.
    """
    specs = {name: tool.spec for name, tool in tools.items()}
    refused = check_call(specs, call)
    if refused is not None:
        return refused
    kept = memory.recall(call, context.image_ref) if memory is not None else None
    if kept is not None:
        return kept
    card = run_tool(tools[call.name], specs[call.name], call, context)
    if memory is not None:
        memory.remember(card, context.image_ref)
    return card


async def call_tool_async(
    tools: Mapping[str, Tool],
    call: ToolCall,
    context: ToolContext,
    timeout_s: float | None = None,
    memory: ToolMemory | None = None,
) -> ToolCard:
    """Return `call_tool`'s card, or one with error class timeout after `timeout_s` (default: the tool's own).

    See `in_time` for what happens to the tool then.
    """
    tool = tools.get(call.name)
    limit = timeout_s if timeout_s is not None else (tool.spec.timeout_s if tool else 1.0)
    permission = tool.spec.permission if tool else ""
    return await in_time(lambda: call_tool(tools, call, context, memory), call, permission, limit)


async def in_time(work: Callable[[], ToolCard], call: ToolCall, permission: str, limit_s: float) -> ToolCard:
    """Return what `work` returns, run in a thread of its own, or a card with error class timeout after `limit_s`.

    Python cannot stop a thread: after a timeout it goes on until the tool returns, and what it then returns is
    dropped. It does not keep the process alive. A tool that may hang belongs in a worker process
    (`isolation="process"`, see runtime/control), which is killed.
    """
    started = time.perf_counter()
    try:
        return await asyncio.wait_for(in_daemon_thread(work, f"tool-{call.name}"), limit_s)
    except TimeoutError:
        card = failed_card(call, permission, "timeout", timeout_words(call.name, limit_s))
        return replace(card, duration_ms=_since(started))


def timeout_words(name: str, limit_s: float) -> str:
    """Return what a card says of a call that took too long."""
    return f"no result from {name} within {limit_s:g} s; try a smaller request or go on without it"


def check_call(specs: Mapping[str, ToolSpec], call: ToolCall) -> ToolCard | None:
    """Return the card of a call that must not run (no such tool, arguments that do not fit), or None."""
    spec = specs.get(call.name)
    if spec is None:
        return failed_card(call, "", "unknown_tool", f"no tool {call.name!r}; there are: {', '.join(specs)}")
    try:
        problem = check_arguments(spec, call.arguments)
    except ValueError as exc:  # the declaration itself is wrong
        return failed_card(call, spec.permission, "server_failure", fault_words(call.name, exc))
    return failed_card(call, spec.permission, "invalid_arguments", f"{call.name}: {problem}") if problem else None


def missing_card(tool: Tool, spec: ToolSpec, call: ToolCall) -> ToolCard | None:
    """Return the card of a call whose tool cannot work here, or None."""
    try:
        readiness = tool.readiness()
    except Exception as exc:  # noqa: BLE001  part of the tool's step
        return failed_card(call, spec.permission, "server_failure", fault_words(call.name, exc))
    missing = readiness.state == "missing"
    told = readiness.told or readiness.detail
    return failed_card(call, spec.permission, "missing_dependency", told) if missing else None


def run_tool(tool: Tool, spec: ToolSpec, call: ToolCall, context: ToolContext) -> ToolCard:
    """Return the card of a checked call, run here and now; nothing a tool raises, SystemExit included, gets out."""
    started = time.perf_counter()
    card = missing_card(tool, spec, call)
    if card is not None:
        return card
    # The step's boundary: what goes wrong in a tool, in whatever way, is data of the episode.
    try:
        card = output_card(spec, call, tool.run(call.arguments, context))
    except ToolError as exc:
        card = failed_card(call, spec.permission, exc.error_class, str(exc))
    except BaseException as exc:
        if isinstance(exc, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
            raise
        card = failed_card(call, spec.permission, "server_failure", fault_words(call.name, exc))
    return replace(card, duration_ms=_since(started))


def fault_words(name: str, error: BaseException) -> str:
    """Return what a card says of a tool that raised what it should not have."""
    if isinstance(error, SystemExit):
        return f"{name} tried to end the program (exit {error.code!r}); go on without it"
    return f"{name} failed with {type(error).__name__}: {error}"


def output_card(spec: ToolSpec, call: ToolCall, output: object) -> ToolCard:
    """Return the card of what a tool returned, checked: JSON, of bounded size, as the tool declares it.

    What does not hold is the tool's failure (server_failure), and the summary says what was wrong.
    """
    try:
        problem = _output_problem(spec, output)
    except (TypeError, ValueError, RecursionError) as exc:
        problem = fault_words(call.name, exc)
    if problem:
        return failed_card(call, spec.permission, "server_failure", problem)
    assert isinstance(output, ToolOutput)
    return ToolCard(
        call_id=call.call_id,
        name=call.name,
        arguments=call.arguments,
        permission=spec.permission,
        idempotency_key=call.idempotency_key,
        ok=True,
        summary=clean_text(output.summary),
        artifact_refs=tuple(output.artifact_refs),
        data=output.data,
    )


def _output_problem(spec: ToolSpec, output: object) -> str:
    if not isinstance(output, ToolOutput):
        raise TypeError(f"returned {type(output).__name__}, not ToolOutput")
    if not isinstance(output.summary, str) or not isinstance(output.data, dict):
        raise TypeError("a summary must be text and data an object")
    if len(output.artifact_refs) > MAX_REFS or not all(isinstance(ref, str) for ref in output.artifact_refs):
        raise TypeError(f"artifact_refs must be at most {MAX_REFS} references")
    size = len(canonical_json(output.data))
    if size > MAX_DATA_BYTES:
        return f"{spec.name} returned {size / 1e6:.1f} MB of data; at most {MAX_DATA_BYTES / 1e6:.1f} MB are taken"
    problem = check_value(spec.output, output.data, "data") if spec.output else ""
    return f"{spec.name} returned data that does not fit its declaration: {problem}" if problem else ""


def failed_card(call: ToolCall, permission: str, error_class: ErrorClass, problem: str) -> ToolCard:
    """Return the card of a call that did not work."""
    return ToolCard(
        call_id=call.call_id,
        name=call.name,
        arguments=call.arguments,
        permission=permission,
        idempotency_key=call.idempotency_key,
        ok=False,
        summary=clean_text(problem),
        error_class=error_class,
    )


def _since(started: float) -> float:
    return round((time.perf_counter() - started) * 1000.0, 3)
