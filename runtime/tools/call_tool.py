"""One tool call, from request to card. What goes wrong in a tool becomes the card's error class, never an exception."""

import asyncio
import contextlib
import contextvars
import threading
import time
from collections.abc import Mapping
from dataclasses import replace

from runtime.contracts.errors import ToolError
from runtime.contracts.json_types import canonical_json
from runtime.contracts.ports import Tool, ToolContext
from runtime.contracts.tool_call import ErrorClass, ToolCall, ToolCard, ToolOutput
from runtime.tools.check_arguments import check_arguments
from runtime.tools.clean_text import clean_text
from runtime.tools.tool_memory import ToolMemory


def call_tool(
    tools: Mapping[str, Tool], call: ToolCall, context: ToolContext, memory: ToolMemory | None = None
) -> ToolCard:
    """Return the card of `call`: checked, run, cleaned. Never raises for what a model asked or a tool did.

    The summary has at most 1,200 visible characters and no secrets; the permission is the registry's. With `memory`,
    an earlier result of the same call on the same image is replayed, and a new one kept.
    Units: duration_ms is milliseconds of wall time.
    """
    started = time.perf_counter()
    card = _run(tools, call, context, memory)
    if card.is_replayed:
        return card
    card = replace(card, duration_ms=_since(started))
    if memory is not None and card.error_class not in ("unknown_tool", "invalid_arguments"):
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

    The tool runs in a thread of its own. Python cannot stop a thread: after a timeout it goes on until the tool
    returns, and what it then returns is dropped. It does not keep the process alive.
    """
    tool = tools.get(call.name)
    limit = timeout_s if timeout_s is not None else (tool.spec.timeout_s if tool else 1.0)
    started = time.perf_counter()
    try:
        return await asyncio.wait_for(_in_thread(tools, call, context, memory), limit)
    except TimeoutError:
        text = f"no result from {call.name} within {limit:g} s; try a smaller request or go on without it"
        card = _failed(call, tool.spec.permission if tool else "", "timeout", text)
        return replace(card, duration_ms=_since(started))


async def _in_thread(
    tools: Mapping[str, Tool], call: ToolCall, context: ToolContext, memory: ToolMemory | None
) -> ToolCard:
    """A daemon thread, not the loop's pool: closing a loop waits for its pool, so a stuck tool would hang the exit."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[ToolCard] = loop.create_future()
    variables = contextvars.copy_context()

    def deliver(card: ToolCard) -> None:
        if not future.done():
            future.set_result(card)

    def work() -> None:
        card = variables.run(call_tool, tools, call, context, memory)
        with contextlib.suppress(RuntimeError):  # the loop closed while the tool was late
            loop.call_soon_threadsafe(deliver, card)

    threading.Thread(target=work, name=f"tool-{call.name[:40]}", daemon=True).start()
    return await future


def _run(tools: Mapping[str, Tool], call: ToolCall, context: ToolContext, memory: ToolMemory | None) -> ToolCard:
    tool = tools.get(call.name)
    if tool is None:
        return _failed(call, "", "unknown_tool", f"no tool {call.name!r}; there are: {', '.join(tools)}")
    permission = tool.spec.permission
    # The step's boundary: what goes wrong in a tool, in whatever way, is data of the episode.
    try:
        problem = check_arguments(tool.spec, call.arguments)
        if problem:
            return _failed(call, permission, "invalid_arguments", f"{call.name}: {problem}")
        kept = memory.recall(call, context.image_ref) if memory is not None else None
        if kept is not None:
            return kept
        readiness = tool.readiness()
        if readiness.state == "missing":
            return _failed(call, permission, "missing_dependency", readiness.detail)
        return _succeeded(call, permission, tool.run(call.arguments, context))
    except ToolError as exc:
        return _failed(call, permission, exc.error_class, str(exc))
    except Exception as exc:  # noqa: BLE001
        return _failed(call, permission, "server_failure", f"{call.name} failed with {type(exc).__name__}: {exc}")


def _succeeded(call: ToolCall, permission: str, output: object) -> ToolCard:
    """Results are checked too: what cannot be written to the trace as JSON is the tool's failure, not the trace's."""
    if not isinstance(output, ToolOutput):
        raise TypeError(f"returned {type(output).__name__}, not ToolOutput")
    canonical_json(output.data)
    return ToolCard(
        call_id=call.call_id,
        name=call.name,
        arguments=call.arguments,
        permission=permission,
        idempotency_key=call.idempotency_key,
        ok=True,
        summary=clean_text(output.summary),
        artifact_refs=tuple(output.artifact_refs),
        data=output.data,
    )


def _failed(call: ToolCall, permission: str, error_class: ErrorClass, problem: str) -> ToolCard:
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
