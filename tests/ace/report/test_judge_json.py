"""What a program reads of a judge."""

import json
from pathlib import Path

from ace.judges.identity import identity
from ace.judges.judge_model import judge_settings
from ace.judges.list_judges import list_judges
from ace.judges.run_judges import judge_episodes
from ace.judges.standing import standing
from ace.report.judge_json import calibrated_json, judged_json, judges_json
from tests.ace.judges.judging import RUBRIC, honest, judge_repository, session_in, taught
from tests.ace.judges.test_calibrate import items_in, run
from tests.chat_server import chat_server


def test_all_of_it_is_json(tmp_path: Path) -> None:
    with chat_server(honest) as server:
        session = session_in(judge_repository(tmp_path / "repo", server.base_url))
        made = run(session, items_in(tmp_path))
        judge = identity(RUBRIC, judge_settings(session))
        episodes = [taught("e-1", "You fool."), taught("e-2", "Well done.")]
        said = judge_episodes(session, RUBRIC, judge_settings(session), episodes)
    value = json.loads(json.dumps(calibrated_json(made, RUBRIC, ()), allow_nan=False))
    assert (value["verdict"], value["is_usable"], value["simulated"]) == ("usable", True, False)
    assert (value["n"], value["failing"], value["unusable"], value["asked"]) == (40, 20, 0, 40)
    assert set(value["kappa"]) == {"value", "low", "high"}
    assert value["judge"]["hash"] == judge.hash
    assert value["floor"]["precision"] == 0.7
    assert len(value["items"]) == 40

    stands = standing(session.workspace, RUBRIC, judge)
    judged = json.loads(json.dumps(judged_json(RUBRIC, judge, stands, said), allow_nan=False))
    assert judged["is_advisory"] is False
    assert [(one["episode"], one["label"], one["quote"]) for one in judged["episodes"]] == [
        ("e-1", "rude", "fool"),
        ("e-2", "polite", ""),
    ]

    listed = json.loads(json.dumps(judges_json(list_judges(session, {})), allow_nan=False))["judges"]
    assert (listed[0]["name"], listed[0]["state"], listed[0]["is_configured"]) == ("rude", "usable", True)
    assert listed[0]["figures"]["kappa"]["value"] == 1.0
    assert listed[1]["figures"] is None
