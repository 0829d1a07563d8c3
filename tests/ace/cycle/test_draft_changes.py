"""Drafts of a run with their checks; only development episodes are ever looked at."""

import json
from pathlib import Path

import pytest

from ace.cycle.analyze_run import analyze
from ace.cycle.draft_changes import Drafted, draft_changes, rule_path
from ace.rejections.rejection import Rejection
from ace.rejections.write_rejection import dump_rejection, rejection_path
from ace.review.fingerprint import fingerprint
from ace.session import Session
from runtime.contracts.errors import ModelError
from runtime.contracts.trace_event import Episode
from tests.ace.building import RETRIEVE, WEB_RULE, commit_all, episode, git, small_session, web_episodes

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
    assert (item.draft.op, item.draft.rule_id) == ("add", f"{WEB_ID}-2")
    assert item.is_sound


def id_check(drafted: Drafted) -> str:
    """Return what the check of an addition's id says."""
    return next(check.detail for item in drafted.drafts for check in item.checks if check.name == "id")


def test_a_shallow_clone_does_not_say_that_an_id_was_never_used(starter: Path, tmp_path: Path) -> None:
    (starter / WEB_FILE).unlink()
    commit_all(starter)
    assert id_check(drafts_of(small_session(starter), web_episodes())) == "the id was never used"
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{starter}", str(clone))
    drafted = drafts_of(small_session(clone), web_episodes())
    assert id_check(drafted) == "not known: history is shallow (git fetch --unshallow)"
    assert drafted.drafts[0].is_sound


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


def failing(drafted: Drafted) -> list[str]:
    """Return the names of the first draft's checks that failed."""
    return [check.name for check in drafted.drafts[0].checks if not check.ok]


def test_words_of_the_agent_and_the_rules_may_be_used_and_no_others(starter: Path) -> None:
    checks = drafts_of(small_session(starter), web_episodes()).drafts[0].checks
    assert " 0 unknown; names retrieve, web_browser" in next(c.value for c in checks if c.name == "words")


def test_the_budget_is_that_of_the_prompt(starter: Path) -> None:
    session = small_session(starter, budgets__rules_tokens=180)
    (check,) = (c for c in drafts_of(session, web_episodes()).drafts[0].checks if c.name == "prompt-budget")
    assert not check.ok
    assert check.value.endswith("of 180")


def operation(text: str, **changes: object) -> str:
    """Return an edit of the web rule as a model writes it."""
    base = {
        "op": "edit",
        "rule_id": WEB_ID,
        "title": "Query the local index before the web",
        "text": text,
        "when": WEB_RULE["when"],
        "require": WEB_RULE["require"],
        "otherwise": "retrieve",
        "rationale": "The web was searched before the local index.",
    }
    return json.dumps({**base, **changes})


LOCAL_FIRST = "Call `retrieve` and read what it returned before you call `web_browser`."


def scripted_session(starter: Path, *replies: str) -> Session:
    """Return a session whose curator is a model that answers so, attempt by attempt."""
    (starter / "script.json").write_text(json.dumps(replies), encoding="utf-8")
    model = {"kind": "scripted", "script": "script.json"}
    return small_session(starter, curator__kind="model", curator__model=model)


def test_a_rejection_on_the_reviewed_branch_is_remembered(starter: Path) -> None:
    session = scripted_session(starter, operation(LOCAL_FIRST))
    draft = drafts_of(session, web_episodes()).drafts[0].draft
    rejection = Rejection(
        fingerprint=fingerprint(draft.op, draft.rule_id, draft.after),
        op=draft.op,
        rule=draft.rule_id,
        reason="The web is often better.",
        by="reviewer",
        date="2026-11-01",
    )
    path = starter / rejection_path(rejection.fingerprint)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(dump_rejection(rejection))
    assert failing(drafts_of(session, web_episodes())) == [], "it is not committed yet"
    commit_all(starter)
    drafted = drafts_of(session, web_episodes())
    assert failing(drafted) == ["rejected"]
    check = next(check for check in drafted.drafts[0].checks if check.name == "rejected")
    assert "for good: The web is often better." in check.detail


def test_a_model_is_told_what_its_draft_fails_and_nothing_of_held_out_samples(starter: Path) -> None:
    session = scripted_session(starter, operation(LOCAL_FIRST, require="false"), operation(LOCAL_FIRST))
    drafted = drafts_of(session, web_episodes())
    assert failing(drafted) == []
    first, second = drafted.drafting.attempts
    assert "separation: needs at least 80% and at most 5%" in " ".join(first.failing)
    assert second.failing == ()
    seen = json.dumps([[item.raw, *item.failing] for item in drafted.drafting.attempts])
    assert "held-out" not in seen
    assert "held-out" in [check.name for check in drafted.drafts[0].checks]


def test_a_merge_goes_through_the_same_checks(starter: Path) -> None:
    path = starter / WEB_FILE
    twin = path.with_name("local-first.yaml")
    twin.write_text(path.read_text(encoding="utf-8").replace("retrieve-before-web", "local-first"), encoding="utf-8")
    commit_all(starter)
    merge = {**json.loads(operation("")), "op": "merge", "merge_ids": ["tools.local-first"], "when": "", "require": ""}
    drafted = drafts_of(scripted_session(starter, json.dumps(merge)), web_episodes())
    assert [(item.draft.op, item.is_sound) for item in drafted.drafts] == [("merge", True)]
    assert "merge" in [check.name for check in drafted.drafts[0].checks]
