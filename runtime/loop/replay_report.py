"""A replay beside its record: every state, observation, gate and score compared, the first difference named."""

from dataclasses import dataclass

from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.trace_event import Episode, Event
from runtime.traces.event_json import event_to_json
from runtime.traces.redaction import redact

HEADER_FIELDS = ("rules", "rules_dropped", "context", "image", "question", "initial")
STEP_FIELDS = (
    "state_before",
    "proposed",
    "gates",
    "taken",
    "card",
    "shown",
    "student",
    "attempts",
    "context",
    "patch",
    "state_after",
)
OUTCOME_FIELDS = ("terminal", "message", "scores", "answer", "spent", "error")
# Wall time, what a server had cached, and that a result came from a record are no part of what is replayed.
_LEFT_OUT = {"card": {"duration_ms", "is_replayed"}, "spent": {"seconds", "cached_tokens"}}


@dataclass(frozen=True)
class Difference:
    """One field that is not as recorded. `step` is -1 for the header, the number of steps for the outcome."""

    step: int
    field: str
    recorded: object
    now: object

    @property
    def where(self) -> str:
        """Name of the place, for people."""
        place = "the header" if self.step < 0 else f"step {self.step}"
        return f"{place}, {self.field}"


@dataclass(frozen=True)
class StepComparison:
    """One recorded step and what the replay made of it; no difference means bit-identical state and observation."""

    step: int
    differences: tuple[Difference, ...]
    is_replayed: bool = True

    @property
    def is_identical(self) -> bool:
        """True when the step was replayed and nothing differs."""
        return self.is_replayed and not self.differences


@dataclass(frozen=True)
class ReplayReport:
    """A replay's result. `miss` is the first thing asked that was not recorded, with the nearest record and a diff."""

    episode: str
    steps: tuple[StepComparison, ...]
    header: tuple[Difference, ...] = ()
    outcome: tuple[Difference, ...] = ()
    miss: str = ""
    is_cut_off: bool = False

    @property
    def is_identical(self) -> bool:
        """True when everything recorded came out again, bit by bit."""
        all_same = all(step.is_identical for step in self.steps)
        return all_same and not (self.header or self.outcome or self.miss)

    @property
    def first_difference(self) -> Difference | None:
        """The first field that differs; None when none does."""
        found = [*self.header, *(one for step in self.steps for one in step.differences), *self.outcome]
        return found[0] if found else None


def compare(recorded: Episode, now: Episode, miss: str = "") -> ReplayReport:
    """Return how `now` differs from what was recorded; an episode that was cut off is compared as far as it goes."""
    steps: list[StepComparison] = []
    for index, step in enumerate(recorded.steps):
        if index >= len(now.steps):
            steps.append(StepComparison(step.step, (), is_replayed=False))
            continue
        found = _differences(step.step, _plain(step), _plain(now.steps[index]), STEP_FIELDS)
        steps.append(StepComparison(step.step, found))
    end = len(recorded.steps)
    outcome: tuple[Difference, ...] = ()
    if recorded.outcome is not None and now.outcome is not None:
        outcome = _differences(end, _plain(recorded.outcome), _plain(now.outcome), OUTCOME_FIELDS)
        if len(now.steps) > end:
            outcome = (Difference(end, "steps", end, len(now.steps)), *outcome)
    header_fields = [name for name in HEADER_FIELDS if name != "initial" or recorded.header.initial]
    return ReplayReport(
        episode=recorded.header.episode,
        steps=tuple(steps),
        header=_differences(-1, _plain(recorded.header), _plain(now.header), tuple(header_fields)),
        outcome=outcome,
        miss=miss,
        is_cut_off=recorded.outcome is None,
    )


def _plain(event: Event) -> JsonObject:
    """The event without what may differ between two equal runs."""
    out = event_to_json(event)
    for name, left_out in _LEFT_OUT.items():
        if isinstance(out.get(name), dict):
            out[name] = {key: value for key, value in as_object(out[name]).items() if key not in left_out}
    return out


def _differences(step: int, recorded: JsonObject, now: JsonObject, fields: tuple[str, ...]) -> tuple[Difference, ...]:
    found = []
    for name in fields:
        was, present = recorded.get(name), now.get(name)
        # What came out of a log was redacted on its way in; secrets are only looked for where something differs.
        if was != present and was != (logged := redact(present)):
            found.append(Difference(step, name, was, logged))
    return tuple(found)
