"""A calibration end to end over real HTTP: figures, resuming without paying twice, drift."""

from pathlib import Path

import pytest

from ace.errors import BusyError
from ace.judges.calibrate import Calibrated, CalibrateRequest, calibrate
from ace.judges.calibration import judges_folder
from ace.judges.errors import JudgeError
from ace.judges.judge_model import judge_settings
from ace.judges.labels import LabelFields, Labelled, read_labels
from ace.judges.rubric import Rubric
from ace.session import Session
from runtime.contracts.json_types import JsonObject
from tests.ace.judges.judging import RUBRIC, Answering, honest, judge_repository, labelled, lenient, session_in
from tests.ace.judges.test_labels import look_up
from tests.chat_server import Answer, ChatServer, chat_server


def items_in(folder: Path, count: int = 40) -> tuple[Labelled, ...]:
    """Return labelled items."""
    return read_labels(labelled(folder / "labels.jsonl", count), RUBRIC, LabelFields(), look_up).items


def run(session: Session, items: tuple[Labelled, ...], rubric: Rubric = RUBRIC, fresh: bool = False) -> Calibrated:
    """Calibrate."""
    request = CalibrateRequest(rubric, judge_settings(session), items, "labels.jsonl", fresh)
    return calibrate(session, request, lambda done, of: None)


class Switching:
    """Answers as it is told to at the time."""

    def __init__(self, answering: Answering) -> None:
        self.answering = answering

    def __call__(self, request: JsonObject, number: int) -> Answer:
        return self.answering(request, number)


def test_a_judge_that_agrees_is_usable_and_what_it_cost_is_kept(tmp_path: Path) -> None:
    with chat_server(honest) as server:
        session = session_in(judge_repository(tmp_path / "repo", server.base_url))
        made = run(session, items_in(tmp_path))
    assert made.standing.state == "usable"
    assert made.standing.found is not None
    assert made.standing.found.kappa.value == 1.0
    assert (made.asked, made.calibration.calls, made.calibration.prompt_tokens) == (40, 40, 4000)
    assert made.calibration.cost_usd == pytest.approx(0.004)
    assert made.path.is_relative_to(session.workspace.state)
    assert {item.quote for item in made.calibration.items if item.human} == {"fool"}


def test_the_same_again_asks_nothing_and_changes_nothing(tmp_path: Path) -> None:
    with chat_server(honest) as server:
        session = session_in(judge_repository(tmp_path / "repo", server.base_url))
        first = run(session, items_in(tmp_path))
        second = run(session, items_in(tmp_path))
        assert len(server.requests) == 40
    assert second.asked == 0
    assert second.calibration == first.calibration


def test_a_calibration_cut_off_goes_on_where_it_stopped(tmp_path: Path) -> None:
    answering = Switching(lambda request, number: honest(request, number) if number <= 15 else Answer("", status=503))
    with chat_server(answering) as server:
        session = session_in(judge_repository(tmp_path / "repo", server.base_url))
        with pytest.raises(JudgeError, match=r"503.*\n15 of 40 items are answered and kept; the same command goes on"):
            run(session, items_in(tmp_path))
        assert not list(judges_folder(session.workspace, "rude").glob("*.json"))
        answering.answering = honest
        made = run(session, items_in(tmp_path))
    assert (made.asked, made.calibration.calls, made.standing.state) == (25, 40, "usable")


def test_asked_anew_a_judge_that_became_worse_has_drifted(tmp_path: Path) -> None:
    answering = Switching(honest)
    with chat_server(answering) as server:
        session = session_in(judge_repository(tmp_path / "repo", server.base_url))
        run(session, items_in(tmp_path))
        answering.answering = lenient
        assert run(session, items_in(tmp_path)).standing.state == "usable"  # kept answers cannot show drift
        made = run(session, items_in(tmp_path), fresh=True)
    assert made.asked == 40
    assert made.standing.state == "drifted"
    assert made.standing.moved is not None
    assert (made.standing.moved.shared, made.standing.moved.worse) == (40, 20)


def test_another_floor_is_another_judge_but_costs_nothing(tmp_path: Path) -> None:
    with chat_server(honest) as server:
        session = session_in(judge_repository(tmp_path / "repo", server.base_url))
        first = run(session, items_in(tmp_path))
        strict = RUBRIC.model_copy(update={"floor": RUBRIC.floor.model_copy(update={"items": 100})})
        made = run(session, items_in(tmp_path), strict)
        assert len(server.requests) == 40
    assert made.judge.hash != first.judge.hash
    assert made.standing.state == "under floor"
    assert "40 labelled items, 100 are needed" in made.standing.reason
    assert made.standing.moved is not None
    assert not made.standing.moved.is_worse


def test_more_items_ask_only_the_new_ones(tmp_path: Path) -> None:
    def count(server: ChatServer) -> int:
        return len(server.requests)

    with chat_server(honest) as server:
        session = session_in(judge_repository(tmp_path / "repo", server.base_url))
        run(session, items_in(tmp_path, 40))
        made = run(session, items_in(tmp_path, 50))
        assert count(server) == 50
    assert (made.asked, len(made.calibration.items), made.standing.state) == (10, 50, "usable")


def test_two_at_once_are_refused(tmp_path: Path) -> None:
    from filelock import FileLock

    session = session_in(judge_repository(tmp_path / "repo", "http://127.0.0.1:9/v1"))
    folder = judges_folder(session.workspace, "rude")
    folder.mkdir(parents=True)
    with FileLock(str(folder / "lock")), pytest.raises(BusyError, match="asked by another process"):
        run(session, items_in(tmp_path))
