"""What an ablation came to, as data and as JSON. Pure."""

from dataclasses import dataclass

from ace.cycle.ablation.weight import SHOWN_E, PairWeight, Rate, RuleWeight, Trials
from runtime.contracts.json_types import JsonObject


@dataclass(frozen=True)
class Ablation:
    """Every rule that was looked at, in the order it was, and pairs where they were asked for.

    `decisions`: recorded decisions that silence was told from. `calls`: model calls made now; what was kept from before
    costs nothing again. `stopped`: the ceiling that ended it, empty when none did. `is_simulated`: any part of who was
    asked was.
    """

    run: str
    agent: str
    controller: str
    is_simulated: bool
    samples: int
    cases: int
    trials: int
    decisions: int
    shared_arm: str
    rules: tuple[RuleWeight, ...] = ()
    pairs: tuple[PairWeight, ...] = ()
    calls: int = 0
    stopped: str = ""
    notes: tuple[str, ...] = ()

    def to_json(self) -> JsonObject:
        """Return it as a JSON object; shares are 0-1, changes with the rule less without it."""
        return {
            "run": self.run,
            "agent": self.agent,
            "controller": self.controller,
            "simulated": self.is_simulated,
            "split": "dev",
            "samples": self.samples,
            "cases": self.cases,
            "trials": self.trials,
            "decisions": self.decisions,
            "shown_e": SHOWN_E,
            "shared_arm": self.shared_arm,
            "rules": [_rule_json(weight) for weight in self.rules],
            "pairs": [_pair_json(weight) for weight in self.pairs],
            "model_calls": self.calls,
            "stopped": self.stopped or None,
            "notes": list(self.notes),
        }


def _rule_json(weight: RuleWeight) -> JsonObject:
    head: JsonObject = {"rule": weight.rule, "word": weight.word, "reason": weight.reason, "spoke": weight.spoke}
    return head | {"trials": _trials_json(weight.trials)}


def _pair_json(weight: PairWeight) -> JsonObject:
    head: JsonObject = {"rules": list(weight.rules), "word": weight.word, "reason": weight.reason}
    return head | {"trials": _trials_json(weight.trials)}


def _trials_json(trials: Trials | None) -> JsonObject | None:
    if trials is None:
        return None
    paired = trials.paired
    return {
        "n": paired.n,
        "cases": paired.cases,
        "undecided": paired.undecided,
        "without": paired.before,
        "with": paired.after,
        "change": trials.change,
        "change_95": [paired.change_low, paired.change_high],
        "better_with": paired.fixed,
        "worse_with": paired.broke,
        "e_helps": trials.e_helps,
        "e_hurts": trials.e_hurts,
        "target": _rate_json(trials.target),
        "most_changed": _rate_json(trials.most_changed),
        "arm": trials.arm,
        "model_calls": trials.calls,
    }


def _rate_json(rate: Rate | None) -> JsonObject | None:
    return None if rate is None else {"name": rate.name, "without": rate.without, "with": rate.with_it}
