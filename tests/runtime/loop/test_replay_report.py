"""Every field that must come out again is compared; what may differ between equal runs is not."""

from dataclasses import replace

import pytest

from runtime.contracts.ports import EpisodeJob
from runtime.contracts.trace_event import Episode, Outcome, Step
from runtime.loop.replay_report import OUTCOME_FIELDS, STEP_FIELDS, compare
from runtime.loop.run_episode import TutorAgent
from tests.runtime.builders import LOOK, PROBE, REFUSE, SAMPLE, parts


@pytest.fixture
async def episode() -> Episode:
    """A tool, a student's turn, an end."""
    return await TutorAgent(parts([LOOK, PROBE, REFUSE])).run(SAMPLE, EpisodeJob())


def test_equal_is_identical(episode: Episode) -> None:
    report = compare(episode, episode)
    assert (report.is_identical, report.first_difference, len(report.steps)) == (True, None, 3)


@pytest.mark.parametrize("field", STEP_FIELDS)
def test_a_difference_in_any_field_of_a_step_is_found(episode: Episode, field: str) -> None:
    step = episode.steps[1]
    other: dict[str, object] = {
        "state_before": "0",
        "state_after": "0",
        "proposed": None,
        "taken": None,
        "gates": (),
        "card": episode.steps[0].card,
        "shown": "?",
        "student": None,
        "attempts": (),
        "context": {},
        "patch": (),
    }
    now = replace(episode, steps=(episode.steps[0], replace(step, **{field: other[field]}), episode.steps[2]))  # type: ignore[arg-type]
    report = compare(episode, now)
    assert not report.is_identical
    assert [step.is_identical for step in report.steps] == [True, False, True]
    assert report.first_difference is not None
    assert report.first_difference.where == f"step 1, {field}"


@pytest.mark.parametrize("field", OUTCOME_FIELDS)
def test_a_difference_in_any_field_of_the_outcome_is_found(episode: Episode, field: str) -> None:
    other = {"terminal": "responded", "message": "?", "scores": {}, "answer": {"a": 1}, "spent": {}, "error": "?"}
    assert isinstance(episode.outcome, Outcome)
    report = compare(episode, replace(episode, outcome=replace(episode.outcome, **{field: other[field]})))  # type: ignore[arg-type]
    assert report.first_difference is not None
    assert report.first_difference.where == f"step 3, {field}"
    assert not report.is_identical


def test_wall_time_and_where_a_card_came_from_are_not_compared(episode: Episode) -> None:
    def later(step: Step) -> Step:
        return replace(step, card=step.card and replace(step.card, duration_ms=99.0, is_replayed=True))

    assert episode.outcome is not None
    outcome = replace(episode.outcome, spent=episode.outcome.spent | {"seconds": 9.0, "cached_tokens": 9})
    now = Episode(replace(episode.header, started="later"), tuple(map(later, episode.steps)), outcome)
    assert compare(episode, now).is_identical


def test_a_step_too_few_or_too_many_is_no_identity(episode: Episode) -> None:
    fewer = compare(episode, replace(episode, steps=episode.steps[:2]))
    assert [step.is_replayed for step in fewer.steps] == [True, True, False]
    assert not fewer.is_identical
    more = compare(replace(episode, steps=episode.steps[:2]), episode)
    assert more.first_difference is not None
    assert more.first_difference.field == "steps"


def test_a_miss_alone_is_no_identity(episode: Episode) -> None:
    assert not compare(episode, episode, "something was asked").is_identical
