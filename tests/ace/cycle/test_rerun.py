"""An inspection that waits for a person is run anew once the call is decided, with the decision in force."""

from dataclasses import replace
from pathlib import Path

import pytest

from ace.calls.decide import Answer, decide
from ace.calls.resume import resume_calls
from ace.calls.standing import open_store, standing
from ace.cycle.rerun import without_decided
from ace.report.calls_text import call_text, calls_text, state_of
from ace.report.text import run_text
from ace.session import Session, open_session
from ace.starter import write_starter
from ace.workspace import open_workspace
from runtime.contracts.trace_event import Episode
from runtime.control.pending_call import PendingCall
from tests.ace.building import commit_all, git
from tests.ace.calls.writing_agent import run_once


@pytest.fixture
def session(tmp_path: Path) -> Session:
    """A repository with the inspector, whose measuring a person must allow; a run takes two castings."""
    git(tmp_path, "init", "-q", "-b", "main")
    write_starter(open_workspace(tmp_path), "inspector")
    commit_all(tmp_path)
    flags = {"control.tools": {"measure_candidate": "ask"}, "run.limit": 2, "run.seed": 1}
    return open_session(tmp_path, {}, flags)


def _calls(session: Session) -> list[PendingCall]:
    return list(open_store(session).all())


def _ends(episodes: tuple[Episode, ...]) -> dict[str, str]:
    return {one.header.sample: one.outcome.terminal if one.outcome else "" for one in episodes}


def test_what_is_decided_is_run_anew_and_what_is_not_goes_on_waiting(session: Session) -> None:
    run = run_once(session)
    assert set(_ends(run.episodes).values()) == {"awaiting_approval"}
    assert f"`ace run --resume {run.record.run}` goes on" in run_text(run)
    first, second = _calls(session)
    decide(session, first.id, Answer("approved"))
    again = run_once(session, run.record.run)
    assert _ends(again.episodes) == {first.sample: "answered", second.sample: "awaiting_approval"}
    kept = {call.id: call for call in _calls(session)}
    assert {name: call.status for name, call in kept.items()} == {first.id: "done", second.id: "waiting"}
    (ended,) = [one for one in again.episodes if one.header.sample == first.sample]
    assert kept[first.id].resumptions[-1].episode == ended.header.episode
    cards = [step.card for step in ended.steps if step.card is not None and step.card.name == first.tool]
    assert (cards[0].ok, cards[0].idempotency_key) == (True, first.key)


def test_a_refused_tool_goes_into_the_inspection_that_is_run_anew(session: Session) -> None:
    run = run_once(session)
    for call in _calls(session):
        decide(session, call.id, Answer("denied", "not today"))
    again = run_once(session, run.record.run)
    cards = [step.card for one in again.episodes for step in one.steps if step.card is not None]
    told = [card.summary for card in cards if card.error_class == "permission_denied"]
    assert len(told) >= 2
    assert all("not today" in words for words in told)


def test_every_text_names_the_command_that_goes_on(session: Session) -> None:
    run = run_once(session)
    call = _calls(session)[0]
    decide(session, call.id, Answer("approved"))
    onward = f"ace run --resume {run.record.run}"
    (refused,) = resume_calls(session, ())
    assert (refused.is_failure, refused.episode, onward in refused.message) == (True, "", True)
    found = standing(session, _calls(session)[0])
    assert (state_of(found), found.onward) == ("approved", onward)
    assert f"{onward} goes on with what is decided" in calls_text([found], call.asked, 0)
    assert "approved by" in call_text(found, call.asked)


def test_a_question_that_is_kept_no_more_is_asked_anew(session: Session) -> None:
    run = run_once(session)
    done = {(one.header.sample, 0): one for one in run.episodes}
    assert without_decided(session, done) == done
    lost = _calls(session)[0]
    (open_store(session).folder / "pending" / f"{lost.id}.json").unlink()
    assert [sample for sample, _ in without_decided(session, done)] == [_calls(session)[0].sample]
    assert without_decided(replace(session, agent=replace(session.agent, is_resumable=True)), done) == done
