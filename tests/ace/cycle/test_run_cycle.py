"""One cycle from a clean repository to a branch; cut off, stopped, failed, and gone on with."""

import json
import shutil
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from ace.answers.answer_book import AnswerBook
from ace.cycle.journal import CycleRecord, last_cycles
from ace.cycle.journal.cycle_outcome import CycleOutcome
from ace.cycle.journal.cycle_steps import CycleHooks, CycleRequest
from ace.cycle.run_cycle import run_cycle
from ace.cycle.run_samples import RunRequest
from ace.errors import AceError, BusyError
from ace.runs.run_record import LoadedRun
from ace.session import Session
from ace.workspace import open_workspace
from runtime.contracts.errors import ModelUnavailableError, RuleError
from runtime.contracts.ports import ModelReply
from runtime.contracts.trace_event import Episode
from tests.ace.building import commit_all, git, small_session
from tests.chat_server import chat_server, completion

TINY = {"run__limit": 4, "gate__sealed_limit": 2, "gate__must_pass_limit": 2, "gate__control": False}
RULE = "playbooks/tutor/tools/retrieve-before-web.yaml"


class Killed(BaseException):
    """The process is gone: nothing of it may clean up."""


def tiny(repo: Path, **flags: object) -> Session:
    """Return a session on a cycle of a few samples."""
    return small_session(repo, **{**TINY, **flags})


def killed_in(session: Session, episodes: int) -> list[Episode]:
    """Run a cycle that is killed after so many episodes of its run; return them."""
    seen: list[Episode] = []

    def progress(episode: Episode) -> None:
        seen.append(episode)
        if len(seen) == episodes:
            raise Killed

    with pytest.raises(BaseException) as caught:  # noqa: PT011  a task group wraps it
        run_cycle(session, CycleRequest(hooks=CycleHooks(RunRequest(progress=progress))))
    assert "Killed" in repr(caught.value)
    return seen


def newest(session: Session) -> CycleRecord:
    """Return the newest cycle."""
    return last_cycles(session.workspace.state, 1)[0]


def branches(repo: Path) -> list[str]:
    """Return the branches of proposals."""
    return git(repo, "for-each-ref", "--format=%(refname:short)", "refs/heads/ace/p").split()


@pytest.fixture(scope="module")
def whole(starter_template: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Session, CycleOutcome]:
    """A cycle that was left alone. Look, do not change."""
    repo = Path(shutil.copytree(starter_template, tmp_path_factory.mktemp("whole") / "repo"))
    session = small_session(repo)
    return session, run_cycle(session, CycleRequest(schedule="night"))


def test_a_cycle_runs_analyzes_judges_and_opens(whole: tuple[Session, CycleOutcome]) -> None:
    session, outcome = whole
    repo = session.workspace.repo
    assert outcome.results.run is not None
    assert len(outcome.results.run.episodes) == 16
    assert branches(repo) == [item.proposal.branch for item in outcome.new if item.proposal]
    assert len(branches(repo)) == 1
    assert git(repo, "status", "--porcelain") == ""
    assert (outcome.status, outcome.exit_code, outcome.reason) == ("done", 2, "")


def test_it_is_written_down(whole: tuple[Session, CycleOutcome]) -> None:
    session, outcome = whole
    record = newest(session)
    assert (record.id, record.status, record.exit_code, record.schedule) == (outcome.id, "done", 2, "night")
    assert record.opened == tuple(item.proposal.id for item in outcome.new if item.proposal)
    assert record.summary == outcome.summary
    lines = (session.workspace.state / "cycles" / outcome.id / "journal.jsonl").read_text(encoding="ascii")
    steps = [line["step"] for line in map(json.loads, lines.splitlines()) if line.get("state") == "done"]
    assert steps == ["run", "analyze", "draft", "retest", "judge", "commit", "push", "open"]


def test_what_is_done_leaves_nothing_but_its_journal(whole: tuple[Session, CycleOutcome]) -> None:
    session, outcome = whole
    folder = session.workspace.state / "cycles" / outcome.id
    assert sorted(path.name for path in folder.iterdir()) == ["journal.jsonl", "spent.jsonl"]


def test_the_line_for_a_log(whole: tuple[Session, CycleOutcome]) -> None:
    _, outcome = whole
    assert outcome.summary.startswith(f"ace cycle {outcome.id}: 16 episodes run (simulated), ")
    assert f"1 opened (promising 1), {outcome.used.model_calls:,} calls, 0.00 USD, " in outcome.summary
    assert "\n" not in outcome.summary


def test_two_cycles_at_once_are_refused(starter: Path) -> None:
    with open_workspace(starter).lock(), pytest.raises(BusyError) as caught:
        run_cycle(tiny(starter), CycleRequest())
    assert caught.value.exit_code == 75
    assert not (starter / ".git" / "ace" / "runs").exists()
    assert not (starter / ".git" / "ace" / "cycles").exists()


def test_a_dry_cycle_writes_no_branch_and_is_done(starter: Path) -> None:
    outcome = run_cycle(tiny(starter), CycleRequest(is_dry_run=True))
    assert (outcome.status, outcome.exit_code) == ("done", 0)
    assert outcome.results.drafted is not None
    assert outcome.results.judged is None
    assert git(starter, "for-each-ref", "refs/heads/ace") == ""


def test_a_killed_cycle_goes_on_where_it_was(starter: Path) -> None:
    session = tiny(starter)
    before = killed_in(session, 2)
    record = newest(session)
    assert (record.status, record.step) == ("killed", "run")
    ran: list[LoadedRun] = []
    again: list[Episode] = []
    told: list[str] = []
    hooks = CycleHooks(RunRequest(progress=again.append), ran=ran.append, note=told.append)
    outcome = run_cycle(session, CycleRequest(hooks=hooks))
    assert (outcome.id, outcome.status) == (record.id, "done")
    assert outcome.results.run is not None
    assert outcome.results.run.record.run == record.run
    assert not {e.header.episode for e in before} & {e.header.episode for e in again}
    assert len(outcome.results.run.episodes) == 4
    assert told[0].startswith(f"going on with {record.id}")
    assert len(last_cycles(session.workspace.state)) == 1


def test_its_run_goes_on_also_when_the_reviewed_branch_moved_elsewhere(starter: Path) -> None:
    session = tiny(starter)
    killed_in(session, 2)
    first = newest(session)
    (starter / "README").write_text("hello", encoding="utf-8")
    commit_all(starter)
    outcome = run_cycle(session, CycleRequest(until="run"))
    assert outcome.id != first.id
    assert "the reviewed branch has moved" in outcome.notes[0]
    assert outcome.results.run is not None
    assert outcome.results.run.record.run == first.run


def test_under_other_rules_everything_begins_anew(starter: Path) -> None:
    session = tiny(starter)
    killed_in(session, 2)
    first = newest(session)
    path = starter / RULE
    path.write_text(path.read_text(encoding="utf-8").replace("before you call", "always before"), encoding="utf-8")
    commit_all(starter)
    outcome = run_cycle(session, CycleRequest(until="run"))
    assert outcome.results.run is not None
    assert outcome.results.run.record.run != first.run
    assert last_cycles(session.workspace.state)[1].closed


def test_a_ceiling_stops_it_and_the_next_goes_on(starter: Path) -> None:
    session = tiny(starter, cycle__max_calls=12)
    outcome = run_cycle(session, CycleRequest())
    assert (outcome.status, outcome.exit_code) == ("stopped", 3)
    assert outcome.reason == "the ceiling of 12 model calls (cycle.max_calls)"
    assert newest(session).failed == outcome.reason
    assert branches(starter) == []
    for _ in range(30):
        before = outcome.used.model_calls
        outcome = run_cycle(session, CycleRequest())
        if outcome.status == "done":
            break
        assert outcome.used.model_calls > before
    assert outcome.status == "done"
    assert outcome.id == newest(session).id
    assert len(last_cycles(session.workspace.state)) == 1


def test_as_many_calls_are_made_as_without_a_stop(starter: Path, tmp_path: Path) -> None:
    alone = Path(shutil.copytree(starter, tmp_path / "alone"))
    expected = run_cycle(tiny(alone), CycleRequest(until="draft")).used.model_calls
    stopped = run_cycle(tiny(starter, cycle__max_calls=5), CycleRequest(until="draft"))
    assert stopped.status == "stopped"
    assert run_cycle(tiny(starter), CycleRequest(until="draft")).used.model_calls == expected


def test_until_ends_after_a_step_and_the_next_goes_on(starter: Path) -> None:
    session = tiny(starter)
    outcome = run_cycle(session, CycleRequest(until="analyze"))
    assert (outcome.status, outcome.exit_code, outcome.reason) == ("stopped", 0, "--until analyze")
    assert outcome.results.analysis is not None
    assert outcome.results.drafted is None
    assert newest(session).failed == ""
    further = run_cycle(session, CycleRequest(until="draft"))
    assert further.id == outcome.id
    assert further.used.model_calls == outcome.used.model_calls
    assert run_cycle(session, CycleRequest(until="draft", is_new=True)).id != outcome.id


def test_a_server_that_is_down_is_an_error_that_is_written_down(starter: Path) -> None:
    session = tiny(
        starter,
        controller__kind="openai",
        controller__model="m",
        controller__base_url="http://127.0.0.1:9/v1",
        controller__failure_rates={},
    )
    outcome = run_cycle(session, CycleRequest())
    assert isinstance(outcome.error, ModelUnavailableError)
    assert (outcome.status, outcome.exit_code) == ("failed", 1)
    assert "start the server" in newest(session).failed
    assert "failed: " in outcome.summary
    again = run_cycle(session, CycleRequest())
    assert again.id == outcome.id, "it goes on when the server is back"


def test_rules_that_cannot_be_used_fail_it_before_anything_runs(starter: Path) -> None:
    (starter / RULE).write_text("schema: 1\n", encoding="utf-8")
    commit_all(starter)
    session = tiny(starter)
    outcome = run_cycle(session, CycleRequest())
    assert isinstance(outcome.error, RuleError)
    assert (outcome.id, outcome.status, outcome.exit_code) == ("", "failed", 1)
    assert last_cycles(session.workspace.state) == (), "nothing was begun"
    assert not session.workspace.runs.exists()


def test_drafts_that_cannot_be_read_back_say_what_to_do(starter: Path) -> None:
    session = tiny(starter)
    outcome = run_cycle(session, CycleRequest(until="draft"))
    (session.workspace.state / "cycles" / outcome.id / "drafted.json").write_text("{}", encoding="utf-8")
    failed = run_cycle(session, CycleRequest())
    assert isinstance(failed.error, AceError)
    assert "begin anew: ace cycle --new" in failed.reason


def test_a_signal_is_written_down(starter: Path) -> None:
    session = tiny(starter)

    sent: list[str] = []

    def interrupt(episode: Episode) -> None:
        # As a person's Ctrl-C arrives: once, while the batch runs.
        if not sent:
            sent.append(episode.header.episode)
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        run_cycle(session, CycleRequest(hooks=CycleHooks(RunRequest(progress=interrupt))))
    record = newest(session)
    assert (record.status, record.failed) == ("stopped", "a signal ended it")
    outcome = run_cycle(replace(session), CycleRequest(until="run"))
    assert outcome.id == record.id


def test_what_a_curator_was_paid_to_answer_is_not_asked_again(
    starter: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = Path(shutil.copytree(starter, tmp_path / "alone"))
    keep, left = AnswerBook.keep, [2]

    def killed(book: AnswerBook, key: str, reply: ModelReply) -> None:
        if not left[0]:
            raise Killed
        left[0] -= 1
        keep(book, key, reply)

    with chat_server(lambda request, number: completion('{"op":"none","why":"no change"}')) as server:
        model = {"kind": "openai", "model": "m", "base_url": server.base_url}
        flags = {"curator__kind": "model", "curator__model": model, "run__limit": 8}
        whole = run_cycle(tiny(alone, **flags), CycleRequest(until="draft"))
        asked = len(server.requests)
        assert asked >= 3
        monkeypatch.setattr(AnswerBook, "keep", killed)
        with pytest.raises(Killed):
            run_cycle(tiny(starter, **flags), CycleRequest(until="draft"))
        monkeypatch.undo()
        again = run_cycle(tiny(starter, **flags), CycleRequest(until="draft"))
        assert len(server.requests) == 2 * asked + 1, "the one whose answer was not kept is asked again"
    assert again.results.drafted is not None
    assert whole.results.drafted is not None
    found, expected = again.results.drafted.drafting, whole.results.drafted.drafting
    assert (found.refused, found.model_calls) == (expected.refused, expected.model_calls)


def test_a_forge_that_cannot_be_used_is_said_before_anything_is_paid_for(starter: Path) -> None:
    session = tiny(starter, forge__kind="github", review__remote="origin")
    outcome = run_cycle(session, CycleRequest())
    assert (outcome.status, outcome.results.run, outcome.used.model_calls) == ("failed", None, 0)
    assert "remote" in outcome.reason
    assert not session.workspace.runs.is_dir()
    assert run_cycle(session, CycleRequest(until="run", is_new=True)).results.run is not None, "it shares nothing"
