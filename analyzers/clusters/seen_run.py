"""What a registry keeps of one run: which episodes counted, and in which of them each failure was seen. Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from analyzers.finding import SEVERITY_WEIGHT, Bucket, Finding, Severity
from analyzers.signatures import Signature, signature
from runtime.contracts.trace_event import Episode

# The score of an episode is the first of these that was recorded. All are 0-1, higher is better.
SCORES = ("success", "reward", "is_correct", "correct", "score")
MAX_EXAMPLE = 200
# What stands for a run where findings come from elsewhere.
HERE = "here"


class SeenEpisode(NamedTuple):
    """An episode that says something about the agent. `score` is 0-1, None where none was recorded."""

    sample: str
    score: float | None


class Sighting(NamedTuple):
    """How often a failure was found in one episode, which is named by its place in the run's `episodes`."""

    episode: int
    failures: int


class Traits(NamedTuple):
    """What the findings of one signature have in common: the worst severity, its bucket, one message in full."""

    severity: Severity
    bucket: Bucket
    example: str


@dataclass(frozen=True)
class SeenRun:
    """One analysed run. `episodes` are the decided ones, by sample and trial; `created` orders runs in time.

    `simulated`: some part of the agent was.
    """

    run: str
    created: str = ""
    episodes: tuple[SeenEpisode, ...] = ()
    failures: Mapping[Signature, tuple[Sighting, ...]] = field(default_factory=dict)
    simulated: bool = False


def see_run(run: str, created: str, episodes: Sequence[Episode], findings: Iterable[Finding]) -> SeenRun:
    """Return what is kept of `run`: of the episodes that were decided, and of the findings in them."""
    decided = decided_episodes(episodes)
    places = {episode.header.episode: place for place, episode in enumerate(decided)}
    seen = tuple(SeenEpisode(episode.header.sample, episode_score(episode)) for episode in decided)
    simulated = any(episode.header.controller.simulated for episode in decided)
    return SeenRun(run, created, seen, _sightings(findings, places), simulated)


def decided_episodes(episodes: Iterable[Episode]) -> list[Episode]:
    """Return the episodes that say something about the agent, in the order in which a `SeenRun` has them."""
    decided = [episode for episode in episodes if not episode.is_infrastructure_error]
    return sorted(decided, key=lambda item: (item.header.sample, item.header.trial, item.header.episode))


def see_findings(findings: Iterable[Finding]) -> SeenRun:
    """Return the same of findings alone: a run of the episodes in which something was found."""
    found = list(findings)
    samples = {finding.episode: finding.sample for finding in found}
    names = sorted(samples)
    seen = tuple(SeenEpisode(samples[name], None) for name in names)
    return SeenRun(HERE, "", seen, _sightings(found, {name: place for place, name in enumerate(names)}))


def _sightings(findings: Iterable[Finding], places: Mapping[str, int]) -> dict[Signature, tuple[Sighting, ...]]:
    counts: dict[Signature, Counter[int]] = defaultdict(Counter)
    for finding in findings:
        if finding.episode in places:
            counts[signature(finding)][places[finding.episode]] += 1
    return {key: tuple(Sighting(*item) for item in sorted(counts[key].items())) for key in sorted(counts)}


def traits_of(findings: Iterable[Finding]) -> dict[Signature, Traits]:
    """Return the traits of every signature in `findings`, the same in whatever order they come."""
    groups: dict[Signature, list[Finding]] = defaultdict(list)
    for finding in findings:
        groups[signature(finding)].append(finding)
    return {key: _traits(groups[key]) for key in sorted(groups)}


def _traits(findings: Sequence[Finding]) -> Traits:
    worst = max(findings, key=lambda finding: (SEVERITY_WEIGHT[finding.severity], finding.bucket))
    return Traits(worst.severity, worst.bucket, min(finding.message for finding in findings)[:MAX_EXAMPLE])


def episode_score(episode: Episode) -> float | None:
    """Return the episode's own score, 0-1, or None. Detectors never see it: it only says how trials differ.

    One outside 0-1 is on a scale that nothing here knows: None.
    """
    scores = episode.outcome.scores if episode.outcome is not None else {}
    name = score_name(episode)
    score = float(scores[name]) if name else None
    return score if score is not None and 0.0 <= score <= 1.0 else None


def score_name(episode: Episode) -> str:
    """Return what the episode's own score is called, empty when it has none."""
    scores = episode.outcome.scores if episode.outcome is not None else {}
    return next((name for name in SCORES if name in scores), "")
