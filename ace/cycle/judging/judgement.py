"""A draft's verdict with all the figures behind it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ace.curator.draft import Draft
from ace.cycle.draft_changes import CheckedDraft
from ace.evaluation.control import Control
from ace.evaluation.estimate import Estimate
from ace.evaluation.gate_rules import Profile
from ace.evaluation.guards import Guard
from ace.evaluation.paired import Paired
from ace.evaluation.slices import Slice
from ace.evaluation.verdict import Look
from runtime.contracts.rule import Verdict
from runtime.contracts.sample import Sample
from runtime.contracts.trace_event import Episode


@dataclass(frozen=True)
class Spend:
    """What the episodes run for this judgement cost: model calls, tokens, US dollars, and wall minutes.

    Episodes that were known (from the run, an earlier draft or an earlier judgement) cost nothing again.
    """

    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usd: float = 0.0
    minutes: float = 0.0


@dataclass(frozen=True)
class Judgement:
    """A draft's verdict and the figures behind it. Rates are shares of decided development trials, 0-1.

    `arms` are the ids of the development arms before and after; `ace analyze` reads them. The `solved` pairs are the
    agent's own outcome alone, without the failures on the way.

    `looks`: what the held-out cases said after each batch; `estimate`: the share of them that the change fixes, less
    the share it breaks, said without what stopping at a good moment adds; `estimate_cases`: decided cases of the
    further batch that it rests on and that had no part in the verdict, 0 without one. `slices`: of held-out samples
    where there are any, else of development ones. `stopped`: the ceiling that ended judging before this draft was
    through, empty when none did.
    """

    checked: CheckedDraft
    verdict: Verdict
    reason: str
    screen: Paired
    p_value: float
    held_out: Paired | None
    e_value: float | None
    target: str
    target_before: float
    target_after: float
    spend: Spend
    arms: tuple[str, str] = ("", "")
    screen_solved: Paired | None = None
    held_out_solved: Paired | None = None
    profile: Profile = "strict"
    looks: tuple[Look, ...] = ()
    estimate: Estimate | None = None
    estimate_cases: int = 0
    guards: tuple[Guard, ...] = ()
    slices: tuple[Slice, ...] = ()
    control: Control | None = None
    stopped: str = ""

    @property
    def draft(self) -> Draft:
        """The draft."""
        return self.checked.draft


class SealedLedger(Protocol):
    """Keeps count of what each held-out sample was used for."""

    def usable(self, samples: Sequence[Sample], proposal: str) -> Sequence[Sample]:
        """Return the samples that may still serve a confirmation of `proposal`, or that it looks at already."""
        ...

    def needed_e(self, proposal: str) -> float:
        """Return the e-value that a confirmation of `proposal` needs; the same once it has begun."""
        ...

    def used(self, proposal: str, samples: Sequence[Sample]) -> None:
        """Note that `samples` are about to be looked at for `proposal` (12 hex digits); a note made twice counts once.

        It is made before they are run, so that a judging that is killed has counted them.
        """
        ...


@dataclass(frozen=True)
class JudgeHooks:
    """What the judge tells as it goes; `ledger` is asked which held-out samples may serve, and told which do."""

    arm: Callable[[str, int], None] | None = None
    episode: Callable[[Episode], None] | None = None
    ledger: SealedLedger | None = None


_ORDER: Mapping[Verdict, int] = {
    "confirmed": 0,
    "promising": 1,
    "insufficient evidence": 2,
    "no effect": 3,
    "undecided: infrastructure": 4,
    "harmful": 5,
}


def best_first(judgement: Judgement) -> tuple[int, float, float, str]:
    """Return what judgements are sorted by: verdict, then p-value, then gain, then the rule's id."""
    gain = judgement.screen.after - judgement.screen.before
    return (_ORDER[judgement.verdict], judgement.p_value, -gain, judgement.draft.rule_id)
