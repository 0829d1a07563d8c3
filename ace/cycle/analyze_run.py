"""From a run's episodes to findings, clusters with ids that stay, and rates."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal, NamedTuple, TypeAlias

from ace.clusters.embedding import FoundEmbedding, find_embedding
from ace.clusters.history import RunFindings, kept_registry, record_findings
from ace.evaluation.score import Trial, score_episodes, solved_rate, success_rate
from ace.runs.run_record import LoadedRun
from ace.session import Session
from analyzers.clusters.cluster import Cluster
from analyzers.clusters.cluster_findings import cluster_findings
from analyzers.clusters.partition import PartitionSettings
from analyzers.clusters.registry import Registry
from analyzers.clusters.seen_run import episode_score, score_name
from analyzers.detectors.detector import Detector
from analyzers.detectors.registry import DETECTORS, AnalysisResult, Unanalyzed, run_detectors
from analyzers.finding import Finding
from analyzers.rates import Rate, finding_rates
from runtime.contracts.errors import RuntimeFault
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode

_SHOWN_PROBLEMS = 5
FEW = f"fewer than {PartitionSettings().few} failures"
Grouping: TypeAlias = Literal["signatures", "signatures+embedding"]


class RecordedScores(NamedTuple):
    """Imported episodes by their own score: how many of those `of` that have one are under 1. `score`: its name."""

    score: str
    failing: int
    of: int


@dataclass(frozen=True)
class Analysis:
    """What a run shows of the episodes that count. An episode failed that was not solved or has a serious finding.

    `grouping` says how failures became clusters, `grouping_note` why not by embedding. `notes`: what else a person
    should know, as whole sentences for stderr. `recorded` is there for imported episodes only.
    """

    episodes: int
    undecided: int
    findings: tuple[Finding, ...]
    clusters: tuple[Cluster, ...]
    rates: dict[str, Rate]
    trials: tuple[Trial, ...]
    unanalyzed: tuple[Unanalyzed, ...]
    grouping: Grouping = "signatures"
    grouping_note: str = ""
    notes: tuple[str, ...] = ()
    recorded: RecordedScores | None = None

    @property
    def failure_rate(self) -> float:
        """Share of decided episodes that did not succeed; of imported ones, that have a major or critical finding."""
        decided = self.episodes - self.undecided
        if not decided:
            return 0.0
        if self.recorded is None:
            return 1.0 - success_rate(self.trials)
        return len({item.episode for item in self.findings if item.severity != "minor"}) / decided

    def to_json(self) -> JsonObject:
        """Return the analysis as a JSON object.

        Keys: episodes, undecided, findings (counts); failure_rate, solved_rate (0-1); recorded (of imported episodes:
        {score, failing, of}, by the records' own scores, which no detector reads); rates {detector: {with, of}} of
        every detector that reads such episodes; grouping, grouping_note; clusters (`Cluster.to_json`); unanalyzed
        [[detector, episode, reason]]; notes.
        """
        return {
            "episodes": self.episodes,
            "undecided": self.undecided,
            "findings": len(self.findings),
            "failure_rate": round(self.failure_rate, 6),
            "solved_rate": None if self.recorded else round(solved_rate(self.trials), 6),
            "recorded": self.recorded._asdict() if self.recorded else None,
            "rates": {name: {"with": rate[0], "of": rate[1]} for name, rate in self.rates.items()},
            "grouping": self.grouping,
            "grouping_note": self.grouping_note or None,
            "clusters": [cluster.to_json() for cluster in self.clusters],
            "unanalyzed": [[item.detector, item.episode, item.reason] for item in self.unanalyzed],
            "notes": list(self.notes),
        }


@dataclass(frozen=True)
class Lookout:
    """What is looked for: the reviewed rules with a condition, a project's own detectors, and what success is."""

    rules: tuple[Rule, ...] = ()
    own: tuple[Detector, ...] = ()
    severity: str = "major"


@dataclass(frozen=True)
class Recording:
    """Whether the run goes into the registry of clusters, and whether all that is known is grouped anew after it.

    `is_judged`: the calibrated judges of `analysis.judges` are asked too; what they find never decides success.
    """

    is_kept: bool = True
    recluster: bool = False
    is_judged: bool = False


def lookout(session: Session, rules: Iterable[Rule]) -> Lookout:
    """Return what is looked for in this repository. Raises: ConfigError when an own detector cannot be loaded."""
    own: tuple[Detector, ...] = ()
    if session.settings.analysis.detectors:
        from ace.detectors.loading import own_detectors

        own = own_detectors(session.settings, session.workspace.repo)
    return Lookout(tuple(rules), own, session.settings.gate.success_severity)


def detect(episodes: Sequence[Episode], look: Lookout) -> AnalysisResult:
    """Return what is found in `episodes`. A rule is checked in the episodes of its own agent only."""
    findings: list[Finding] = []
    errors: list[Unanalyzed] = []
    for agent, group in groupby(episodes, key=lambda episode: episode.header.agent):
        rules = [rule for rule in look.rules if rule.agent == agent]
        result = run_detectors(group, rules, (*DETECTORS, *look.own))
        findings += result.findings
        errors += result.errors
    return AnalysisResult(tuple(findings), tuple(errors))


def analyze(episodes: Sequence[Episode], rules: Sequence[Rule], severity: str) -> Analysis:
    """Return findings of every written detector and every conditioned rule, their clusters and rates.

    Nothing is read or kept: clusters are by signature alone. Episodes that failed for infrastructure reasons are
    counted as undecided and found nothing in.
    """
    look = Lookout(tuple(rules), (), severity)
    return assemble(episodes, detect(_decided(episodes), look), look)


def analyze_run(
    session: Session, run: LoadedRun, rules: Iterable[Rule], recording: Recording | None = None
) -> Analysis:
    """Return the same with clusters as the registry of this repository knows them; a run is recorded there.

    Trial arms, and runs that are not to be kept, are only compared with it. The same run twice changes nothing.
    Raises: AceError when the registry is damaged, BusyError when another process holds it.
    """
    chosen = recording or Recording()
    look = lookout(session, rules)
    result = detect(_decided(run.episodes), look)
    found = find_embedding()
    agent, notes = run.record.agent, list[str]()
    if chosen.is_judged:
        from ace.judges.run_judges import judge_findings

        judged = judge_findings(session, _decided(run.episodes))
        result = result._replace(findings=(*result.findings, *judged.findings))
        notes += judged.notes
    if chosen.is_kept and run.record.run.startswith("r-"):
        seen = RunFindings(run, result.findings)
        recorded = record_findings(session, seen, found, chosen.recluster, lambda other: detect_in(other, look))
        registry, notes = recorded.registry, [*notes, *recorded.notes]
    else:
        registry = kept_registry(session.workspace, agent)
    analysis = assemble(run.episodes, result, look, registry, found)
    return replace(analysis, notes=(*analysis.notes, *notes, *_unread(run)))


def _unread(run: LoadedRun) -> list[str]:
    """Return what could not be read of the run's log, the first few by place."""
    shown = [f"{problem.path}:{problem.line}: {problem.reason}" for problem in run.problems[:_SHOWN_PROBLEMS]]
    more = len(run.problems) - len(shown)
    return [*shown, f"and {more} more trace lines could not be read"] if more else shown


def detect_in(run: LoadedRun, look: Lookout) -> tuple[Finding, ...]:
    """Return what is found in the decided episodes of `run`."""
    return detect(_decided(run.episodes), look).findings


def assemble(
    episodes: Sequence[Episode],
    result: AnalysisResult,
    look: Lookout,
    known: Registry | None = None,
    found: FoundEmbedding | None = None,
) -> Analysis:
    """Return the analysis of `episodes` from what was found in them: clusters as `known` has them, rates, scores."""
    decided = _decided(episodes)
    embedding = found.embedding if found is not None else None
    note = found.missing if found is not None else ""
    is_enough = bool(known and known.embedder) or len(result.findings) >= PartitionSettings().few
    try:
        clusters = cluster_findings(result.findings, known, embedding)
    except RuntimeFault as exc:
        note, embedding = str(exc), None
        clusters = cluster_findings(result.findings, known)
    return Analysis(
        episodes=len(episodes),
        undecided=len(episodes) - len(decided),
        findings=result.findings,
        clusters=clusters,
        rates=finding_rates(decided, result.findings, _readers(decided, look.own)),
        trials=score_episodes(decided, look.severity),
        unanalyzed=result.errors,
        grouping="signatures+embedding" if embedding is not None and is_enough else "signatures",
        grouping_note=note or ("" if is_enough else FEW),
        recorded=_recorded(decided) if any(episode.header.imported for episode in decided) else None,
    )


def _recorded(decided: Sequence[Episode]) -> RecordedScores:
    names = sorted({name for episode in decided if (name := score_name(episode))})
    scores = [score for episode in decided if (score := episode_score(episode)) is not None]
    return RecordedScores(", ".join(names), sum(score < 1.0 for score in scores), len(scores))


def _decided(episodes: Iterable[Episode]) -> list[Episode]:
    return [episode for episode in episodes if not episode.is_infrastructure_error]


def _readers(episodes: Sequence[Episode], own: Sequence[Detector]) -> list[str]:
    """Return the detectors that read at least one of the episodes: the others say nothing, not even 0."""
    headers = {episode.header.agent: episode.header for episode in episodes}
    return [
        detector.name for detector in (*DETECTORS, *own) if any(detector.reads(header) for header in headers.values())
    ]
