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


def renewed_e(rules: GateRules, begun_before: int, accepted_before: int) -> float:
    """Return the e-value that the next confirmation needs where held-out samples are renewed.

    `confirm_e` for the first, times the confirmations begun with it, over the acceptances so far and one: the level
    that one of them may spend is a share of all, and each acceptance earns some back. Without it, a draft a day that
    does nothing would be accepted at least once in half a year with probability 1/8.
    Source: e-LOND (Xu and Ramdas 2024) with levels in proportion to 1 / t: the expected share of false acceptances
    is at most (1 + 1/2 + .. + 1/n) / `confirm_e` after n confirmations, under any dependence; about a fifth of that is
    seen (docs/evidence/gate.md).
    """
    return rules.confirm_e * max(1.0, (begun_before + 1) / (accepted_before + 1))


def acceptance_e(rules: GateRules, accepted_before: int) -> float:
    """Return the e-value that the next acceptance after `accepted_before` needs where samples cannot be renewed.

    1 / alpha_j with alpha_j = 0.05 * 6 / (pi^2 j^2) / 7, so that all false acceptances ever on these samples stay under
    5% together. Source: acceptance by spending, sum of 1/j^2 = pi^2/6; the 7 is for the drafts of a week that share one
    look.
    """
    from math import pi

    j = accepted_before + 1
    return 7 * pi**2 * j**2 / (0.05 * 6)
