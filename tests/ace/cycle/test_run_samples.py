"""Running samples: fresh, cut off and resumed, refused, and against a server that is down."""

from dataclasses import replace
from pathlib import Path

import pytest

from ace.answers.answer_book import AnswerBook
from ace.cycle.run_samples import RunGaveUpError, RunRequest, choose, is_complete, run_samples
from ace.errors import AceError, NotFoundError
from ace.runs.run_record import events_path, load_run
from ace.session import Session, open_session
from runtime.contracts.errors import ModelUnavailableError
from runtime.contracts.ports import ModelReply
from runtime.contracts.sample import Sample
from runtime.contracts.trace_event import Episode
from tests.ace.building import commit_all, small_session
from tests.ace.conftest import SmallRun
from tests.chat_server import Answer, chat_server, completion

HINT = '{"action":"HINT","hint_level":1,"text":"Look at the border once more."}'
RULE = "playbooks/tutor/tools/retrieve-before-web.yaml"


def samples(cases: int, per_case: int = 3) -> list[Sample]:
    """Return samples like the shipped ones: so many to a case."""
    return [
        Sample(id=f"case{case}-s{number}", case=f"case{case}", agent="tutor", split="dev")
        for case in range(cases)
        for number in range(per_case)
    ]


@pytest.mark.parametrize("limit", [1, 5, 10, 13, 30])
def test_a_limit_is_spread_over_the_cases(limit: int) -> None:
    chosen = choose(samples(10), (), limit)
    per_case = [sum(sample.case == f"case{case}" for sample in chosen) for case in range(10)]
    assert len(chosen) == limit
    assert max(per_case) - min(per_case) <= 1


def test_a_limit_takes_the_same_samples_in_any_order_and_more_with_more() -> None:
    few, more = choose(samples(10), (), 7), choose(samples(10)[::-1], (), 12)
    assert choose(samples(10)[::-1], (), 7) == few
    assert {sample.id for sample in few} < {sample.id for sample in more}
    assert list(few) == sorted(few, key=lambda sample: sample.id)


def test_not_only_the_first_samples_are_taken() -> None:
    assert choose(samples(10, 1), (), 4) != tuple(samples(10, 1)[:4])


def test_samples_and_cases_by_name() -> None:
    chosen = choose(samples(3), ("case1", "case2-s0"), None)
    assert [sample.id for sample in chosen] == ["case1-s0", "case1-s1", "case1-s2", "case2-s0"]
    assert len(choose(samples(3), ("case1",), 2)) == 2


def test_an_unknown_name_is_said() -> None:
    with pytest.raises(NotFoundError, match="no sample or case 'case9' in this split"):
        choose(samples(3), ("case1", "case9"), None)


def test_without_a_limit_all_are_taken() -> None:
    assert choose(samples(3), (), None) == tuple(samples(3))
    assert choose(samples(3), (), 99) == tuple(samples(3))


def test_a_fresh_run_records_what_it_ran_under(small_run: SmallRun) -> None:
    session, run = small_run
    record = run.record
    assert [item.header.sample for item in run.episodes] == list(record.samples)
    assert len(record.samples) == session.settings.run.limit
    assert not any(item.is_infrastructure_error for item in run.episodes)
    assert (record.split, record.simulated, record.sample_problems) == ("dev", True, ())
    assert record.playbook_commit == session.playbook().commit
    assert set(record.rules) == {rule.id for rule in session.playbook().rules}
    assert {item.header.split for item in run.episodes} == {"dev"}
    assert load_run(run.folder) == run


def test_without_a_seed_each_run_draws_its_own_and_records_it(starter: Path) -> None:
    seeds = {
        run_samples(small_session(starter, run__limit=1, run__seed=None), RunRequest()).record.seed for _ in range(2)
    }
    assert len(seeds) == 2


def test_the_recorded_seed_gives_the_same_decisions(small_run: SmallRun, starter: Path) -> None:
    seed = small_run.run.record.seed
    again = run_samples(small_session(starter, run__limit=3, run__seed=seed), RunRequest())
    first = {item.header.sample: item for item in small_run.run.episodes}
    assert len(again.episodes) == 3
    for item in again.episodes:
        if item.header.sample in first:
            assert [step.taken for step in item.steps] == [step.taken for step in first[item.header.sample].steps]


def cut_off(run_folder: Path, keep: int, torn: bytes = b"") -> None:
    """Cut the run's log after so many outcomes, as a crash would, and leave half a line."""
    log = events_path(run_folder)
    lines, outcomes = [], 0
    for line in log.read_bytes().splitlines(keepends=True):
        lines.append(line)
        outcomes += b'"type":"outcome"' in line
        if outcomes == keep:
            break
    log.write_bytes(b"".join(lines) + torn)


@pytest.mark.parametrize(
    "torn",
    [b"", b'{"type":"episode","run":"r', b"\xff\xfe"],
    ids=["at a line", "half a line", "rubbish"],
)
def test_a_cut_off_run_goes_on_without_repeating_what_is_done(copied_run: SmallRun, torn: bytes) -> None:
    session, run = copied_run
    cut_off(run.folder, 10, torn)
    done = {item.header.episode for item in load_run(run.folder).episodes if not item.is_infrastructure_error}
    ran: list[Episode] = []
    resumed = run_samples(session, RunRequest(resume="latest", progress=ran.append))
    assert len(done) == 10
    assert len(ran) == len(run.episodes) - 10
    assert not done & {item.header.episode for item in ran}
    assert [item.header.sample for item in resumed.episodes] == list(run.record.samples)
    assert resumed.record == run.record
    assert [[s.taken for s in item.steps] for item in resumed.episodes] == [
        [s.taken for s in item.steps] for item in run.episodes
    ]


def test_a_finished_run_runs_nothing_again(copied_run: SmallRun) -> None:
    ran: list[Episode] = []
    resumed = run_samples(copied_run.session, RunRequest(resume=copied_run.run.record.run, progress=ran.append))
    assert ran == []
    assert resumed.episodes == copied_run.run.episodes


def changed_rule(session: Session) -> Session:
    """Change a reviewed rule."""
    path = session.workspace.repo / RULE
    path.write_text(path.read_text(encoding="utf-8").replace("before you call", "always before"), encoding="utf-8")
    commit_all(session.workspace.repo)
    return session


def other_settings(session: Session) -> Session:
    """Change the controller."""
    return small_session(session.workspace.repo, controller__obey=0.1)


@pytest.mark.parametrize("change", [changed_rule, other_settings])
def test_a_run_does_not_go_on_under_other_conditions(copied_run: SmallRun, change: object) -> None:
    assert callable(change)
    session = change(copied_run.session)
    before = events_path(copied_run.run.folder).read_bytes()
    with pytest.raises(AceError, match=r"cannot be resumed: rules, controller.*start a new one with `ace run`"):
        run_samples(session, RunRequest(resume="latest"))
    assert events_path(copied_run.run.folder).read_bytes() == before


def test_a_comment_in_a_rule_does_not_stop_a_run_from_going_on(copied_run: SmallRun) -> None:
    path = copied_run.session.workspace.repo / RULE
    path.write_text("# reviewed again\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    commit_all(copied_run.session.workspace.repo)
    assert run_samples(copied_run.session, RunRequest(resume="latest")).record == copied_run.run.record


def _served(repo: Path, base_url: str, limit: int = 3) -> Session:
    down = {
        "controller.kind": "openai",
        "controller.base_url": base_url,
        "controller.model": "m",
        "controller.retries": 0,
        "run.limit": limit,
        "run.concurrency": 1,
    }
    return open_session(repo, {}, down)


def test_a_server_that_does_not_listen_begins_no_run(starter: Path) -> None:
    session = _served(starter, "http://127.0.0.1:9/v1")
    with pytest.raises(ModelUnavailableError, match=r"127\.0\.0\.1:9.*start the server"):
        run_samples(session, RunRequest())
    assert not session.workspace.runs.exists()


def test_a_server_that_fails_loses_nothing(starter: Path) -> None:
    with chat_server(lambda request, number: Answer("{}", 503, {"Retry-After": "0"})) as server:
        session = _served(starter, server.base_url)
        with pytest.raises(AceError, match=r"no episode could be finished; the first error: .*503") as caught:
            run_samples(session, RunRequest())
    run = load_run(session.workspace.run_folder("latest"))
    assert f"go on with `ace run --resume {run.record.run}`" in str(caught.value)
    assert len(run.episodes) == 3
    assert all(item.is_infrastructure_error for item in run.episodes)


def test_a_run_that_gave_up_is_an_error_and_goes_on_with_what_was_never_tried(starter: Path) -> None:
    ran: list[str] = []
    good = {0}

    def answer(request: object, number: int) -> Answer:
        return completion(HINT) if len(ran) in good else Answer("{}", 503, {"Retry-After": "0"})

    request = RunRequest(progress=lambda episode: ran.append(episode.header.sample))
    with chat_server(answer) as server:
        session = _served(starter, server.base_url, 10)
        with pytest.raises(
            RunGaveUpError, match=r"stopped after 6 errors in a row; 3 samples not begun; .*503"
        ) as told:
            run_samples(session, request)
        assert (len(ran), told.value.run.not_begun, told.value.exit_code) == (7, 3, 1)
        with pytest.raises(RunGaveUpError, match=r"6 errors in a row; 3 samples not tried again; .*503") as told:
            run_samples(session, replace(request, resume="latest"))
        samples = list(told.value.run.record.samples)
        assert ran[7:] == [*samples[7:], *samples[1:4]]
        assert is_complete(told.value.run)
        good.update(range(13, 99))
        run = run_samples(session, replace(request, resume="latest"))
    assert not any(episode.is_infrastructure_error for episode in run.episodes)


def test_a_run_of_which_nothing_worked_says_that_it_stopped(starter: Path) -> None:
    says = r"no episode could be finished of 6 \(3 samples not begun\); the first error"
    down = Answer("{}", 503, {"Retry-After": "0"})
    with chat_server(lambda request, number: down) as server, pytest.raises(AceError, match=says):
        run_samples(_served(starter, server.base_url, 9), RunRequest())


def test_a_run_begins_after_its_record_is_on_disk(starter: Path) -> None:
    session = small_session(starter, run__limit=1)
    seen: list[bool] = []
    request = RunRequest(
        split="must_pass",
        started=lambda record: seen.append((session.workspace.runs / record.run / "run.json").is_file()),
    )
    run = run_samples(session, request)
    assert seen == [True]
    assert {item.header.split for item in run.episodes} == {"must_pass"}


def test_samples_that_cannot_be_read_are_said(starter: Path) -> None:
    folder = starter / "cases" / "tutor"
    folder.mkdir(parents=True)
    (folder / "bad.yaml").write_text("schema: 1\ncases: 3\n", encoding="utf-8")
    with pytest.raises(AceError, match=r"no dev samples to run; \d+ could not be read: .*bad\.yaml"):
        run_samples(small_session(starter, samples=("cases",)), RunRequest())
    with pytest.raises(NotFoundError, match=r"no sample or case 'a\.b' in this split.*could not be read: .*bad\.yaml"):
        run_samples(small_session(starter, samples=("cases",)), RunRequest(only=("a.b",)))


class Killed(BaseException):
    """The process is gone."""


@pytest.mark.parametrize("kept", [1, 4, 7])
def test_what_a_killed_run_was_answered_is_not_asked_again(
    starter: Path, monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    keep, left = AnswerBook.keep, [kept]

    def killed(book: AnswerBook, key: str, reply: ModelReply) -> None:
        if not left[0]:
            raise Killed
        left[0] -= 1
        keep(book, key, reply)

    with chat_server(lambda request, number: completion(HINT)) as server:
        session = _served(starter, server.base_url)
        whole = run_samples(session, RunRequest())
        asked = len(server.requests)
        monkeypatch.setattr(AnswerBook, "keep", killed)
        with pytest.raises(BaseException, match=r"unhandled errors|^$"):
            run_samples(session, RunRequest())
        monkeypatch.undo()
        unanswered = len(server.requests) - asked - kept
        resumed = run_samples(session, RunRequest(resume="latest"))
        assert len(server.requests) == 2 * asked + unanswered
    assert [[step.taken for step in item.steps] for item in resumed.episodes] == [
        [step.taken for step in item.steps] for item in whole.episodes
    ]
    assert list((session.workspace.state / "answers").iterdir()) == [], "nothing is left when it is stored"


def test_a_run_ends_early_when_it_is_told_that_it_is_over(starter: Path) -> None:
    session = small_session(starter, run__limit=6)
    ran: list[Episode] = []
    run = run_samples(
        session, RunRequest(progress=ran.append, is_over=lambda: len(ran) >= 2, run="r-20260101-000000-abcd")
    )
    assert 2 <= len(run.episodes) < 6
    assert not is_complete(run)
    whole = run_samples(session, RunRequest(run="r-20260101-000000-abcd"))
    assert is_complete(whole)
    assert whole.record == run.record
