"""A run as JSON."""

from collections import Counter

from ace.runs.run_record import LoadedRun
from runtime.contracts.json_types import JsonObject


def run_json(run: LoadedRun, gave_up: str = "") -> JsonObject:
    """Return the run's record, how its episodes ended, what they cost, and what could not be used.

    `not_begun`: episodes never tried. `gave_up`: why the run ended early, null where it did not or is not known to.
    """
    outcomes = [episode.outcome for episode in run.episodes if episode.outcome is not None]
    totals: Counter[str] = Counter()
    for outcome in outcomes:
        for name in ("model_calls", "prompt_tokens", "completion_tokens", "cached_tokens", "tool_calls", "steps"):
            value = outcome.spent.get(name, 0)
            totals[name] += value if isinstance(value, int) else 0
    costs = [outcome.spent.get("cost_usd", 0.0) for outcome in outcomes]
    return {
        **run.record.model_dump(mode="json"),
        "folder": str(run.folder),
        "episodes": len(run.episodes),
        "not_begun": run.not_begun,
        "gave_up": gave_up or None,
        "succeeded": sum(1 for outcome in outcomes if outcome.scores.get("success")),
        "ends": dict(sorted(Counter(outcome.terminal for outcome in outcomes).items())),
        "errors": [
            {"sample": e.header.sample, "error": e.outcome.error}
            for e in run.episodes
            if e.outcome and e.outcome.error and not e.is_waiting
        ],
        "waiting": [
            {"sample": e.header.sample, "call": e.outcome.error} for e in run.episodes if e.outcome and e.is_waiting
        ],
        "spent": {**totals, "cost_usd": sum(cost for cost in costs if isinstance(cost, int | float))},
        "trace_problems": [{"path": str(p.path), "line": p.line, "reason": p.reason} for p in run.problems],
    }
