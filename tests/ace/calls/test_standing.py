"""Which pending calls still stand."""

from pathlib import Path

from ace.calls.standing import open_store, standing, standings
from ace.cycle.run_record import events_path
from tests.ace.calls.writing_agent import plan_calls, run_once, writing_session


def test_a_call_stands_while_its_episode_waits_and_is_the_last_try(starter: Path) -> None:
    plan_calls(starter, ("send", "acted", 0.0))
    session = writing_session(starter)
    run = run_once(session)
    (call,) = open_store(session).all()
    found = standing(session, call)
    assert (found.stale, found.recorded) == ("", run.episodes[0])
    run_once(session, resume="latest")
    old, new = sorted(standings(session, open_store(session).all()), key=lambda one: one.call.attempt)
    assert (old.stale, new.stale) == (f"the episode was run again as {new.call.episode}", "")
    assert len(new.tries) == 2


def test_calls_of_trial_arms_and_of_lost_runs_do_not_stand(starter: Path) -> None:
    plan_calls(starter, ("send", "acted", 0.0))
    session = writing_session(starter)
    run = run_once(session)
    (call,) = open_store(session).all()
    in_arm = call.model_copy(update={"run": "a-123"})
    assert "trial arm, which does not wait; allow or deny send" in standing(session, in_arm).stale
    assert standing(session, call.model_copy(update={"episode": "e-none"})).stale.endswith(
        "is not in run " + call.run + " any more"
    )
    events_path(run.folder).unlink()
    assert standing(session, call).stale == f"run {call.run} is not there any more"
