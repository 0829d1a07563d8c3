"""From counts to a verdict, and the verdict in plain words. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from ace.evaluation.gate_rules import GateRules, Step, after_batch, screens
from ace.evaluation.paired import Paired
from ace.evaluation.sign_test import e_value, sign_test
from ace.text.counted import counted
from runtime.contracts.rule import Verdict

FUTILE_CASES = 100
MAX_UNDECIDED_SHARE = 0.2


@dataclass(frozen=True)
class Judged:
    """A verdict, the figure it rests on, and why, for a reviewer who is not a statistician."""

    verdict: Verdict
    p_value: float
    reason: str


def is_undecided(paired: Paired) -> bool:
    """Return True when so many samples could not be run to an end that the others say nothing."""
    asked = paired.n + paired.undecided
    return asked == 0 or paired.undecided / asked > MAX_UNDECIDED_SHARE


def judge_screen(paired: Paired, rules: GateRules, drafts: int) -> Judged:
    """Return the development verdict: it prunes, it never confirms. The level is `rules.alpha` / `drafts`."""
    p = sign_test(paired.fixed, paired.broke)
    level = rules.alpha / max(drafts, 1)
    samples = counted(paired.n, "sample")
    votes = f"{counted(paired.fixed, 'case')} fixed, {paired.broke} broken, of {paired.cases} ({samples})"
    if is_undecided(paired):
        asked = paired.n + paired.undecided
        return Judged(
            "undecided: infrastructure",
            p,
            f"{paired.undecided} of {asked} samples could not be run to an end, so nothing is said of the rule.",
        )
    if sign_test(paired.broke, paired.fixed) <= rules.harmful_p:
        return Judged("harmful", p, f"Clearly more cases got worse than better ({votes}).")
    if screens(paired.fixed, paired.broke, drafts, rules):
        return Judged(
            "promising",
            p,
            f"On development samples {votes}; a change that does nothing would look this good with probability "
            f"{p:.3g} (the bar is {level:.3g}). Development samples were seen while drafting: this is not a proof.",
        )
    if paired.fixed + paired.broke == 0 or (paired.n >= FUTILE_CASES and paired.fixed <= paired.broke):
        return Judged("no effect", p, f"The change moved nothing for the better ({votes}).")
    return Judged(
        "insufficient evidence",
        p,
        f"{votes}; a change that does nothing would look this good with probability {p:.3g}, above the bar of "
        f"{level:.3g}. More samples may tell.",
    )


@dataclass(frozen=True)
class Look:
    """What all held-out cases so far say after one batch: `cases` decided, votes, the e-value, and what follows."""

    cases: int
    fixed: int
    broke: int
    e_value: float
    step: Step


def look_at(paired: Paired, rules: GateRules) -> Look:
    """Return the look at everything so far. Looking is free: the e-value is a test martingale."""
    step = after_batch(paired.fixed, paired.broke, paired.cases, rules)
    return Look(paired.cases, paired.fixed, paired.broke, e_value(paired.fixed, paired.broke), step)


@dataclass(frozen=True)
class HeldOut:
    """The verdict after held-out samples, with the e-value it rests on."""

    verdict: Verdict
    e_value: float
    reason: str


def judge_held_out(paired: Paired, looks: Sequence[Look], rules: GateRules) -> HeldOut:
    """Return the verdict for a draft that passed the screen, from samples the curator never saw.

    `looks` are in order, the last one at all of `paired`. `confirmed` needs an e-value of `rules.confirm_e` and at
    least `rules.min_confirm` decided cases, since cases have the votes; fewer never confirm.
    """
    e = e_value(paired.fixed, paired.broke)
    votes = (
        f"{counted(paired.fixed, 'held-out case')} fixed, {paired.broke} broken, of {paired.cases} "
        f"({counted(paired.n, 'sample')}), "
        f"{len(looks)} look{'' if len(looks) == 1 else 's'}; e-value {e:.3g}"
    )
    if is_undecided(paired):
        reason = f"{paired.undecided} of {paired.n + paired.undecided} held-out samples could not be run to an end."
        return HeldOut("undecided: infrastructure", e, reason)
    step = looks[-1].step if looks else "go on"
    # Among few cases there is one look, so the sign test holds its level; later the e-value says when harm is shown.
    is_few = paired.cases < rules.min_confirm
    if step == "harmful" or (is_few and sign_test(paired.broke, paired.fixed) <= rules.harmful_p):
        return HeldOut("harmful", e, f"Clearly more held-out cases got worse than better ({votes}).")
    if step == "confirmed":
        return HeldOut("confirmed", e, f"{votes}, at least {rules.confirm_e:g} as confirmation asks.")
    if step == "futile":
        return HeldOut("no effect", e, f"On held-out samples the change moved nothing for the better ({votes}).")
    if step == "spent":
        why = f"that was the most a confirmation may use, and it needs {rules.confirm_e:g}"
        return HeldOut("insufficient evidence", e, f"{votes}; {why}.")
    if is_few:
        short = f"{paired.cases} cases, fewer than the {rules.min_confirm} a confirmation needs"
        return HeldOut("promising", e, f"{votes}. There were only {short}, so it stays promising.")
    why = f"under the {rules.confirm_e:g} a confirmation needs, and there are no more held-out samples"
    return HeldOut("promising", e, f"{votes}, {why}, so it stays promising.")
