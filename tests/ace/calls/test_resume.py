"""Resumption: once, from exactly where it stood, and after a kill -9 at any moment nothing acts twice or is lost."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

from ace.calls.decide import Answer, decide
from ace.calls.resume import resume_calls
from ace.calls.standing import open_store, standing
from ace.errors import AceError, BusyError
from ace.runs.run_record import LoadedRun, events_path, load_run
from ace.session import Session
from runtime.contracts.trace_event import Episode
from runtime.control.pending_call import PendingCall
from tests.ace.building import commit_all
from tests.ace.calls.writing_agent import PLAN, plan_calls, resume_once, run_once, writing_session, written

TOP = Path(__file__).parents[3]


def _only(session: Session) -> PendingCall:
    (call,) = [one for one in open_store(session).all() if one.status != "done"]
    return call


def _episode(run: LoadedRun) -> Episode:
    (episode,) = run.episodes
    return episode


def _again(session: Session, run: LoadedRun) -> Episode:
    """The run's episode as `ace analyze` would see it now."""
    return _episode(load_run(session.workspace.run_folder(run.record.run)))


def _program(repo: Path, *arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.ace.calls.writing_agent", str(repo), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=TOP)


def _wait_for(happened: Callable[[], bool], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def _kill(process: "subprocess.Popen[str]") -> None:
    process.send_signal(signal.SIGKILL)
    process.communicate()


@pytest.fixture
def asked(starter: Path) -> tuple[Session, LoadedRun, Path]:
    """A run whose only episode waits: it wants to send one line."""
    out = plan_calls(starter, ("send", "acted", 0.0))
    session = writing_session(starter)
    return session, run_once(session), out


def test_a_call_that_asks_ends_the_episode_unscored_and_nothing_acts(asked: tuple[Session, LoadedRun, Path]) -> None:
    session, run, out = asked
    episode = _episode(run)
    assert episode.outcome is not None
    assert (episode.outcome.terminal, episode.outcome.error) == ("awaiting_approval", _only(session).id)
    assert (episode.outcome.scores, written(out)) == ({}, [])


def test_an_approved_call_acts_once_and_the_episode_goes_on(asked: tuple[Session, LoadedRun, Path]) -> None:
    session, run, out = asked
    call = decide(session, _only(session).id, Answer("approved"))
    done = resume_once(session, call.id)
    assert (done.terminal, done.is_failure, written(out)) == ("refused", False, ["acted"])
    episode = _again(session, run)
    assert episode.header.episode == done.episode
    card = episode.steps[0].card
    assert card is not None
    assert (card.ok, card.idempotency_key, card.data) == (True, call.key, {"key": call.key})
    assert episode.steps[0].attempts == _episode(run).steps[0].attempts
    assert [step.step for step in episode.steps] == [0, 1]


def test_a_second_resume_does_nothing(asked: tuple[Session, LoadedRun, Path]) -> None:
    session, run, out = asked
    call = decide(session, _only(session).id, Answer("approved"))
    first = resume_once(session, call.id)
    log = events_path(run.folder).read_bytes()
    second = resume_once(session, call.id)
    assert (second.is_failure, second.episode) == (False, "")
    assert second.message.startswith("already resumed by ")
    assert first.episode in second.message
    assert (written(out), events_path(run.folder).read_bytes()) == (["acted"], log)


def test_a_denied_call_goes_on_with_the_persons_reason(asked: tuple[Session, LoadedRun, Path]) -> None:
    session, run, out = asked
    decide(session, _only(session).id, Answer("denied", "not on this image"))
    assert resume_once(session).terminal == "refused"
    card = _again(session, run).steps[0].card
    assert card is not None
    assert (card.error_class, written(out)) == ("permission_denied", [])
    assert card.summary == "a person refused this call: not on this image; go on without it"


def test_changed_arguments_are_what_runs_and_the_trace_says_both(asked: tuple[Session, LoadedRun, Path]) -> None:
    session, run, out = asked
    call = _only(session)
    changed = {**call.arguments, "line": "changed"}
    decide(session, call.id, Answer("approved", arguments=changed))
    resume_once(session)
    card = _again(session, run).steps[0].card
    assert card is not None
    assert (written(out), card.arguments, card.ran_with) == (["changed"], call.arguments, changed)
    assert card.summary.startswith("(a person changed the arguments to ")


def test_an_episode_may_wait_twice(starter: Path) -> None:
    out = plan_calls(starter, ("send", "one", 0.0), ("send", "two", 0.0))
    session = writing_session(starter)
    run = run_once(session)
    first = _only(session)
    decide(session, first.id, Answer("approved", arguments={**first.arguments, "line": "changed"}))
    done = resume_once(session)
    second = _only(session)
    assert (done.terminal, second.id in done.message, second.step) == ("awaiting_approval", True, 1)
    decide(session, second.id, Answer("approved"))
    assert resume_once(session).terminal == "refused"
    assert written(out) == ["changed", "two"]
    cards = [step.card for step in _again(session, run).steps if step.card is not None]
    assert [(card.is_replayed, card.ran_with is None) for card in cards] == [(True, False), (False, True)]


def test_without_a_decision_nothing_is_resumed(asked: tuple[Session, LoadedRun, Path]) -> None:
    session, _, out = asked
    assert "nobody has decided" in resume_once(session, _only(session).id).message
    assert written(out) == []


def test_while_another_process_works_here_nothing_is_resumed(asked: tuple[Session, LoadedRun, Path]) -> None:
    session, _, out = asked
    call = decide(session, _only(session).id, Answer("approved"))
    with session.workspace.lock():
        process = _program(session.workspace.repo, "resume", call.id)
        _, err = process.communicate()
    assert process.returncode == BusyError.exit_code == 75
    assert f"held by process {os.getpid()}" in err
    assert written(out) == []


def test_of_two_resumes_at_the_same_time_one_acts(asked: tuple[Session, LoadedRun, Path]) -> None:
    session, run, out = asked
    call = decide(session, _only(session).id, Answer("approved"))
    both = [_program(session.workspace.repo, "resume", call.id) for _ in range(2)]
    said = [process.communicate() for process in both]
    codes = sorted(process.returncode for process in both)
    assert codes in ([0, 0], [0, 75]), said
    other = "held by " if codes[1] else "already resumed by"
    assert sum(other in out_text + err for out_text, err in said) == 1
    assert written(out) == ["acted"]
    events = [json.loads(line) for line in events_path(run.folder).read_text(encoding="utf-8").splitlines()]
    assert sum(event["type"] == "episode" for event in events) == 2


def test_a_kill_between_approval_and_execution_loses_nothing(asked: tuple[Session, LoadedRun, Path]) -> None:
    session, run, out = asked
    store = open_store(session)
    call = decide(session, _only(session).id, Answer("approved"))
    with FileLock(str(store.folder / "journal.lock")):  # it gets to the journal, and no further
        process = _program(session.workspace.repo, "resume", call.id)
        _wait_for(lambda: store.get(call.id).status == "resuming")
        time.sleep(0.3)
        _kill(process)
    assert written(out) == []
    assert standing(session, store.get(call.id)).stale == ""
    done = resume_once(session, call.id)
    assert (done.terminal, written(out)) == ("refused", ["acted"])
    assert _again(session, run).header.episode == done.episode


@pytest.mark.parametrize("acted", [True, False], ids=["a person says it acted", "a person says it did not"])
def test_a_kill_in_the_middle_of_execution_asks_whether_it_acted(starter: Path, acted: bool) -> None:
    out = plan_calls(starter, ("send", "acted", 20.0))
    session = writing_session(starter)
    run = run_once(session)
    store = open_store(session)
    call = decide(session, _only(session).id, Answer("approved", arguments=None))
    process = _program(starter, "resume", call.id)
    _wait_for(lambda: written(out) == ["acted"])
    _kill(process)
    for _ in range(2):
        done = resume_once(session, call.id)
        assert done.is_failure
    assert "nobody has decided" in done.message
    assert (store.get(call.id).question, written(out)) == ("did_it_act", ["acted"])
    with pytest.raises(AceError, match="find out whether it acted"):
        decide(session, call.id, Answer("approved"))
    if acted:
        decide(session, call.id, Answer("acted", "the file has the line"))
    else:
        quick = {**call.arguments, "seconds": 0}
        decide(session, call.id, Answer("did_not_act", arguments=quick))
    assert resume_once(session, call.id).terminal == "refused"
    assert written(out) == (["acted"] if acted else ["acted", "acted"])
    card = _again(session, run).steps[0].card
    assert card is not None
    assert card.ok
    assert card.summary.startswith("a person confirmed that this call acted" if acted else "(a person changed")


def test_a_run_killed_in_the_middle_of_a_write_does_not_repeat_it(starter: Path) -> None:
    out = plan_calls(starter, ("append", "acted", 20.0))
    process = _program(starter, "run")
    _wait_for(lambda: written(out) == ["acted"])
    _kill(process)
    session = writing_session(starter)
    run = run_once(session, resume="latest")
    call = _only(session)
    assert (call.question, call.tool, written(out)) == ("did_it_act", "append", ["acted"])
    decide(session, call.id, Answer("acted"))
    assert resume_once(session).terminal == "refused"
    assert written(out) == ["acted"]
    assert _again(session, run).steps[0].card is not None


def test_a_run_killed_after_a_write_takes_its_result_from_the_journal(starter: Path) -> None:
    out = plan_calls(starter, ("append", "acted", 0.0), ("look", "looked", 20.0))
    process = _program(starter, "run")
    _wait_for(lambda: written(out) == ["acted", "looked"])
    _kill(process)
    plan_calls(starter, ("append", "acted", 0.0))
    session = writing_session(starter)
    run = run_once(session, resume="latest")
    first = _episode(run).steps[0].card
    assert first is not None
    assert (first.ok, first.is_replayed, written(out)) == (True, True, ["acted", "looked"])


def test_a_read_that_was_cut_off_is_simply_run_again(starter: Path) -> None:
    out = plan_calls(starter, ("look", "looked", 1.0))
    with (starter / "ace.yaml").open("a", encoding="utf-8") as config:
        config.write("control: {tools: {look: ask}}\n")
    session = writing_session(starter)
    run_once(session)
    call = decide(session, _only(session).id, Answer("approved"))
    process = _program(starter, "resume", call.id)
    _wait_for(lambda: written(out) == ["looked"])
    _kill(process)
    assert resume_once(session, call.id).terminal == "refused"
    assert written(out) == ["looked", "looked"]


def test_a_failure_after_the_call_leaves_it_to_be_resumed_and_it_does_not_act_again(
    asked: tuple[Session, LoadedRun, Path],
) -> None:
    session, run, out = asked
    repo = session.workspace.repo
    call = decide(session, _only(session).id, Answer("approved"))
    (repo / PLAN).write_text('["no plan for step 0", 5]', encoding="utf-8")  # the next decision breaks
    failed = resume_once(session, call.id)
    assert (failed.is_failure, failed.terminal, written(out)) == (True, "infrastructure_error", ["acted"])
    plan_calls(repo, ("send", "acted", 0.0))
    done = resume_once(session, call.id)
    assert (done.terminal, written(out)) == ("refused", ["acted"])
    card = _again(session, run).steps[0].card
    assert card is not None
    assert (card.ok, card.is_replayed) == (True, True)


def test_a_run_under_changed_rules_is_stale(asked: tuple[Session, LoadedRun, Path]) -> None:
    session, _, out = asked
    decide(session, _only(session).id, Answer("approved"))
    (session.workspace.repo / "playbooks/tutor/tools/retrieve-before-web.yaml").unlink()
    commit_all(session.workspace.repo)
    call = _only(session)
    done = resume_once(session)
    assert done.is_failure
    why = f"since {call.run}: rule tools.retrieve-before-web gone"
    assert done.message == f"stale: {why}; nothing was done"
    assert written(out) == []
    assert standing(session, open_store(session).get(call.id)).why_not == why
    assert resume_calls(session, []) == (), "it is tried again only when it is named"


def test_what_was_changed_back_is_no_longer_stale(asked: tuple[Session, LoadedRun, Path]) -> None:
    session, _, out = asked
    call = decide(session, _only(session).id, Answer("approved"))
    rule = session.workspace.repo / "playbooks/tutor/tools/retrieve-before-web.yaml"
    text = rule.read_text(encoding="utf-8")
    rule.unlink()
    commit_all(session.workspace.repo)
    assert resume_once(session).is_failure
    rule.write_text(text, encoding="utf-8")
    commit_all(session.workspace.repo)
    assert not resume_once(session, call.id).is_failure
    assert written(out) == ["acted"]
    assert open_store(session).get(call.id).changed == ""


def test_going_on_with_the_run_leaves_a_decided_call_to_be_resumed(asked: tuple[Session, LoadedRun, Path]) -> None:
    session, _, out = asked
    call = decide(session, _only(session).id, Answer("approved"))
    run_once(session, resume="latest")
    assert written(out) == []
    assert not resume_once(session, call.id).is_failure
    assert len(written(out)) == 1


def test_a_run_that_is_gone_makes_its_calls_stale(asked: tuple[Session, LoadedRun, Path]) -> None:
    session, run, _ = asked
    call = _only(session)
    events_path(run.folder).unlink()
    assert standing(session, call).stale == f"run {run.record.run} is not there any more"
    with pytest.raises(AceError, match="is stale"):
        decide(session, call.id, Answer("approved"))
