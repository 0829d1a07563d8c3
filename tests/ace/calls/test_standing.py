"""Which pending calls still stand."""

import json
from pathlib import Path

from ace.calls.standing import count_waiting, open_store, standing, standings
from ace.runs.run_record import events_path
from tests.ace.calls.writing_agent import plan_calls, run_once, writing_session


def test_a_call_stands_while_its_episode_waits_and_is_the_last_try(starter: Path) -> None:
    plan_calls(starter, ("send", "acted", 0.0))
    session = writing_session(starter)
    run = run_once(session)
    (call,) = open_store(session).all()
    found = standing(session, call)
    assert (found.stale, found.recorded) == ("", run.episodes[0])
    log = events_path(run.folder)
    again = [json.loads(line) | {"episode": "e-again"} for line in log.read_bytes().splitlines()]
    # Of another program's lines no hash was kept.
    again = [{name: value for name, value in event.items() if name != "events_sha256"} for event in again]
    with log.open("a", encoding="utf-8") as file:
        file.write("".join(json.dumps(event) + "\n" for event in again))
    new = call.model_copy(update={"episode": "e-again"})
    old, later = standings(session, [call, new])
    assert (old.stale, later.stale) == ("the episode was run again as e-again", "")
    assert len(later.tries) == 2


def test_undecided_calls_that_stand_are_counted(starter: Path) -> None:
    plan_calls(starter, ("send", "acted", 0.0))
    session = writing_session(starter)
    assert count_waiting(session) == 0
    run = run_once(session)
    assert count_waiting(session) == 1
    (call,) = open_store(session).all()
    open_store(session).change(call.id, lambda now: now.model_copy(update={"changed": "a rule"}))
    assert (count_waiting(session), standing(session, open_store(session).get(call.id)).why_not) == (0, "a rule")
    events_path(run.folder).unlink()
    assert count_waiting(session) == 0


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
