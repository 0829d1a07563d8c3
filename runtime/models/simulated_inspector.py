"""What the simulated inspector does next: look, measure, report by a noisy reading of contrast; spoiled at rates.

It decides by `ModelRequest.context` alone: it sees no image and knows nothing of the truth.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.ports import ModelRequest
from runtime.contracts.rule import Rule
from runtime.contracts.tool_call import ToolCall
from runtime.inspection.actions import Look, Proposal, Report, as_written
from runtime.inspection.view import DecisionKind, action_view
from runtime.rules.evaluate_condition import judge

# skips_measuring and no_report are drawn once an episode, keeps_unmeasured once a candidate, the rest once a decision.
INSPECTOR_RATES: Mapping[str, float] = {
    "malformed": 0.04,
    "skips_measuring": 0.18,
    "repeats": 0.06,
    "keeps_unmeasured": 0.35,
    "invents_id": 0.03,
    "verdict_mismatch": 0.06,
    "no_report": 0.03,
}
# A candidate is kept when its contrast is over a threshold drawn anew for it: mean and standard deviation, unitless.
# The spread is as wide as candidates differ, so that the reading says little.
THRESHOLD = (0.018, 0.02)
MALFORMED = "I would first look for candidates, then measure each of them."


@dataclass(frozen=True)
class _Seen:
    """A request's context. `candidates`: the decision's `action` variable by kind, by candidate; None: not searched."""

    state: JsonObject
    episode: JsonObject
    candidates: Mapping[int, Mapping[DecisionKind, JsonObject]] | None
    calls: tuple[ToolCall, ...]
    calls_left: int
    seed: int

    @property
    def ids(self) -> tuple[int, ...]:
        return tuple(self.candidates or ())

    @property
    def unmeasured(self) -> tuple[int, ...]:
        found = self.candidates or {}
        return tuple(name for name, views in found.items() if not views["KEEP"]["measured"])

    @property
    def is_sent_back(self) -> bool:
        return bool(self.state["rejections"])

    def happens(self, what: str, rate: float) -> bool:
        """Drawn by the episode's seed: the same at each of its steps, and in the other arm of a paired trial."""
        return random.Random(f"{self.seed}:{what}").random() < rate


def inspect(request: ModelRequest, rates: Mapping[str, float], obey: float) -> str:
    """Return what the simulated inspector writes, drawn under the request's and the episode's seed.

    `obey`: the probability of following an injected rule with a condition, drawn for each rule and each candidate or
    proposal that it speaks about. A report that was sent back is mended.
    """
    rng = random.Random(f"{request.seed}:{request.purpose}")
    if request.attempt == 0 and rng.random() < rates["malformed"]:
        return MALFORMED
    seen = _seen(request.context)
    proposal = _plan(seen, rates, rng)
    if isinstance(proposal, Report):
        proposal = _obeying_report(proposal, seen, request, obey)
        proposal = _spoiled(proposal, seen, rates, rng)
    return as_written(_obeying(proposal, seen, request, obey))


def _seen(context: JsonObject) -> _Seen:
    rows, calls, left, seed = (context[name] for name in ("candidates", "calls", "calls_left", "seed"))
    assert isinstance(calls, list)
    assert isinstance(left, int)
    assert isinstance(seed, int)
    found: dict[int, Mapping[DecisionKind, JsonObject]] | None = None
    if isinstance(rows, list):
        found = {row["id"]: {"KEEP": as_object(row["KEEP"]), "DROP": as_object(row["DROP"])} for row in rows}
    earlier = tuple(ToolCall("", str(call["tool"]), as_object(call["arguments"])) for call in calls)
    return _Seen(as_object(context["state"]), as_object(context["episode"]), found, earlier, left, seed)


def _plan(seen: _Seen, rates: Mapping[str, float], rng: random.Random) -> Proposal:
    if seen.calls and seen.calls_left and not seen.is_sent_back and rng.random() < rates["repeats"]:
        return Look(seen.calls[-1].name, dict(seen.calls[-1].arguments))
    may_search = len(seen.calls) < 2 and bool(seen.calls_left)
    if seen.candidates is None and may_search:
        return Look("find_candidates")
    wanted = _wanted(seen, rates)
    if wanted and seen.calls_left:
        return Look("measure_candidate", {"ids": list(wanted)})
    if seen.ids and seen.happens("no_report", rates["no_report"]):
        return Look("view_candidate", {"id": rng.choice(seen.ids)})
    return _report(seen, rates)


def _wanted(seen: _Seen, rates: Mapping[str, float]) -> tuple[int, ...]:
    """What is still to be measured; one that skips measures the first half only, until the report comes back."""
    if seen.is_sent_back or not seen.happens("skips_measuring", rates["skips_measuring"]):
        return seen.unmeasured
    first = seen.ids[: len(seen.ids) // 2]
    return tuple(name for name in seen.unmeasured if name in first)


def _report(seen: _Seen, rates: Mapping[str, float]) -> Report:
    kept = tuple(name for name in seen.ids if _is_kept(name, seen, rates))
    return Report(kept, "reject" if kept else "accept", "judged by contrast")


def _is_kept(name: int, seen: _Seen, rates: Mapping[str, float]) -> bool:
    if name in seen.unmeasured:
        return not seen.is_sent_back and seen.happens(f"unmeasured:{name}", rates["keeps_unmeasured"])
    assert seen.candidates is not None
    contrast = seen.candidates[name]["KEEP"]["contrast"]
    assert isinstance(contrast, int | float)
    return contrast > random.Random(f"{seen.seed}:threshold:{name}").gauss(*THRESHOLD)


def _spoiled(report: Report, seen: _Seen, rates: Mapping[str, float], rng: random.Random) -> Report:
    invents, mismatches = rng.random() < rates["invents_id"], rng.random() < rates["verdict_mismatch"]
    if seen.is_sent_back:
        return report
    if invents:
        report = replace(report, kept_ids=(*report.kept_ids, max(seen.ids, default=0) + 1), verdict="reject")
    if mismatches:
        report = replace(report, verdict="accept" if report.verdict == "reject" else "reject")
    return report


def _obeying_report(report: Report, seen: _Seen, request: ModelRequest, obey: float) -> Report:
    """Return the report with each candidate decided as the obeyed rules want it."""
    kept = [name for name in seen.ids if _is_kept_by_rules(name, report, seen, request, obey)]
    return replace(report, kept_ids=tuple(kept), verdict="reject" if kept else "accept")


def _is_kept_by_rules(name: int, report: Report, seen: _Seen, request: ModelRequest, obey: float) -> bool:
    assert seen.candidates is not None
    is_kept = name in report.kept_ids
    for rule in request.rules:
        view = {**seen.candidates[name]["KEEP" if is_kept else "DROP"], "kept": len(report.kept_ids)}
        if _violates(rule, view, seen) and _is_obeyed(rule, request.seed, str(name), obey):
            is_kept = not is_kept
    return is_kept


def _obeying(proposal: Proposal, seen: _Seen, request: ModelRequest, obey: float) -> Proposal:
    """Return the proposal, or where an obeyed rule forbids it the first other one that the rule has nothing against."""
    for rule in request.rules:
        view = action_view(proposal, seen.calls)
        if _violates(rule, view, seen) and _is_obeyed(rule, request.seed, "proposal", obey):
            others = (other for other in _others(proposal, seen) if other != proposal)
            proposal = next(
                (other for other in others if not _violates(rule, action_view(other, seen.calls), seen)), proposal
            )
    return proposal


def _others(proposal: Proposal, seen: _Seen) -> Iterator[Proposal]:
    if seen.candidates is None and seen.calls_left:
        yield Look("find_candidates")
    if seen.unmeasured and seen.calls_left:
        yield Look("measure_candidate", {"ids": list(seen.unmeasured)})
    kept: Sequence[int] = proposal.kept_ids if isinstance(proposal, Report) else ()
    known = tuple(name for name in kept if name in seen.ids)
    yield Report(known, "reject" if known else "accept", "as the rules ask")
    yield Report((), "accept", "as the rules ask")


def _violates(rule: Rule, action: JsonObject, seen: _Seen) -> bool:
    context: JsonObject = {"action": action, "state": seen.state, "episode": seen.episode}
    return rule.is_checked and judge(rule, context) == "violates"


def _is_obeyed(rule: Rule, seed: int, what: str, obey: float) -> bool:
    """Drawn by rule, so that adding a rule leaves the draws of the others in place."""
    return random.Random(f"{seed}:{rule.id}:{what}").random() < obey
