"""The guards on cost and latency: what an episode takes must not grow by more than a tenth. Pure."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from ace.evaluation.guards import COST, LATENCY, Guard
from ace.evaluation.usage import Usage, usage_of
from runtime.contracts.trace_event import Episode

MAX_GROWTH = 0.10
MIN_PAIRS = 20


class EpisodePair(NamedTuple):
    """The same sample and trial under both arms, both run to an end."""

    before: Episode
    after: Episode


def episode_pairs(before: Sequence[Episode], after: Sequence[Episode]) -> tuple[EpisodePair, ...]:
    """Return the pairs of episodes that both ended, in the order of `before`."""
    known = {(one.header.sample, one.header.trial): one for one in after if not one.is_infrastructure_error}
    return tuple(
        EpisodePair(one, known[place])
        for one in before
        if not one.is_infrastructure_error and (place := (one.header.sample, one.header.trial)) in known
    )


def cost_guard(pairs: Sequence[EpisodePair]) -> Guard:
    """Return the guard on mean cost an episode: US dollars where prices are known, else tokens."""
    if len(pairs) < MIN_PAIRS:
        return _few(COST, len(pairs))
    old, new = _usages(pairs)
    if old.usd > 0 and new.usd > 0:
        return _guard(COST, "USD an episode", old.usd / len(pairs), new.usd / len(pairs))
    if old.tokens > 0:
        return _guard(COST, "tokens an episode", old.tokens / len(pairs), new.tokens / len(pairs))
    return Guard(COST, "not measured", "No tokens and no price were recorded.")


def latency_guard(pairs: Sequence[EpisodePair], fresh: Collection[str]) -> Guard:
    """Return the guard on mean model seconds an episode, over the pairs that ran side by side just now.

    `fresh`: ids of the episodes run now. An arm from an earlier night ran on a server as it was that night.
    """
    now = [pair for pair in pairs if {pair.before.header.episode, pair.after.header.episode} <= set(fresh)]
    if len(now) < MIN_PAIRS:
        if len(pairs) >= MIN_PAIRS:
            return Guard(LATENCY, "not measured", "One of the arms was run earlier, not side by side with the other.")
        return _few(LATENCY, len(now))
    old, new = _usages(now)
    if old.model_seconds <= 0:
        return Guard(LATENCY, "not measured", "No model time was recorded.")
    return _guard(LATENCY, "model seconds an episode", old.model_seconds / len(now), new.model_seconds / len(now))


def _usages(pairs: Sequence[EpisodePair]) -> tuple[Usage, Usage]:
    return usage_of(pair.before for pair in pairs), usage_of(pair.after for pair in pairs)


def _few(name: str, pairs: int) -> Guard:
    return Guard(name, "not measured", f"{pairs} pairs of episodes, and {MIN_PAIRS} are needed.")


def _guard(name: str, unit: str, old: float, new: float) -> Guard:
    # Rounded, so that a tenth is a tenth.
    growth = round(new / old - 1, 9)
    detail = f"{_short(old)} -> {_short(new)} {unit} ({growth:+.1%}; at most {MAX_GROWTH:+.0%})."
    return Guard(name, "failed" if growth > MAX_GROWTH else "held", detail)


def _short(value: float) -> str:
    return f"{value:.0f}" if value >= 1000 else f"{value:.4g}"
