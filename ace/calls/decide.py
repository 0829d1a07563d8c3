"""A person's decision on a pending call, entered once."""

import getpass
from collections.abc import Mapping
from dataclasses import dataclass

from ace.calls.standing import open_store, refuse_stale, standing
from ace.errors import AceError
from ace.session import Session
from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ToolSpec
from runtime.control.call_journal import CallJournal
from runtime.control.decided_caller import settle_doubt
from runtime.control.pending_call import ANSWERS, Decision, PendingCall, Verdict
from runtime.tools.check_arguments import check_arguments


@dataclass(frozen=True)
class Answer:
    """What a person says. `arguments`: to run with these instead of the ones asked for."""

    verdict: Verdict
    reason: str = ""
    arguments: JsonObject | None = None


def decide(session: Session, name: str, answer: Answer) -> PendingCall:
    """Return the call with the decision on it.

    Raises: ControlError for an unknown call, AceError when it is stale, already decided otherwise, asks another
    question, or the changed arguments do not fit the tool.
    """
    store = open_store(session)
    call = store.get(name)
    refuse_stale(standing(session, call))
    if answer.arguments is not None:
        check_edit(session.agent.tools(session.tool_settings()), call, answer.arguments)
    decision = Decision(
        verdict=answer.verdict,
        by=person(),
        at=session.clock.now(),
        reason=answer.reason,
        arguments=answer.arguments,
    )

    def enter(now: PendingCall) -> PendingCall:
        _refuse_unfit(now, decision)
        if now.decision is not None:
            return now
        settle_doubt(CallJournal(store.folder), now, decision)
        return now.model_copy(update={"decisions": (*now.decisions, decision)})

    return store.change(call.id, enter)


def _refuse_unfit(call: PendingCall, decision: Decision) -> None:
    before = call.decision
    if call.status == "done":
        last = call.resumptions[-1]
        raise AceError(f"{call.id} was resumed by {last.by} at {last.at} as {last.episode}; there is nothing to decide")
    if decision.verdict not in ANSWERS[call.question]:
        raise AceError(_other_question(call))
    if before is not None and _says_otherwise(before, decision):
        raise AceError(f"{call.id} is already {before.verdict} by {before.by} at {before.at}; that stands")


def _says_otherwise(before: Decision, now: Decision) -> bool:
    """Whether `now` adds anything to what was decided; a reason would be lost, and the agent has been given another."""
    reason = now.reason or before.reason
    return (before.verdict, before.arguments, before.reason) != (now.verdict, now.arguments, reason)


def _other_question(call: PendingCall) -> str:
    if call.question == "did_it_act":
        return (
            f"{call.id}: {call.tool} began and was cut off; find out whether it acted, then say --it-acted or "
            "--it-did-not-act (it then runs), or deny it"
        )
    return f"{call.id}: {call.tool} has not begun, so there is nothing it can have done; approve or deny it"


def check_edit(tools: Mapping[str, tuple[ToolSpec, object]], call: PendingCall, arguments: JsonObject) -> None:
    """Raise AceError when the changed arguments do not fit what the tool declares."""
    if call.tool not in tools:
        raise AceError(f"{call.id}: there is no tool {call.tool!r} here any more")
    problem = check_arguments(tools[call.tool][0], arguments)
    if problem:
        raise AceError(f"{call.id}: the changed arguments do not fit {call.tool}: {problem}")


def person() -> str:
    """Return the name of who runs this command."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"
