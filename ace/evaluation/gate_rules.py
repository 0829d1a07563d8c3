"""When a draft is confirmed, dropped or looked at further: the bars of screen and confirmation. Pure.

Screen: one-sided sign test on development votes at `alpha` shared by the day's drafts; it prunes, it never accepts.
Confirmation: an e-value over held-out votes, looked at after each batch. It is a test martingale, so looking is free;
under a change that does nothing it ever reaches `confirm_e` with probability at most 1 / `confirm_e`.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ace.evaluation.sign_test import e_value, sign_test

Profile: TypeAlias = Literal["strict", "screening", "advisory"]
Step: TypeAlias = Literal["go on", "confirmed", "harmful", "futile", "spent"]


@dataclass(frozen=True)
class GateRules:
    """The bars. Counts are of votes' units: samples, or cases where samples of one case are alike.

    `alpha`: the screen's level; `confirm_e`, `harmful_e`: e-values that end a confirmation for and against; none before
    `min_confirm` units; `futile_after`: from so many units on it ends when no more were fixed than broken; `most`: it
    ends in any case; `batch`: units looked at between two looks.
    """

    alpha: float = 0.10
    harmful_p: float = 0.05
    confirm_e: float = 20.0
    harmful_e: float = 20.0
    min_confirm: int = 100
    futile_after: int = 200
    most: int = 800
    batch: int = 100


def screens(fixed: int, broke: int, drafts: int, rules: GateRules) -> bool:
    """Return True when development votes let a draft go on to held-out samples."""
    return sign_test(fixed, broke) <= rules.alpha / max(drafts, 1)


def after_batch(fixed: int, broke: int, looked_at: int, rules: GateRules) -> Step:
    """Return what follows from `fixed` and `broke` among the `looked_at` units so far."""
    if looked_at >= rules.min_confirm:
        if e_value(fixed, broke) >= rules.confirm_e:
            return "confirmed"
        if e_value(broke, fixed) >= rules.harmful_e:
            return "harmful"
    if looked_at >= rules.futile_after and fixed <= broke:
        return "futile"
    return "spent" if looked_at >= rules.most else "go on"


def acceptance_e(rules: GateRules, accepted_before: int | None = None) -> float:
    """Return the e-value a confirmation needs.

    None: samples are renewed, and `confirm_e` holds for each. Where they cannot be, the next acceptance after
    `accepted_before` needs 1 / alpha_j with alpha_j = 0.05 * 6 / (pi^2 j^2) / 7, so that all false acceptances ever on
    these samples stay under 5% together. Source: acceptance by spending, sum of 1/j^2 = pi^2/6; the 7 is for the
    drafts of a week that share one look.
    """
    if accepted_before is None:
        return rules.confirm_e
    from math import pi

    j = accepted_before + 1
    return 7 * pi**2 * j**2 / (0.05 * 6)
