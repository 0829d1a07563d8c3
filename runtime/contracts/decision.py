"""What a gate answers."""

from dataclasses import dataclass

from runtime.contracts.action import Action
from runtime.contracts.trace_event import GateDecision


@dataclass(frozen=True)
class Verdict:
    """One gate's decision on a proposal. `action` is the replacement when `decision` is convert."""

    gate: str
    decision: GateDecision
    reason: str
    action: Action | None = None
