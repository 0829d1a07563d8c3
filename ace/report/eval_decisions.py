"""What one rule says of the decisions of recorded episodes, and of what it read to say so. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from ace.report.trace_tries import replacements
from analyzers.detectors.reading import proposals
from analyzers.detectors.rule_violation import condition_context
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode, GateRecord, Header
from runtime.rules.evaluate_condition import Judged, explain
from runtime.rules.fields_read import FieldValue, values_read
from runtime.traces.find_episode import Found


@dataclass(frozen=True)
class JudgedDecision:
    """One decision: the verdict (`error`: why there is none), the fields the conditions read, what came of it.

    `taken` is None where the proposal was stopped; `stopped_by` are the gates that objected to it.
    """

    step: int
    verdict: Judged
    error: str
    fields: tuple[FieldValue, ...]
    proposed: JsonObject
    taken: JsonObject | None
    stopped_by: tuple[GateRecord, ...]


@dataclass(frozen=True)
class JudgedEpisode:
    """One episode's decisions, in order. `unread`: steps whose proposal could not be read, so nothing was decided.

    `notes` say what is not right about the record.
    """

    header: Header
    decisions: tuple[JudgedDecision, ...]
    unread: int
    notes: tuple[str, ...] = ()

    @cached_property
    def counts(self) -> Mapping[Judged, int]:
        """Number of decisions by verdict."""
        return Counter(one.verdict for one in self.decisions)


@dataclass(frozen=True)
class JudgedRun:
    """A run's or trial arm's episodes that count. `other_agents`: episodes of agents the rule is not for."""

    name: str
    episodes: tuple[JudgedEpisode, ...]
    other_agents: int
    unread_lines: tuple[str, ...] = ()

    @cached_property
    def counts(self) -> Mapping[Judged, int]:
        """Number of decisions by verdict, over all episodes."""
        total: Counter[Judged] = Counter()
        for episode in self.episodes:
            total.update(episode.counts)
        return total

    def episodes_with(self, verdict: Judged) -> int:
        """Return in how many episodes at least one decision got `verdict`."""
        return sum(episode.counts[verdict] > 0 for episode in self.episodes)


def judge_episode(rule: Rule, found: Found) -> JudgedEpisode:
    """Return what `rule` says of each decision of an episode."""
    episode = found.episode
    notes = list(found.problems)
    if found.integrity == "edited":
        notes.append("this record was edited after it was written: its lines are not those its hash was taken of")
    decisions = tuple(_decisions(rule, episode))
    return JudgedEpisode(episode.header, decisions, len(episode.steps) - len(decisions), tuple(notes))


def judge_run(rule: Rule, name: str, found: Iterable[Found], unread_lines: tuple[str, ...] = ()) -> JudgedRun:
    """Return what `rule` says of each episode that counts; of several tries at one place only one does."""
    every = tuple(found)
    gone = replacements(every)
    counting = [one for one in every if one.episode.header.episode not in gone]
    own = [one for one in counting if one.episode.header.agent == rule.agent]
    return JudgedRun(name, tuple(judge_episode(rule, one) for one in own), len(counting) - len(own), unread_lines)


def _decisions(rule: Rule, episode: Episode) -> Iterable[JudgedDecision]:
    reads = f"{rule.when} && {rule.require}"
    for step in proposals(episode):
        context = condition_context(episode, step)
        verdict, error = explain(rule, context)
        yield JudgedDecision(
            step=step.step,
            verdict=verdict,
            error=error,
            fields=values_read(reads, context),
            proposed=step.proposed or {},
            taken=step.taken,
            stopped_by=tuple(gate for gate in step.gates if gate.decision in ("block", "convert")),
        )
