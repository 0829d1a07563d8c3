"""Development samples, with those that were held out once."""

from ace.cycle.development_pool import development_pool, moved_samples
from ace.cycle.run_samples import RunRequest, run_pool, run_samples
from ace.cycle.sealed_uses import SealedUses
from ace.runs.run_record import load_run
from ace.session import Session
from tests.ace.building import small_session
from tests.ace.conftest import SmallRun
from tests.ace.cycle.judging.judging_setup import bench_of, rules_of

PROPOSALS = [f"{number:012x}" for number in range(5)]


def use_up(small: SmallRun, cases: int) -> list[str]:
    """Use up the first few held-out cases; return the names of their samples."""
    sealed, _ = small.session.samples("sealed")
    names = list(dict.fromkeys(sample.case for sample in sealed))[:cases]
    chosen = [sample for sample in sealed if sample.case in names]
    for proposal in PROPOSALS:
        SealedUses(small.session, small.run, rules_of(small)).used(proposal, chosen)
    return [sample.id for sample in chosen]


def test_where_nothing_is_used_up_development_is_what_the_files_say(copied_run: SmallRun) -> None:
    session = copied_run.session
    assert moved_samples(session) == ()
    assert development_pool(session, copied_run.run.record.samples) == session.samples("dev")[0]


def test_used_up_samples_are_run_as_development_samples(copied_run: SmallRun) -> None:
    moved = use_up(copied_run, 2)
    assert [(sample.id, sample.split) for sample in moved_samples(copied_run.session)] == [(n, "dev") for n in moved]
    session = small_session(copied_run.session.workspace.repo, run__limit=None)
    run = run_samples(session, RunRequest(only=(moved[0],)))
    assert run.record.samples == (moved[0],)
    assert [episode.header.split for episode in run.episodes] == ["dev"]


def test_what_moves_later_changes_nothing_of_a_run_that_was_begun(copied_run: SmallRun) -> None:
    moved = use_up(copied_run, 1)
    session = copied_run.session
    run = run_samples(session, RunRequest(only=(moved[0],)))
    pool = run_pool(session, run.record)
    assert {sample.id for sample in pool} - {sample.id for sample in session.samples("dev")[0]} == {moved[0]}
    use_up(copied_run, 3)
    assert run_pool(session, run.record) == pool
    assert run_samples(session, RunRequest(resume=run.record.run)).record == run.record
    # The drafts of both runs are judged against arms that are on disk already.
    assert bench_of(SmallRun(session, run)).base.key == run.record.arm
    assert bench_of(copied_run).base.key == copied_run.run.record.arm
    assert [sample.id for sample in bench_of(SmallRun(session, run)).dev] == [moved[0]]


def test_a_run_of_must_pass_samples_takes_none(copied_run: SmallRun) -> None:
    use_up(copied_run, 1)
    session: Session = small_session(copied_run.session.workspace.repo, run__limit=2)
    run = run_samples(session, RunRequest(split="must_pass"))
    assert {episode.header.split for episode in run.episodes} == {"must_pass"}
    assert load_run(run.folder).record.samples == run.record.samples
