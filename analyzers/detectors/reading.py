"""What detectors read of a step, and how they turn it into a finding."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from analyzers.finding import Bucket, Finding, Severity, quoted
from analyzers.personal_data import without_personal_data
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.trace_event import Attempt, Episode, Step
from runtime.traces.redaction import redact_text


@dataclass(frozen=True)
class About:
    """What a detector is called, where the cure lies, how much it matters, and the state it speaks of."""

    name: str
    bucket: Bucket
    severity: Severity
    state_path: str = ""


def lookup(step: Step, path: str) -> object:
    """Return the value at a dotted path of the step's context ("state.student.attempts"), None when it is absent.

    A trace from outside may lack fields; a detector must stay silent there instead of taking a default for a fact.
    """
    node: object = step.context
    for part in _parts(path):
        if not isinstance(node, Mapping) or part not in node:
            return None
        node = node[part]
    return node


@lru_cache(maxsize=256)
def _parts(path: str) -> tuple[str, ...]:
    return tuple(path.split("."))


def flag(step: Step, path: str) -> bool | None:
    """Return the boolean at `path`, None when there is none."""
    value = lookup(step, path)
    return value if isinstance(value, bool) else None


def count(step: Step, path: str) -> int | None:
    """Return the whole number at `path`, None when there is none."""
    value = lookup(step, path)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def proposed_kind(step: Step) -> str:
    """Return the kind of the model's proposal, empty when it made none that could be read."""
    return _proposed(step, "action")


def proposed_tool(step: Step) -> str:
    """Return the tool the model asked for, empty when it asked for none."""
    return _proposed(step, "tool") if proposed_kind(step) == "REQUEST_TOOL" else ""


def proposed_text(step: Step) -> str:
    """Return what the student would have read."""
    return _proposed(step, "text")


def proposed_arguments(step: Step) -> JsonObject:
    """Return the arguments of the proposed tool call."""
    return as_object((step.proposed or {}).get("arguments"))


def _proposed(step: Step, name: str) -> str:
    # A record from outside can hold anything there; what is no text says nothing.
    value = step.proposed.get(name) if step.proposed else None
    return value if isinstance(value, str) else ""


def proposals(episode: Episode, *kinds: str) -> Iterator[Step]:
    """Yield the steps whose proposal could be read, of these kinds only when any are given."""
    for step in episode.steps:
        proposed = step.proposed
        if proposed is not None and (not kinds or proposed.get("action") in kinds):
            yield step


def position_of(episode: Episode, step: Step) -> int:
    """Return where in `episode.steps` this very step stands. Raises: ValueError when it is none of them."""
    steps = episode.steps
    if 0 <= step.step < len(steps) and steps[step.step] is step:
        return step.step
    for position, one in enumerate(steps):
        if one is step:
            return position
    raise ValueError(f"step {step.step} is not of episode {episode.header.episode}")


def words_of(step: Step) -> str:
    """Return what the model wrote for this step: the attempt that counted, else its proposal as JSON."""
    raw = [attempt.raw for attempt in step.attempts if attempt.purpose == "decide" and not attempt.error]
    if raw and raw[-1]:
        return raw[-1]
    return "" if step.proposed is None else json.dumps(step.proposed, ensure_ascii=False, default=str)


def finding_at(episode: Episode, step: Step, about: About, message: str, quote: str | None = None) -> Finding:
    """Return a finding at `step`; it quotes the model's words unless `quote` is given."""
    return Finding(
        detector=about.name,
        episode=episode.header.episode,
        sample=episode.header.sample,
        case=episode.header.case,
        step=step.step,
        bucket=about.bucket,
        severity=about.severity,
        message=without_personal_data(redact_text(message)),
        quote=quoted(words_of(step) if quote is None else quote),
        tool=proposed_tool(step),
        state_path=about.state_path,
        source=episode.header.source,
    )


def attempt_finding(episode: Episode, step: Step, about: About, attempt: Attempt) -> Finding:
    """Return a finding about an answer that could not be used; the tool of the later, usable one is not part of it."""
    finding = finding_at(episode, step, about, attempt.error, attempt.raw or attempt.error)
    return replace(finding, tool="", error_class=attempt.error_kind)


def ending_finding(episode: Episode, about: About, message: str, quote: str | None = None) -> Finding:
    """Return a finding about how the episode ended, at its last step, whatever tool that step asked for."""
    return replace(finding_at(episode, episode.steps[-1], about, message, quote), tool="")
