"""What episodes cost, and the ceilings that end a judgement. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass

from runtime.contracts.trace_event import Episode


@dataclass(frozen=True)
class Usage:
    """Sums over episodes: model calls, tokens, US dollars, and seconds the model took (tools left out)."""

    model_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    usd: float = 0.0
    model_seconds: float = 0.0

    @property
    def tokens(self) -> int:
        """Prompt and completion together."""
        return self.prompt_tokens + self.completion_tokens

    def plus(self, other: "Usage") -> "Usage":
        """Return both together."""
        return Usage(
            self.model_calls + other.model_calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.usd + other.usd,
            self.model_seconds + other.model_seconds,
        )

    def minus(self, earlier: "Usage") -> "Usage":
        """Return what came on top of `earlier`."""
        return Usage(
            self.model_calls - earlier.model_calls,
            self.prompt_tokens - earlier.prompt_tokens,
            self.completion_tokens - earlier.completion_tokens,
            round(self.usd - earlier.usd, 6),
            self.model_seconds - earlier.model_seconds,
        )


def usage_of(episodes: Iterable[Episode]) -> Usage:
    """Return what `episodes` used, by their outcomes; those that were cut off have none."""
    spent = [(episode, episode.outcome.spent) for episode in episodes if episode.outcome is not None]

    def total(name: str) -> float:
        values = [one.get(name, 0) for _, one in spent]
        return sum(value for value in values if isinstance(value, int | float))

    return Usage(
        model_calls=int(total("model_calls")),
        prompt_tokens=int(total("prompt_tokens")),
        completion_tokens=int(total("completion_tokens")),
        usd=round(total("cost_usd"), 6),
        model_seconds=sum(
            attempt.seconds for episode, _ in spent for step in episode.steps for attempt in step.attempts
        ),
    )


@dataclass(frozen=True)
class Ceilings:
    """What judging may use at most; None: no ceiling. What was known from before counts as nothing.

    `flags`: those of them, by setting, that the command line gave, so that a message blames the flag.
    """

    calls: int | None = None
    tokens: int | None = None
    cost_usd: float | None = None
    minutes: float | None = None
    flags: frozenset[str] = frozenset()

    def named(self, setting: str) -> str:
        """Return what set the ceiling: `gate.max_calls`, or `--max-calls` where that gave it."""
        return f"--{setting.partition('.')[2].replace('_', '-')}" if setting in self.flags else setting


def ceiling_reached(ceilings: Ceilings, usage: Usage, minutes: float) -> str:
    """Return the ceiling that is reached, as `200 model calls (gate.max_calls)`; empty when none is."""
    if ceilings.calls is not None and usage.model_calls >= ceilings.calls:
        return f"{ceilings.calls} model calls ({ceilings.named('gate.max_calls')})"
    if ceilings.tokens is not None and usage.tokens >= ceilings.tokens:
        return f"{ceilings.tokens} tokens ({ceilings.named('gate.max_tokens')})"
    if ceilings.cost_usd is not None and usage.usd >= ceilings.cost_usd:
        return f"{ceilings.cost_usd:g} USD ({ceilings.named('gate.max_cost_usd')})"
    if ceilings.minutes is not None and minutes >= ceilings.minutes:
        return f"{ceilings.minutes:g} minutes ({ceilings.named('gate.max_minutes')})"
    return ""
