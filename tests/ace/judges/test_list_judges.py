"""The list of judges: the configured ones first, each with how it stands; no model is needed for it."""

from pathlib import Path

from ace.judges.list_judges import list_judges
from ace.judges.rubric import shipped_rubrics
from ace.session import open_session
from tests.ace.building import git
from tests.ace.judges.judging import honest, judge_repository, session_in
from tests.ace.judges.test_calibrate import items_in, run
from tests.chat_server import chat_server


def test_each_stands_for_itself(tmp_path: Path) -> None:
    with chat_server(honest) as server:
        session = session_in(judge_repository(tmp_path / "repo", server.base_url))
        run(session, items_in(tmp_path))
        asked = len(server.requests)
        found = list_judges(session, {})
        assert len(server.requests) == asked
    assert [one.rubric.name for one in found] == ["rude", *shipped_rubrics()]
    assert [one.is_configured for one in found] == [True] + [False] * len(shipped_rubrics())
    states = [one.standing.state for one in found if one.standing]
    assert states == ["usable"] + ["not calibrated"] * len(shipped_rubrics())


def test_without_a_model_there_is_no_standing(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    found = list_judges(open_session(tmp_path, {}, {}), {})
    assert {(one.judge, one.standing) for one in found} == {(None, None)}
