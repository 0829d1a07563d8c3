"""Does obeying a rule go with failing? An association in recorded episodes, not yet a cause. Pure."""

from collections.abc import Mapping
from typing import NamedTuple

from ace.curator.evidence_tests import decision_contexts
from analyzers.fisher import fisher_greater
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from runtime.rules.evaluate_condition import judge

MAX_HARM_P = 0.01
MIN_HARM_EPISODES = 20


class Harm(NamedTuple):
    """How episodes ended in which a rule was obeyed each time it spoke, and in which it was broken.

    `obeyed`, `broke`: episodes, `obeyed_failed` and `broke_failed` those of them that failed. `p_value`: 0-1, one-sided
    over cases; small when obeying goes with failing.
    """

    obeyed_failed: int
    obeyed: int
    broke_failed: int
    broke: int
    p_value: float

    @property
    def is_harmful(self) -> bool:
        """True when both sides have enough episodes and chance alone would hardly do this."""
        return min(self.obeyed, self.broke) >= MIN_HARM_EPISODES and self.p_value <= MAX_HARM_P

    @property
    def figure(self) -> str:
        """The figures in one line."""
        return (
            f"failed in {self.obeyed_failed} of {self.obeyed} episodes that obeyed it and in {self.broke_failed} of "
            f"{self.broke} that broke it (one-sided p {self.p_value:.2g})"
        )


def harm_of(rule: Rule, episodes: Mapping[str, Episode], succeeded: frozenset[str]) -> Harm:
    """Return how the episodes in which `rule` spoke ended, by whether it was obeyed.

    Trials of one case are not independent, so a case counts once a side, and as failed when more than half of its
    episodes on that side failed. Episodes that say nothing about the agent are left out. A gate lets nobody break its
    rule, and a rule without a condition cannot be judged: for both there is nothing to compare, and p is 1.
    Source: Fisher's exact test (1922), one-sided.
    """
    if rule.enforce == "gate" or not rule.is_checked:
        return Harm(0, 0, 0, 0, 1.0)
    obeyed: dict[str, list[bool]] = {}
    broke: dict[str, list[bool]] = {}
    for name, episode in episodes.items():
        verdicts = set() if episode.is_infrastructure_error else _verdicts(rule, episode)
        if "violates" in verdicts or "complies" in verdicts:
            side = broke if "violates" in verdicts else obeyed
            side.setdefault(episode.header.case, []).append(name not in succeeded)
    p_value = fisher_greater(_failed_cases(obeyed), len(obeyed), _failed_cases(broke), len(broke))
    return Harm(*_episodes(obeyed), *_episodes(broke), p_value)


def _verdicts(rule: Rule, episode: Episode) -> set[str]:
    return {judge(rule, context) for _, context in decision_contexts(episode)}


def _failed_cases(side: Mapping[str, list[bool]]) -> int:
    return sum(2 * sum(failed) > len(failed) for failed in side.values())


def _episodes(side: Mapping[str, list[bool]]) -> tuple[int, int]:
    return sum(sum(failed) for failed in side.values()), sum(len(failed) for failed in side.values())
