"""The tutor's fixed gates. Each is pure: (proposal, what it may look at) -> a verdict with its reason, or None."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from runtime.contracts.action import MAX_HINT_LEVEL, RESPONSES, Action
from runtime.contracts.decision import Verdict
from runtime.contracts.sample import TutorSample
from runtime.contracts.state import AgentState
from runtime.gates.settings import FixedGateSettings
from runtime.state.answer_open import is_answer_open

MAX_REPEATS = 0
_SINGLE_NAME = re.compile(r"[A-Za-z0-9_.:-]+")
_REQUESTS = frozenset({"tool", "tools", "action", "actions", "calls", "tool_calls"})
GATED_TEXT = RESPONSES
PLAIN_HINTS = (
    "Look again at the part of the image the question is about. What do you see there?",
    "Set your idea beside what you see there. What would you expect to see if it were right?",
    "Put together what you have seen so far. Which answer fits all of it?",
)


@dataclass(frozen=True)
class GateView:
    """What a gate may look at. `repeats` counts earlier alike calls, `leak` says how the text gives the answer away.

    `modes`: which gates act and which only observe.
    """

    state: AgentState
    sample: TutorSample
    repeats: int
    leak: str
    is_unsafe: bool
    modes: FixedGateSettings = field(default_factory=FixedGateSettings)


Gate: TypeAlias = Callable[[Action, GateView], Verdict | None]


def reveal(action: Action, view: GateView) -> Verdict | None:
    """Close the answer until the student has tried."""
    if action.kind != "REVEAL_ANSWER" or view.state.student.attempts > 0:
        return None
    return Verdict("reveal", "block", "the student has not tried yet: ask a probe or give a hint first")


def assessment(action: Action, view: GateView) -> Verdict | None:
    """Turn a reveal after a wrong or partial answer into the next hint."""
    if action.kind != "REVEAL_ANSWER" or view.state.student.attempts == 0 or is_answer_open(view.state):
        return None
    level = min(view.state.student.hint_level + 1, MAX_HINT_LEVEL)
    hint = action.with_hint(level, hint_text(view.sample, level))
    reason = f"the student's last answer was {view.state.student.performance}: hint {level} instead of the answer"
    return Verdict("assessment", "convert", reason, hint)


def safety(action: Action, view: GateView) -> Verdict | None:
    """Refuse and refer when the message is about a real patient, dosing or an emergency."""
    if not view.is_unsafe or action.kind == "SAFETY_REFUSE":
        return None
    return Verdict("safety", "convert", "real patient, dosing or urgent symptoms: refuse and refer", refusal(action))


def refusal(action: Action) -> Action:
    """Return the refusal that stands in for `action`."""
    return Action(
        kind="SAFETY_REFUSE",
        text=(
            "I can only help with learning, not with a real person's care. If symptoms are new or severe, contact "
            "emergency services now; otherwise please ask a clinician who can see the patient."
        ),
        reason=f"in place of {action.kind}",
    )


def one_tool(action: Action, view: GateView) -> Verdict | None:
    """Block a tool request that carries a second one: several names in one, or a request among the arguments.

    A list of tools, or two objects, is no action at all and is sent back by the parser.
    """
    if action.kind != "REQUEST_TOOL":
        return None
    inside = sorted(_REQUESTS & action.arguments.keys())
    if _SINGLE_NAME.fullmatch(action.tool) and not inside:
        return None
    what = f"the arguments hold {inside[0]!r}" if inside else f"{action.tool!r} is not one tool's name"
    return Verdict("one_tool", "block", f"one tool a turn, and {what}: ask for one now and for the next one later")


def repeats(action: Action, view: GateView) -> Verdict | None:
    """Block a tool request that asks what was already asked."""
    if action.kind != "REQUEST_TOOL" or view.repeats <= MAX_REPEATS:
        return None
    reason = f"{action.tool} was already called with the same or nearly the same arguments: use its result"
    return Verdict("repeats", "block", reason)


def tool_budget(action: Action, view: GateView) -> Verdict | None:
    """Block a tool request once the episode's tool calls are used up."""
    spent, limit = view.state.spent.tool_calls, view.state.budgets.tool_calls
    if action.kind != "REQUEST_TOOL" or spent < limit:
        return None
    return Verdict("tool_budget", "block", f"all {limit} tool calls are used: answer the student now")


def leak(action: Action, view: GateView) -> Verdict | None:
    """Block a response whose text gives the answer away."""
    if action.kind not in GATED_TEXT or not view.leak or is_answer_open(view.state):
        return None
    return Verdict("leak", "block", f"this text {view.leak}: say it without giving the answer away")


def hint_text(sample: TutorSample, level: int) -> str:
    """Return an authored hint of `level` 1-3 that names a finding, never the answer; plain where none is known."""
    findings = sample.findings
    if not findings:
        return PLAIN_HINTS[min(level, len(PLAIN_HINTS)) - 1]
    finding = findings[min(level, len(findings)) - 1].rstrip(".")
    if level == 1:
        return f"Look again: {finding}. What could explain that?"
    if level == 2:
        return f"Set your idea beside this finding: {finding}. Does your idea predict it?"
    return f"Two things together: {'; '.join(f.rstrip('.') for f in findings[:2])}. Which option fits both?"
