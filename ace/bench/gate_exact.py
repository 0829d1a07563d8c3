"""What our gate accepts, without simulation: the sum of the probabilities of all paths of votes."""

from ace.bench.gate_ours import SCREEN_N
from ace.bench.gate_scenarios import Effect
from ace.evaluation.estimate import Design
from ace.evaluation.gate_rules import GateRules
from ace.evaluation.power import Shares, batch_sizes, held_out_ends, screen_chance
from ace.evaluation.power import design_of as design_of_shares


def exact_accepted(one: Effect, drafts: int, rules: GateRules) -> float:
    """Return the probability that one draft of this effect, of `drafts` that day, passes screen and confirmation."""
    return screen_chance(shares_in(one), SCREEN_N, drafts, rules) * exact_confirmed(one, rules)


def exact_confirmed(one: Effect, rules: GateRules) -> float:
    """Return the probability that held-out samples confirm a draft of this effect."""
    return held_out_ends(shares_in(one), batch_sizes(rules.most, rules), rules).confirmed


def design_of(one: Effect, rules: GateRules, limits: tuple[int, int]) -> Design:
    """Return what paths of drafts of this effect are counted over; votes that never happen are left out."""
    return design_of_shares(shares_in(one), rules, limits)


def shares_in(one: Effect) -> Shares:
    """Return the shares of samples that a draft of this effect fixes and breaks."""
    return Shares(one.fixed, one.broke)
