"""The control plane's door: every call checked, permitted by configuration, journaled where it acts, and bounded."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from runtime.contracts.errors import ApprovalNeededError
from runtime.contracts.json_types import canonical_json
from runtime.contracts.ports import Clock, Tool, ToolContext
from runtime.contracts.tool_call import RETRYABLE, SideEffect, ToolCall, ToolCard, ToolSpec
from runtime.control.call_journal import CallJournal, CallState
from runtime.control.pending_call import ask_about
from runtime.control.pending_store import PendingStore
from runtime.control.settings import ControlSettings
from runtime.control.worker_pool import CallUnderWay, WorkerPool
from runtime.tools.call_tool import check_call, failed_card, in_time, missing_card, run_tool
from runtime.tools.clean_text import clean_text
from runtime.tools.tool_memory import ToolMemory

WRITES: frozenset[SideEffect] = frozenset({"reversible_write", "irreversible_write"})
BACKOFF_S = 0.1


class _Run(NamedTuple):
    """What came of running a tool. `may_have_acted` is False when it surely never began."""

    card: ToolCard
    may_have_acted: bool


@dataclass(frozen=True)
class ControlledCaller:
    """Implements ToolCaller. What a call may do follows from the registry's declaration and the settings alone.

    `specs` are the declarations as they stood when the caller was made; a tool that later declares itself otherwise
    changes nothing. `workers` run the tools declared with isolation "process"; without them those run in threads.
    Units: timeouts_s are seconds by tool, over what the tools declare.
    """

    tools: Mapping[str, Tool]
    settings: ControlSettings
    clock: Clock
    memory: ToolMemory | None = None
    workers: WorkerPool | None = None
    timeouts_s: Mapping[str, float] = field(default_factory=dict)
    specs: Mapping[str, ToolSpec] = field(init=False)
    journal: CallJournal = field(init=False)
    pending: PendingStore | None = field(init=False)

    def __post_init__(self) -> None:
        """Take down the declarations and open the folder's journal."""
        folder = self.settings.folder
        specs = {name: tool.spec for name, tool in self.tools.items()}
        limits = {name: self.timeouts_s.get(name, spec.timeout_s) for name, spec in specs.items()}
        specs = {name: replace(spec, timeout_s=limits[name]) for name, spec in specs.items()}
        object.__setattr__(self, "specs", specs)
        object.__setattr__(self, "journal", CallJournal(folder))
        object.__setattr__(self, "pending", PendingStore(folder) if folder is not None else None)

    async def call(self, call: ToolCall, context: ToolContext) -> ToolCard:
        """Return the card of one call; what goes wrong is on the card.

        Raises: ApprovalNeededError when a person must decide first; the question is kept. ControlError when it cannot
        be kept or the journal cannot be written, for then nothing may act.
        """
        refused = self.refusal(call)
        if refused is not None:
            return refused
        spec = self.specs[call.name]
        if self.settings.permission(spec.name, spec.side_effect) == "ask":
            # A person is not asked about what cannot work anyway.
            return missing_card(self.tools[call.name], spec, call) or self._ask(call, context)
        return await self.run_permitted(call, context)

    def refusal(self, call: ToolCall) -> ToolCard | None:
        """Return the card of a call that must not run whoever asks for it, or None."""
        refused = check_call(self.specs, call)
        if refused is not None:
            return refused
        spec = self.specs[call.name]
        if self.settings.permission(spec.name, spec.side_effect) == "deny":
            why = f"calls of {spec.name} ({spec.side_effect}) are not allowed here; go on without it"
            return failed_card(call, spec.permission, "permission_denied", why)
        return None

    def _ask(self, call: ToolCall, context: ToolContext, doubt: str = "") -> ToolCard:
        """Keep the question and raise ApprovalNeededError; without a folder to keep it in, refuse the call."""
        spec = self.specs[call.name]
        if self.pending is None:
            why = f"{spec.name} needs a person's approval, and there is no folder to keep the question in"
            return failed_card(call, spec.permission, "permission_denied", why)
        kept = self.pending.add(ask_about(call, context, spec, self.clock.now(), doubt))
        question = "may have acted already; a person must say whether it did" if doubt else "needs a person's approval"
        raise ApprovalNeededError(kept.id, f"{spec.name} ({spec.side_effect}) {question}: ace calls show {kept.id}")

    async def run_permitted(self, call: ToolCall, context: ToolContext, *, is_asked: bool = False) -> ToolCard:
        """Return the card of a call that is checked and permitted: run once, with retries where they cannot act twice.

        `is_asked`: a person was asked about it, so that it is journaled whatever it does.
        Raises: ApprovalNeededError when a write may already have acted; ControlError.
        """
        spec = self.specs[call.name]
        is_write = spec.side_effect in WRITES
        if is_write or is_asked:
            return await self._run_once(call, context, is_write=is_write)
        kept = self.memory.recall(call, context.image_ref) if self.memory is not None else None
        if kept is not None:
            return kept
        card = (await self._with_retries(call, context, is_write=False)).card
        if self.memory is not None:
            self.memory.remember(card, context.image_ref)
        return card

    async def _run_once(self, call: ToolCall, context: ToolContext, *, is_write: bool) -> ToolCard:
        place = place_of(context)
        begun = self.journal.begin(call, place, self.clock.now(), is_write=is_write)
        if begun.card is not None:
            key = call.idempotency_key
            return replace(begun.card, call_id=call.call_id, idempotency_key=key, is_replayed=True)
        if not begun.may_run:
            return self._ask(call, context, begun.doubt)
        ending: CallState = "unknown"
        card: ToolCard | None = None
        try:
            card, may_have_acted = await self._with_retries(call, context, is_write=is_write)
            ending = _ending(card, may_have_acted)
        finally:
            # Cancelled, or worse: the journal says that nobody knows.
            self.journal.end(call, place, self.clock.now(), ending, card if ending in ("finished", "failed") else None)
        if is_write and ending == "unknown":
            return replace(card, summary=clean_text(f"{card.summary}; whether it acted is not known"))
        return card

    async def _with_retries(self, call: ToolCall, context: ToolContext, *, is_write: bool) -> _Run:
        for number in range(self.settings.retries + 1):
            if number:
                await asyncio.sleep(BACKOFF_S * 2 ** (number - 1))
            run = await self._run(call, context)
            if run.card.error_class not in RETRYABLE or (is_write and run.may_have_acted):
                break
        return run

    async def _run(self, call: ToolCall, context: ToolContext) -> _Run:
        tool, spec = self.tools[call.name], self.specs[call.name]
        if self.workers is None or spec.isolation == "thread":
            card = await in_time(lambda: run_tool(tool, spec, call, context), call, spec.permission, spec.timeout_s)
            return _Run(card, card.error_class != "missing_dependency")
        missing = missing_card(tool, spec, call)
        if missing is not None:
            return _Run(missing, may_have_acted=False)
        under_way = CallUnderWay()
        return _Run(await self.workers.call(spec, call, context, under_way), under_way.has_begun)

    async def aclose(self) -> None:
        """End the worker processes; a later call starts new ones."""
        if self.workers is not None:
            self.workers.close()


def place_of(context: ToolContext) -> str:
    """Return the run, sample and trial of a call in one text, the same for every attempt there; empty outside runs."""
    place = context.place
    return canonical_json([place.run, place.sample, place.trial]) if place.run else ""


def _ending(card: ToolCard, may_have_acted: bool) -> CallState:
    """finished; failed when the tool itself said that it could not; unknown when it was cut off or broke."""
    if card.ok:
        return "finished"
    if not may_have_acted:
        return "settled"
    return "unknown" if card.error_class in RETRYABLE else "failed"
