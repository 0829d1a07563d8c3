"""What a guard says: one measured thing that must not get worse, whatever a change does for success. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from runtime.contracts.rule import Verdict

MUST_PASS = "must-pass samples"
SLICES = "slices"
COST = "cost"
LATENCY = "latency"
# "undecided": it was to be measured and errors kept it from being; "not measured": there is nothing to measure it on.
GuardStatus: TypeAlias = Literal["held", "failed", "undecided", "not measured"]


@dataclass(frozen=True)
class Guard:
    """One guard, and in a sentence or two what was measured."""

    name: str
    status: GuardStatus
    detail: str


def after_guards(verdict: Verdict, guards: Sequence[Guard]) -> tuple[Verdict, str]:
    """Return the verdict once the guards have spoken, and the sentence that names those in the way, else "".

    A broken must-pass sample is harm. Every other guard, failed or undecided, keeps a change from being confirmed.
    """
    failed = [guard for guard in guards if guard.status == "failed"]
    undecided = [guard for guard in guards if guard.status == "undecided"]
    said = " ".join(f"Guard failed: {guard.name}. {guard.detail}" for guard in failed)
    if any(guard.name == MUST_PASS for guard in failed):
        return "harmful", said
    said = " ".join([*([said] if said else []), *(f"Undecided: {g.name}. {g.detail}" for g in undecided)])
    if said and verdict == "confirmed":
        return "promising", said
    return verdict, said
