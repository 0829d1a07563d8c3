"""The call a person has decided on, carried out once; every call after it goes through the ordinary door."""

from dataclasses import replace

from runtime.contracts.errors import ControlError, StaleCallError
from runtime.contracts.json_types import canonical_json
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import ToolCall, ToolCard
from runtime.control.call_journal import CallJournal
from runtime.control.controlled_caller import WRITES, ControlledCaller
from runtime.control.pending_call import Decision, PendingCall
from runtime.control.stored_card import card_from_json
from runtime.tools.call_tool import failed_card
from runtime.tools.clean_text import clean_text

MAX_SHOWN_CHARS = 300


class DecidedCaller:
    """Implements ToolCaller for one resumed episode: the first call is the one that waited."""

    def __init__(self, caller: ControlledCaller, pending: PendingCall) -> None:
        """Carry out `pending`. Raises: ControlError when nobody has decided on it yet."""
        if pending.decision is None:
            raise ControlError(f"{pending.id}: nobody has decided on it yet; ace calls approve {pending.id}")
        self._caller, self._pending, self._decision = caller, pending, pending.decision
        self._is_done = False

    async def call(self, call: ToolCall, context: ToolContext) -> ToolCard:
        """Return the card of a call. The first acts under the waiting call's own idempotency key.

        Raises: StaleCallError when the episode did not come to the call that waited; as ControlledCaller.call.
        """
        if self._is_done:
            return await self._caller.call(call, context)
        self._is_done = True
        pending = self._pending
        if (call.name, call.call_id) != (pending.tool, pending.call_id):
            raise StaleCallError(
                f"{pending.id}: the episode came to {call.call_id} ({call.name}) instead of {pending.call_id} "
                f"({pending.tool}); nothing was done"
            )
        card = await self._carry_out(call, context)
        # The trace says what was asked for; what it ran with stands beside it.
        ran_with = self._decision.arguments if card.ok or card.error_class != "permission_denied" else None
        return replace(card, arguments=call.arguments, ran_with=ran_with)

    async def _carry_out(self, call: ToolCall, context: ToolContext) -> ToolCard:
        decision, pending = self._decision, self._pending
        call = replace(call, idempotency_key=pending.key, arguments=pending.arguments)
        if decision.verdict == "denied":
            return failed_card(call, pending.permission, "permission_denied", denial_words(decision))
        if decision.verdict == "acted":
            return self._as_settled(call)
        if decision.arguments is not None:
            call = replace(call, arguments=decision.arguments)
        refused = self._caller.refusal(call)
        if refused is not None:
            return refused
        card = await self._caller.run_permitted(call, replace(context, idempotency_key=pending.key), is_asked=True)
        if decision.arguments is None:
            return card
        changed = canonical_json(decision.arguments)[:MAX_SHOWN_CHARS]
        return replace(card, summary=clean_text(f"(a person changed the arguments to {changed}) {card.summary}"))

    def _as_settled(self, call: ToolCall) -> ToolCard:
        entry = self._caller.journal.latest(self._pending.doubt)
        if entry is None or entry.card is None:
            raise ControlError(f"{self._pending.id}: the journal has no result of {self._pending.doubt}; decide again")
        card = card_from_json(entry.card)
        return replace(card, call_id=call.call_id, idempotency_key=call.idempotency_key, is_replayed=True)

    async def aclose(self) -> None:
        """Close the door behind it."""
        await self._caller.aclose()


def is_in_doubt(journal: CallJournal, pending: PendingCall) -> bool:
    """True when the waiting call is a write that began in an earlier, cut-off resumption: it may have acted."""
    entry = journal.latest(pending.key)
    return pending.side_effect in WRITES and entry is not None and entry.state in ("started", "unknown")


def settle_doubt(journal: CallJournal, pending: PendingCall, decision: Decision) -> None:
    """Enter in the journal what a person says of the call in doubt; its word stands for every later try.

    Raises: ControlError when the journal has no such call, or the opposite was entered before.
    """
    if decision.verdict not in ("acted", "did_not_act"):
        return
    entry = journal.latest(pending.doubt)
    card = acted_card(pending, decision) if decision.verdict == "acted" else None
    if entry is not None and (entry.state == "settled" or entry.card is not None):
        if (entry.card is None) != (card is None):
            raise ControlError(f"{pending.id}: the journal already holds the opposite of {decision.verdict!r}")
        return
    journal.settle(pending.doubt, decision.at, card)


def acted_card(pending: PendingCall, decision: Decision) -> ToolCard:
    """Return the card of a call that a person says has acted: its result is lost, its effect is not."""
    call = ToolCall(pending.call_id, pending.tool, pending.arguments, pending.doubt)
    why = f" ({decision.reason})" if decision.reason else ""
    words = f"a person confirmed that this call acted{why}; its result was lost"
    return replace(failed_card(call, pending.permission, "server_failure", words), ok=True, error_class=None)


def denial_words(decision: Decision) -> str:
    """Return what the agent is told of a refusal."""
    return f"a person refused this call{f': {decision.reason}' if decision.reason else ''}; go on without it"
