"""Drafts of a run with their checks; only development episodes are ever looked at."""

from pathlib import Path

import pytest

from ace.cycle.analyze_run import analyze
from ace.cycle.draft_changes import Drafted, draft_changes, rule_path
from ace.session import Session
from runtime.contracts.errors import ModelError
from runtime.contracts.trace_event import Episode
from tests.ace.building import RETRIEVE, commit_all, episode, git, small_session, web_episodes

WEB_FILE = "playbooks/tutor/tools/retrieve-before-web.yaml"
WEB_ID = "tools.retrieve-before-web"


def drafts_of(session: Session, episodes: tuple[Episode, ...]) -> Drafted:
    """Return what is drafted from `episodes`."""
    playbook = session.playbook()
    return draft_changes(session, analyze(episodes, playbook.rules, "major"), episodes, playbook)


def test_a_sound_draft(starter: Path) -> None:
    drafted = drafts_of(small_session(starter), web_episodes())
    assert [(item.draft.op, item.draft.rule_id, item.is_sound) for item in drafted.drafts] == [("edit", WEB_ID, True)]


def test_small_clusters_and_unfinished_episodes_are_left_out(starter: Path) -> None:
    assert drafts_of(small_session(starter), web_episodes(2)).drafts == ()
    unfinished = tuple(episode(f"e{i}", RETRIEVE, ending="") for i in range(5))
    drafted = drafts_of(small_session(starter), (*web_episodes(), *unfinished))
    separation = next(check for check in drafted.drafts[0].checks if check.name == "separation")
    assert "12 decisions of successful episodes" in separation.value


@pytest.mark.parametrize("how", ["deleted", "renamed", "deprecated", "another agent's"])
def test_an_id_used_before_is_not_used_again(starter: Path, how: str) -> None:
    path = starter / WEB_FILE
    text = path.read_text(encoding="utf-8")
    if how == "deleted":
        path.unlink()
    elif how == "renamed":
        path.unlink()
        renamed = path.with_name("local-first.yaml")
        renamed.write_text(text.replace("retrieve-before-web", "local-first"), encoding="utf-8")
    elif how == "deprecated":
        path.write_text(text.replace("status: active", "status: deprecated"), encoding="utf-8")
    else:
        path.write_text(text.replace("agent: tutor", "agent: other"), encoding="utf-8")
    commit_all(starter)
    (item,) = drafts_of(small_session(starter), web_episodes()).drafts
    assert (item.draft.op, item.draft.rule_id) == ("add", WEB_ID)
    assert [check.name for check in item.checks if not check.ok] == ["id"]


def test_a_rule_that_came_back_by_a_persons_hand_may_be_edited(starter: Path) -> None:
    text = (starter / WEB_FILE).read_text(encoding="utf-8")
    (starter / WEB_FILE).unlink()
    commit_all(starter)
    (starter / WEB_FILE).write_text(text, encoding="utf-8")
    commit_all(starter)
    (item,) = drafts_of(small_session(starter), web_episodes()).drafts
    assert (item.draft.op, item.is_sound) == ("edit", True)


def test_a_moved_playbook_does_not_count_as_deleted(starter: Path) -> None:
    git(starter, "mv", "playbooks/tutor", "playbooks/teacher")
    commit_all(starter)
    (item,) = drafts_of(small_session(starter, playbook="playbooks/teacher"), web_episodes()).drafts
    assert item.is_sound


def test_where_a_rule_belongs(starter: Path) -> None:
    assert rule_path(small_session(starter), WEB_ID) == WEB_FILE


def test_a_model_that_drafts(starter: Path) -> None:
    (starter / "script.json").write_text('["{\\"op\\": \\"none\\"}"]', encoding="utf-8")
    model = {"kind": "scripted", "script": "script.json"}
    session = small_session(starter, curator__kind="model", curator__model=model)
    drafted = drafts_of(session, web_episodes())
    assert [refused.reason for refused in drafted.drafting.refused] == ["the model proposes no change"]
    assert drafted.drafting.model_calls == 1


def test_a_model_that_cannot_be_asked_is_an_error(starter: Path) -> None:
    (starter / "script.json").write_text("[]", encoding="utf-8")
    model = {"kind": "scripted", "script": "script.json"}
    session = small_session(starter, curator__kind="model", curator__model=model)
    with pytest.raises(ModelError, match="all were given"):
        drafts_of(session, web_episodes())
