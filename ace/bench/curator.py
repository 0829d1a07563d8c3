"""How good a model is as a curator: each failure cluster asked about, beside the curator that needs no model."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ace.bench.curator_tally import Outcome, Share, best_of, outcome_of, tally
from ace.curator.asking.attempts import DraftCheck
from ace.curator.checks.check import Check
from ace.curator.draft import CuratorInput, Drafting
from ace.curator.heuristic import draft_heuristically
from ace.curator.model_curator import draft_with_model
from ace.errors import AceError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import Controller
from runtime.models.scripted import ScriptEndedError

Note = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """What is measured: so many seeds a cluster; `without`: facts the model is not told (an ablation)."""

    seeds: int = 1
    without: frozenset[str] = frozenset()


@dataclass(frozen=True)
class CuratorReport:
    """Shares of the first answers, of what was kept after all attempts, and of the curator without a model.

    `seconds` is model time. `simulated`: the failures are those of a simulated controller.
    """

    run: str
    simulated: bool
    model: str
    clusters: int
    seeds: int
    attempts: int
    without: tuple[str, ...]
    first: tuple[Share, ...]
    kept: tuple[Share, ...]
    heuristic: tuple[Share, ...]
    model_calls: int
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    problems: tuple[tuple[str, str, str], ...]

    def to_json(self) -> JsonObject:
        """Return every field; shares as lists of {name, count, of, share, low, high}.

        `problems`: [cluster, detector, why] of each question whose kept outcome does not pass.
        """
        shares = {name: [share.to_json() for share in getattr(self, name)] for name in ("first", "kept", "heuristic")}
        plain = {name: value for name, value in self.__dict__.items() if name not in shares}
        return {**plain, **shares, "seconds": round(self.seconds, 2), "without": list(self.without)}


@dataclass(frozen=True)
class Source:
    """Where the clusters come from, and how drafts are checked."""

    run: str
    simulated: bool
    seen: CuratorInput
    check: DraftCheck


async def measure_curator(source: Source, model: Controller, plan: Plan, note: Note) -> CuratorReport:
    """Return how the model does on each cluster of `source.seen` and each seed, and the heuristic curator on the same.

    Every cluster is a drafting of its own, with the configured budget, so that none is in another's way.
    Raises: ModelError when a question gets no answer at all; AceError when a script has too few texts.
    """
    asked: list[tuple[str, str, Drafting]] = []
    total = len(source.seen.clusters) * plan.seeds
    for seed in range(plan.seeds):
        for cluster in source.seen.clusters:
            note(f"asking {len(asked) + 1} of {total}: {cluster.detector}")
            # What is open does not keep a question from being measured.
            alone = replace(source.seen, clusters=(cluster,), limit=1, open_rules={}, open_clusters={})
            try:
                drafting = await draft_with_model(alone, model, seed, source.check, plan.without)
            except ScriptEndedError as exc:
                place = (len(asked), total, source.seen.budget.attempts)
                raise AceError(_script_ended(place, cluster.detector, exc)) from exc
            asked.append((cluster.id, cluster.detector, drafting))
    answers = [[outcome_of(attempt) for attempt in drafting.attempts] for _, _, drafting in asked]
    first = [each[0] for each in answers if each]
    kept = [best_of(each) for each in answers if each]
    draftings = [drafting for _, _, drafting in asked]
    fields = source.seen.context
    return CuratorReport(
        run=source.run,
        simulated=source.simulated,
        model=model.info.label,
        clusters=len(source.seen.clusters),
        seeds=plan.seeds,
        attempts=source.seen.budget.attempts,
        without=tuple(sorted(plan.without)),
        first=tally(first, fields),
        kept=tally(kept, fields),
        heuristic=tally(heuristic_outcomes(source), fields),
        model_calls=sum(item.model_calls for item in draftings),
        prompt_tokens=sum(item.prompt_tokens for item in draftings),
        completion_tokens=sum(item.completion_tokens for item in draftings),
        seconds=sum(item.seconds for item in draftings),
        problems=tuple(
            (cluster, detector, why) for cluster, detector, drafting in asked for why in _problems(drafting)
        ),
    )


def _script_ended(place: tuple[int, int, int], detector: str, exc: ScriptEndedError) -> str:
    done, total, attempts = place
    fewer = f", or ask about fewer with --clusters {done}" if done else ""
    return (
        f"cluster {done + 1} of {total} ({detector}) got no answer, so nothing is counted: {exc}. Give the script "
        f"{total} to {total * attempts} texts, one for each question (up to {attempts} a cluster){fewer}"
    )


def heuristic_outcomes(source: Source) -> list[Outcome]:
    """Return what the curator without a model makes of each cluster; what it drafts from no cluster is left out."""
    outcomes = []
    for cluster in source.seen.clusters:
        drafting = draft_heuristically(replace(source.seen, clusters=(cluster,), limit=1))
        draft = next((item for item in drafting.drafts if item.cluster == cluster), None)
        problem = "" if draft is not None else "; ".join(item.reason for item in drafting.refused)
        outcomes.append(Outcome(None, draft, problem, _checked(source.check(draft)) if draft is not None else ()))
    return outcomes


def _checked(checks: Sequence[Check]) -> tuple[tuple[str, bool], ...]:
    return tuple((check.name, check.ok) for check in checks)


def _problems(drafting: Drafting) -> list[str]:
    """Return why the outcome that was kept does not pass, nothing where it does."""
    if not drafting.drafts:
        return [item.reason for item in drafting.refused]
    kept = next((item for item in drafting.attempts if item.draft == drafting.drafts[0]), None)
    return list(kept.failing) if kept is not None else []
