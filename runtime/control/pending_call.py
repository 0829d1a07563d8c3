"""A tool call that waits for a person: what was asked, from where, what was decided, and what became of it."""

from typing import Literal, TypeAlias

from pydantic import Field

from runtime.contracts.json_types import JsonObject, content_hash
from runtime.contracts.ports import ToolContext
from runtime.contracts.sample import Frozen
from runtime.contracts.tool_call import SideEffect, ToolCall, ToolSpec

Question: TypeAlias = Literal["may_it_run", "did_it_act"]
Verdict: TypeAlias = Literal["approved", "denied", "acted", "did_not_act"]
Status: TypeAlias = Literal["waiting", "approved", "denied", "acted", "did_not_act", "resuming", "done"]
ANSWERS: dict[Question, frozenset[Verdict]] = {
    "may_it_run": frozenset({"approved", "denied"}),
    "did_it_act": frozenset({"acted", "did_not_act", "denied"}),
}


class Decision(Frozen):
    """What a person said. `arguments` are those to run with instead of the ones asked for."""

    verdict: Verdict
    by: str
    at: str
    reason: str = ""
    arguments: JsonObject | None = None


class Resumption(Frozen):
    """One try at going on with the episode. `ended` is how it ended, empty while it is under way or after a crash.

    Of an agent that is run anew from its start it says so as soon as the call was carried out.
    """

    episode: str
    by: str
    at: str
    ended: str = ""


class PendingCall(Frozen):
    """One call that waits. `key` is its idempotency key; `doubt` the key of the call that may have acted already.

    `rules` maps the ids of the injected rules to their fingerprints. `answered` counts the decisions made on earlier
    questions about the same call. `changed` says what was not as it was at the last try to resume it.
    """

    schema_: Literal[1] = Field(default=1, alias="schema")
    id: str
    asked: str
    question: Question
    tool: str
    side_effect: SideEffect
    permission: str
    arguments: JsonObject
    call_id: str
    key: str
    run: str
    episode: str
    sample: str
    trial: int
    attempt: int
    step: int
    seed: int
    commit: str
    rules: dict[str, str]
    image: str = ""
    doubt: str = ""
    decisions: tuple[Decision, ...] = ()
    resumptions: tuple[Resumption, ...] = ()
    answered: int = 0
    changed: str = ""

    @property
    def decision(self) -> Decision | None:
        """The answer to the question that is open now."""
        return self.decisions[-1] if len(self.decisions) > self.answered else None

    @property
    def status(self) -> Status:
        """Where the call stands. `resuming` is also what a crash leaves behind."""
        if self.resumptions and self.resumptions[-1].ended:
            return "done"
        if self.resumptions and self.decision is not None:
            return "resuming"
        return self.decision.verdict if self.decision is not None else "waiting"

    @property
    def episodes(self) -> frozenset[str]:
        """The episode that asked, and those that went on with it."""
        return frozenset({self.episode, *(one.episode for one in self.resumptions)})


def pending_id(key: str) -> str:
    """Return the id of the call with idempotency key `key`: the same however often it is asked."""
    return "p-" + content_hash(key, 10)


def ask_about(call: ToolCall, context: ToolContext, spec: ToolSpec, asked: str, doubt: str = "") -> PendingCall:
    """Return the pending call for `call`, made at the context's place; with `doubt` it is asked whether it acted."""
    place = context.place
    return PendingCall(
        id=pending_id(call.idempotency_key),
        asked=asked,
        question="did_it_act" if doubt else "may_it_run",
        tool=spec.name,
        side_effect=spec.side_effect,
        permission=spec.permission,
        arguments=call.arguments,
        call_id=call.call_id,
        key=call.idempotency_key,
        run=place.run,
        episode=place.episode,
        sample=place.sample,
        trial=place.trial,
        attempt=place.attempt,
        step=place.step,
        seed=place.seed,
        commit=place.commit,
        rules=dict(place.rules),
        image=context.image_ref,
        doubt=doubt,
    )
