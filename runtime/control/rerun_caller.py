"""The door of an agent whose episodes are run anew from their start: a call decided before is not asked again."""

from runtime.contracts.json_types import canonical_json
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import ToolCall, ToolCard
from runtime.control.controlled_caller import ControlledCaller, place_of
from runtime.control.decided_caller import DecidedCaller
from runtime.control.pending_call import PendingCall, Resumption

RUN_ANEW = "run anew"


class RerunCaller:
    """Implements ToolCaller. What a person decided holds for the same tool and arguments at the same place.

    The place is run, sample and trial, whatever the attempt and step. A decided call is carried out under the key it
    was asked under, so that it acts once however often the episode is begun. Decisions are read once, when the first
    call needs one: those of later on count in the next run.
    """

    def __init__(self, caller: ControlledCaller) -> None:
        """Ask through `caller`."""
        self.caller = caller
        self._decided: dict[tuple[str, str, str], PendingCall] | None = None

    async def call(self, call: ToolCall, context: ToolContext) -> ToolCard:
        """Return the card of one call. Raises: as ControlledCaller.call."""
        pending = self._decision_on(call, context)
        if pending is None:
            return await self.caller.call(call, context)
        card = await DecidedCaller(self.caller, _as_asked_by(pending, call)).call(call, context)
        self._enter(pending, context.place.episode)
        return card

    def _decision_on(self, call: ToolCall, context: ToolContext) -> PendingCall | None:
        place = place_of(context)
        if not place or self.caller.pending is None or self.caller.refusal(call) is not None:
            return None
        spec = self.caller.specs[call.name]
        if self.caller.settings.permission(spec.name, spec.side_effect) != "ask":
            return None
        if self._decided is None:
            # The oldest first, so that the newest decision on the same call is the one that counts.
            decided = [one for one in self.caller.pending.all() if one.decision is not None]
            self._decided = {(_place(one), one.tool, canonical_json(one.arguments)): one for one in decided}
        return self._decided.get((place, call.name, canonical_json(call.arguments)))

    def _enter(self, pending: PendingCall, episode: str) -> None:
        """Say in the kept call that its episode was begun anew as `episode`."""
        assert self.caller.pending is not None
        done = Resumption(episode=episode, by="ace run", at=self.caller.clock.now(), ended=RUN_ANEW)

        def enter(now: PendingCall) -> PendingCall:
            if episode in now.episodes:
                return now
            return now.model_copy(update={"resumptions": (*now.resumptions, done), "changed": ""})

        self.caller.pending.change(pending.id, enter)

    async def aclose(self) -> None:
        """End the worker processes; a later call starts new ones."""
        await self.caller.aclose()


def _as_asked_by(pending: PendingCall, call: ToolCall) -> PendingCall:
    """A model that took another way to the same call has numbered it otherwise."""
    return pending.model_copy(update={"call_id": call.call_id})


def _place(pending: PendingCall) -> str:
    return canonical_json([pending.run, pending.sample, pending.trial])
