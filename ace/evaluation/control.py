"""The control: the same rule enforced by code, on the same samples. Which part did the work, the words or the check?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ace.evaluation.paired import Paired, pair
from ace.evaluation.score import Trial
from analyzers.detectors.reading import proposals
from analyzers.detectors.rule_violation import condition_context
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from runtime.rules.judge_decisions import explain_each, prepare


@dataclass(frozen=True)
class Obedience:
    """Of the `decisions` a rule speaks about, how many meet it as proposed, before any gate acts.

    A model that obeys by deciding something else altogether makes no such decision: then it shows in `violating`, the
    share of episodes (0-1) with a proposal that violates the rule.
    """

    decisions: int
    obeyed: int
    violating: float = 0.0

    @property
    def rate(self) -> float | None:
        """Share of decisions, 0-1; None when the rule spoke about none."""
        return self.obeyed / self.decisions if self.decisions else None


@dataclass(frozen=True)
class Control:
    """Three arms on the samples all of them decided: without the change, in the prompt, as a gate. Shares, 0-1.

    `gate`: without it against as a gate; `instead`: in the prompt against as a gate. `obedience` is of the prompt arm;
    `violating_without` the share of episodes that violate the rule without it.
    """

    prompt: float
    gate: Paired
    instead: Paired
    obedience: Obedience
    violating_without: float = 0.0

    @property
    def is_as_good(self) -> bool:
        """True when no more cases are broken than fixed by the gate, in place of asking the model."""
        return self.instead.cases > 0 and self.instead.fixed >= self.instead.broke

    @property
    def promotes(self) -> bool:
        """True when a gate does as well and has something to do: the model did not obey every time."""
        rate = self.obedience.rate
        return self.is_as_good and rate is not None and rate < 1


def as_gate(rule: Rule) -> Rule:
    """Return `rule` as it would be after promotion: its text stays in the prompt, and code stops what violates it."""
    return rule.model_copy(update={"enforce": "gate"})


def compare_control(
    without: Sequence[Trial],
    prompt: Sequence[Trial],
    gate: Sequence[Trial],
    obedience: Obedience,
    violating_without: float = 0.0,
) -> Control:
    """Return the three arms compared on the samples that all three decided."""
    arms = (without, prompt, gate)
    first, *others = (_decided(trials) for trials in arms)
    decided = {sample for sample, numbers in first.items() if all(one.get(sample) == numbers for one in others)}
    old, told, gated = ([trial for trial in trials if trial.sample in decided] for trials in arms)
    instead = pair(told, gated)
    return Control(instead.before, pair(old, gated), instead, obedience, violating_without)


def measure_obedience(rule: Rule, episodes: Iterable[Episode]) -> Obedience:
    """Return how often proposals met `rule` where it spoke; a decision its condition fails on is left out."""
    spoken = obeyed = violating = decided = 0
    for episode in episodes:
        if episode.is_infrastructure_error or episode.header.agent != rule.agent:
            continue
        decisions = prepare([condition_context(episode, step) for step in proposals(episode)])
        verdicts = [judged.verdict for _, judged in explain_each(rule, decisions)]
        spoken += sum(verdict != "error" for verdict in verdicts)
        obeyed += verdicts.count("complies")
        violating += "violates" in verdicts
        decided += 1
    return Obedience(spoken, obeyed, violating / decided if decided else 0.0)


def _decided(trials: Sequence[Trial]) -> dict[str, frozenset[int]]:
    """Return the trial numbers of each sample of which every trial is decided."""
    undecided = {trial.sample for trial in trials if trial.success is None}
    numbers: dict[str, set[int]] = {}
    for trial in trials:
        if trial.sample not in undecided:
            numbers.setdefault(trial.sample, set()).add(trial.trial)
    return {sample: frozenset(found) for sample, found in numbers.items()}
