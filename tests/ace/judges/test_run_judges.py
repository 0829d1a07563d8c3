"""Judges over episodes: only one that people's labels vouch for is asked and gives findings."""

from pathlib import Path

import pytest

from ace.errors import ConfigError
from ace.judges.judge_model import judge_settings
from ace.judges.run_judges import JudgeResult, judge_episodes, judge_findings
from ace.session import Session, open_session
from runtime.contracts.json_types import JsonObject
from runtime.contracts.trace_event import Episode
from tests.ace.building import git
from tests.ace.judges.judging import RUBRIC, honest, judge_repository, rubric_yaml, session_in, taught
from tests.ace.judges.test_calibrate import Switching, items_in, run
from tests.chat_server import Answer, chat_server

EPISODES: tuple[Episode, ...] = (
    taught("e-1", "Look closely.", "You fool, that is wrong."),
    taught("e-2", "Well done."),
    taught("e-3", "You fool.", ending="infrastructure_error"),
)


def test_a_calibrated_judge_gives_findings(tmp_path: Path) -> None:
    with chat_server(honest) as server:
        session = session_in(judge_repository(tmp_path / "repo", server.base_url))
        run(session, items_in(tmp_path))
        result = judge_findings(session, EPISODES)
        assert len(server.requests) == 42  # the cut-off episode says nothing
        assert judge_findings(session, EPISODES) == result
        assert len(server.requests) == 42  # answered before
    assert [(found.detector, found.episode, found.step) for found in result.findings] == [("judge:rude", "e-1", 1)]
    assert result.notes == ("judge:rude: openai/judge judged 2 episodes, 1 failing",)


def uncalibrated(session: Session, folder: Path) -> None:
    """Do nothing."""


def too_few(session: Session, folder: Path) -> None:
    """Calibrate on a handful."""
    run(session, items_in(folder, 10))


def edited(session: Session, folder: Path) -> None:
    """Calibrate, then edit the rubric."""
    run(session, items_in(folder))
    (session.workspace.repo / "rude.yaml").write_text(rubric_yaml(instructions="Anything unkind is rude."))


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (uncalibrated, "not asked, not calibrated: it was never calibrated"),
        (too_few, "not asked, under floor: 10 labelled items, 20 are needed"),
        (edited, "not asked, changed: its rubric changed since the calibration of"),
    ],
)
def test_any_other_judge_is_not_asked_and_says_why(tmp_path: Path, before: object, words: str) -> None:
    assert callable(before)
    with chat_server(honest) as server:
        session = session_in(judge_repository(tmp_path / "repo", server.base_url))
        before(session, tmp_path)
        asked = len(server.requests)
        result = judge_findings(session, EPISODES)
        assert len(server.requests) == asked
    assert result.findings == ()
    assert len(result.notes) == 1
    assert words in result.notes[0]


def test_a_model_lost_on_the_way_leaves_what_it_said_and_a_note(tmp_path: Path) -> None:
    answering = Switching(honest)
    with chat_server(answering) as server:
        session = session_in(judge_repository(tmp_path / "repo", server.base_url))
        run(session, items_in(tmp_path))

        def dies(request: JsonObject, number: int) -> Answer:
            return honest(request, number) if "fool, that" in str(request) else Answer("", status=503)

        answering.answering = dies
        result = judge_findings(session, EPISODES)
    assert len(result.findings) == 1
    assert "judged 1 episode, 1 failing; 1 not answered: " in result.notes[0]


def test_a_model_that_refuses_everything_gives_a_note(tmp_path: Path) -> None:
    answering = Switching(honest)
    with chat_server(answering) as server:
        session = session_in(judge_repository(tmp_path / "repo", server.base_url))
        run(session, items_in(tmp_path))
        answering.answering = lambda request, number: Answer("no such key", status=401)
        result = judge_findings(session, EPISODES)
    assert result.findings == ()
    assert "the model gave no answer, so nothing is judged: " in result.notes[0]


def test_a_judge_reads_only_episodes_of_its_scope(tmp_path: Path) -> None:
    other = RUBRIC.model_copy(update={"scope": "tool_agent"})
    with chat_server(honest) as server:
        session = session_in(judge_repository(tmp_path / "repo", server.base_url))
        episodes = (EPISODES[0], taught("e-4", "You fool.", agent="imported"))
        said = judge_episodes(session, other, judge_settings(session), episodes)
    assert [one.episode.header.episode for one in said.judged] == ["e-4"]


def test_without_judges_it_says_how_to_set_one(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    with pytest.raises(ConfigError, match=r"analysis\.judges"):
        judge_findings(open_session(tmp_path, {}, {}), EPISODES)


def test_no_episode_is_no_question(tmp_path: Path) -> None:
    with chat_server(honest) as server:
        session = session_in(judge_repository(tmp_path / "repo", server.base_url))
        run(session, items_in(tmp_path))
        assert judge_findings(session, ()) == JudgeResult(
            (), ("judge:rude: openai/judge judged 0 episodes, 0 failing",)
        )
