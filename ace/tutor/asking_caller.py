"""Tool calls that need approval, asked of the person who is there: nothing is left waiting behind."""

from ace.tutor.screen import Note, Screen
from runtime.contracts.errors import ApprovalNeededError
from runtime.contracts.json_types import canonical_json
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import ToolCall, ToolCard, ToolSpec
from runtime.control.controlled_caller import ControlledCaller
from runtime.control.decided_caller import denial_words
from runtime.control.pending_call import Decision, PendingCall, Resumption
from runtime.tools.call_tool import failed_card, missing_card

MAX_SHOWN_CHARS, MAX_REASON_CHARS = 300, 200
YES, NO = frozenset({"y", "yes"}), frozenset({"", "n", "no"})
BY = "the student"


class AskingCaller:
    """Implements ToolCaller: what the settings want asked is asked on the screen; no word, or another, is a no."""

    def __init__(self, caller: ControlledCaller, screen: Screen) -> None:
        """Put `screen` before `caller`."""
        self._caller, self._screen = caller, screen

    async def call(self, call: ToolCall, context: ToolContext) -> ToolCard:
        """Return the card of one call; a refused one is `permission_denied`. Raises: ControlError."""
        refused = self._caller.refusal(call)
        if refused is not None:
            return refused
        spec = self._caller.specs[call.name]
        must_ask = self._caller.settings.permission(spec.name, spec.side_effect) == "ask"
        if must_ask:
            # A person is not asked about what cannot work anyway.
            missing = missing_card(self._caller.tools[call.name], spec, call)
            if missing is not None:
                return missing
            denied = self._ask(call, spec)
            if denied is not None:
                return denied
        try:
            return await self._caller.run_permitted(call, context, is_asked=must_ask)
        except ApprovalNeededError as exc:
            return self._not_again(call, spec, exc.pending)

    def _ask(self, call: ToolCall, spec: ToolSpec) -> ToolCard | None:
        """Return the card of a refusal, None when the call is allowed."""
        asked = canonical_json(call.arguments)
        short = asked if len(asked) <= MAX_SHOWN_CHARS else asked[: MAX_SHOWN_CHARS - 3] + "..."
        data = {"tool": call.name, "arguments": call.arguments}
        self._screen.show(Note("approval", f"{call.name} wants {short}. Allow? [y/N]", dict(data)))
        said = (self._screen.ask() or "").strip()
        self._screen.show(Note("student", said or "(no)"))
        if said.lower() in YES:
            return None
        is_reason = said.lower() not in NO and not said.startswith("/")
        decision = Decision(
            verdict="denied",
            by=BY,
            at=self._caller.clock.now(),
            reason=said[:MAX_REASON_CHARS] if is_reason else "",
        )
        return failed_card(call, spec.permission, "permission_denied", denial_words(decision))

    def _not_again(self, call: ToolCall, spec: ToolSpec, pending: str) -> ToolCard:
        """Refuse a write that may have acted before, and answer the question that was kept about it."""
        now = self._caller.clock.now()
        denied = Decision(verdict="denied", by=BY, at=now, reason="the session goes on without it")

        def deny(kept: PendingCall) -> PendingCall:
            done = Resumption(episode=kept.episode, by=BY, at=now, ended="permission_denied")
            changes = {"decisions": (*kept.decisions, denied), "resumptions": (*kept.resumptions, done)}
            return kept.model_copy(update=changes)

        if self._caller.pending is not None:
            self._caller.pending.change(pending, deny)
        words = "this write may have acted already and is not made again; go on without it"
        return failed_card(call, spec.permission, "permission_denied", words)

    async def aclose(self) -> None:
        """Close the door behind it."""
        await self._caller.aclose()
