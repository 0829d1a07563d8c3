"""What a plain `ace cycle` would do now."""

from pathlib import Path

from ace.cycle.journal.cycle_under_way import open_cycle
from ace.cycle.journal.next_cycle import next_cycle, plan_of, run_problem
from tests.ace.building import small_session
from tests.ace.conftest import SmallRun
from tests.ace.cycle.journal.test_cycle_under_way import Clock


def test_the_plan_is_of_the_present_settings_and_tip(small_run: SmallRun) -> None:
    plan = plan_of(small_run.session, "night", "run", (True, False))
    assert (plan.rules, plan.schedule, plan.until) == (small_run.run.record.playbook_commit, "night", "run")
    assert (plan.is_dry_run, plan.is_new) == (True, False)


def test_a_stopped_cycle_is_gone_on_with_and_nothing_is_written(starter: Path) -> None:
    session = small_session(starter)
    cycle = open_cycle(session.workspace.state, plan_of(session), Clock(session.clock.now()))
    cycle.write("ended", status="stopped", failed="why")
    cycle.close()
    before = sorted(path.stat().st_mtime_ns for path in session.workspace.state.rglob("*"))
    found = next_cycle(session)
    assert found.going_on is not None
    assert found.going_on.record.id == cycle.id
    assert sorted(path.stat().st_mtime_ns for path in session.workspace.state.rglob("*")) == before


def test_a_run_under_other_settings_cannot_be_gone_on_with(copied_run: SmallRun) -> None:
    session, name = copied_run.session, copied_run.run.record.run
    playbook = session.playbook()
    assert run_problem(session, name, playbook) == ""
    assert run_problem(session, "r-none", playbook) == ""
    other = small_session(session.workspace.repo, budgets__steps=3)
    assert "cannot be resumed" in run_problem(other, name, playbook)
