"""A quote counts only where it stands."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from analyzers.detectors.registry import run_detectors
from analyzers.evidence import is_shown
from analyzers.finding import Finding
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Attempt, Episode, Outcome, Step
from runtime.traces.event_json import event_from_json, event_to_json
from runtime.traces.redaction import redact


@pytest.fixture
def seen(
    step: Callable[..., Step], episode: Callable[..., Episode], call: Callable[..., JsonObject]
) -> tuple[Finding, Episode]:
    """Return a finding and the episode it was found in; the model's words hold a secret."""
    raw = (Attempt('{"tool": "web_browser", "key": "sk-abcDEF1234567890xyz"}'),)
    one = episode(step(0, call("web_browser"), attempts=raw), step(1, {"action": "QUIZ", "text": "Which?"}))
    return run_detectors([one]).findings[0], one


def test_a_finding_is_shown_by_its_own_episode_in_memory_and_from_disk(seen: tuple[Finding, Episode]) -> None:
    finding, episode = seen
    stored = tuple(event_from_json(redact(event_to_json(step))) for step in episode.steps)  # type: ignore[arg-type]
    assert is_shown(finding, episode)
    assert is_shown(finding, replace(episode, steps=tuple(step for step in stored if isinstance(step, Step))))


@pytest.mark.parametrize(
    "changes",
    [{"quote": "I never wrote this"}, {"quote": ""}, {"step": 1}, {"episode": "e2"}, {"sample": "s2"}],
    ids=["made-up", "empty", "other-step", "other-episode", "other-sample"],
)
def test_what_is_not_there_is_not_shown(seen: tuple[Finding, Episode], changes: dict[str, object]) -> None:
    finding, episode = seen
    assert not is_shown(replace(finding, **changes), episode)  # type: ignore[arg-type]


def test_an_answer_is_shown_by_the_outcome(step: Callable[..., Step], episode: Callable[..., Episode]) -> None:
    end = Outcome("r1", "e1", "answered", "", {}, answer={"status": "answer", "text": "It is B."})
    one = episode(step(0, {"action": "REVEAL_ANSWER"}, {"state.image.observed": True}), outcome=end)
    found = [finding for finding in run_detectors([one]).findings if finding.detector == "answer_without_citation"]
    assert found[0].quote == "It is B."
    assert is_shown(found[0], one)
