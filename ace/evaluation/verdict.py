"""From counts to a verdict, and the verdict in plain words."""

from dataclasses import dataclass

from ace.evaluation.paired import Paired
from ace.evaluation.sign_test import e_value, sign_test
from runtime.contracts.rule import Verdict

MIN_CONFIRM_CASES = 100
CONFIRM_E = 20.0
HARMFUL_P = 0.05
FUTILE_SAMPLES = 100
FUTILE_HELD_OUT = 200
MAX_UNDECIDED_SHARE = 0.2


@dataclass(frozen=True)
class Judged:
    """A verdict, the figure it rests on, and why, for a reviewer who is not a statistician."""

    verdict: Verdict
    p_value: float
    reason: str


def judge_screen(paired: Paired, alpha: float, drafts: int) -> Judged:
    """Return the development verdict: it prunes, it never confirms. The level is `alpha` / `drafts`."""
    p = sign_test(paired.fixed, paired.broke)
    level = alpha / max(drafts, 1)
    votes = f"{paired.fixed} cases fixed, {paired.broke} broken, of {paired.cases} ({paired.n} samples)"
    asked = paired.n + paired.undecided
    if asked == 0 or paired.undecided / asked > MAX_UNDECIDED_SHARE:
        return Judged(
            "undecided: infrastructure",
            p,
            f"{paired.undecided} of {asked} samples could not be run to an end, so nothing is said of the rule.",
        )
    if sign_test(paired.broke, paired.fixed) <= HARMFUL_P:
        return Judged("harmful", p, f"Clearly more cases got worse than better ({votes}).")
    if p <= level:
        return Judged(
            "promising",
            p,
            f"On development samples {votes}; a change that does nothing would look this good with probability "
            f"{p:.3g} (the bar is {level:.3g}). Development samples were seen while drafting: this is not a proof.",
        )
    if paired.fixed + paired.broke == 0 or (paired.n >= FUTILE_SAMPLES and paired.fixed <= paired.broke):
        return Judged("no effect", p, f"The change moved nothing for the better ({votes}).")
    return Judged(
        "insufficient evidence",
        p,
        f"{votes}; a change that does nothing would look this good with probability {p:.3g}, above the bar of "
        f"{level:.3g}. More samples may tell.",
    )


@dataclass(frozen=True)
class HeldOut:
    """The verdict after held-out samples, with the e-value it rests on."""

    verdict: Verdict
    e_value: float
    reason: str


def judge_held_out(paired: Paired) -> HeldOut:
    """Return the verdict for a draft that passed the screen, from samples the curator never saw.

    `confirmed` needs an e-value of 20 and at least 100 decided cases, since cases have the votes; fewer never confirm.
    """
    e = e_value(paired.fixed, paired.broke)
    votes = (
        f"{paired.fixed} held-out cases fixed, {paired.broke} broken, of {paired.cases} ({paired.n} samples); "
        f"e-value {e:.3g}"
    )
    asked = paired.n + paired.undecided
    if asked == 0 or paired.undecided / asked > MAX_UNDECIDED_SHARE:
        reason = f"{paired.undecided} of {asked} held-out samples could not be run to an end."
        return HeldOut("undecided: infrastructure", e, reason)
    if sign_test(paired.broke, paired.fixed) <= HARMFUL_P:
        return HeldOut("harmful", e, f"Clearly more held-out cases got worse than better ({votes}).")
    if e >= CONFIRM_E and paired.cases >= MIN_CONFIRM_CASES:
        return HeldOut("confirmed", e, f"{votes}, at least {CONFIRM_E:g} as confirmation asks.")
    if paired.cases >= FUTILE_HELD_OUT and paired.fixed <= paired.broke:
        return HeldOut("no effect", e, f"On held-out samples the change moved nothing for the better ({votes}).")
    if paired.cases < MIN_CONFIRM_CASES:
        short = f"{paired.cases} cases, fewer than the {MIN_CONFIRM_CASES} a confirmation needs"
        return HeldOut("promising", e, f"{votes}. Only {short}, so it stays promising.")
    return HeldOut("promising", e, f"{votes}, under the {CONFIRM_E:g} a confirmation needs, so it stays promising.")
