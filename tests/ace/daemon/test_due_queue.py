"""What is due and waits: nothing twice, nothing lost, and told where it is late."""

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ace.daemon.due_queue import DueQueue
from ace.daemon.health import Result
from ace.daemon.schedules import Schedule
from runtime.contracts.json_types import JsonObject
from tests.ace.daemon.daemon_building import ago, bulletin, every, journal, schedule, sleep_past, standing_of

LATE = timedelta(minutes=5)


class Queue:
    """A queue with what it told."""

    def __init__(self, state: Path, *schedules: Schedule, handled: datetime | None = None) -> None:
        self.posts: list[JsonObject] = []
        known = [standing_of(one, handled) for one in schedules] if handled is not None else []
        self.bulletin = bulletin(state, *known, posts=self.posts)
        self.queue = DueQueue(state, self.bulletin)
        self.queue.follow(schedules, LATE)

    def missed(self, name: str = "often") -> int:
        standing = self.bulletin.standing.of(name)
        assert standing is not None
        return standing.missed


def test_what_passed_while_no_daemon_ran_is_queued_once_and_told(tmp_path: Path) -> None:
    made = Queue(tmp_path, schedule("0 * * * *", "often"), handled=ago(hours=5))
    due = made.queue.take()
    assert due is not None
    assert due.missed == made.missed() == 5
    assert made.queue.is_empty()
    assert [post["kind"] for post in made.posts] == ["missed"]


@pytest.mark.parametrize(("hours", "missed"), [(1, 0), (3, 2)])
def test_started_by_cron_one_due_time_is_what_it_came_for(hours: int, missed: int, tmp_path: Path) -> None:
    hourly = schedule("0 * * * *", "often")
    posts: list[JsonObject] = []
    told = bulletin(tmp_path, standing_of(hourly, ago(hours=hours)), posts=posts)
    queue = DueQueue(tmp_path, told, is_once=True)
    queue.follow((hourly,), LATE)
    assert not queue.is_empty()
    standing = told.standing.of("often")
    assert standing is not None
    assert standing.missed == missed
    assert len(posts) == bool(missed)


def test_what_the_journal_knows_is_not_repeated(tmp_path: Path) -> None:
    hourly = schedule("0 * * * *", "often")
    journal(tmp_path, "y-1", "often", datetime.now(UTC))
    made = Queue(tmp_path, hourly, handled=ago(hours=5))
    assert made.queue.is_empty()
    assert made.posts == []


def test_a_cycle_that_was_cut_off_is_queued_without_a_notice(tmp_path: Path) -> None:
    daily = schedule("@yearly", "often")
    made = Queue(tmp_path, daily)
    standing = made.bulletin.standing
    begun = standing.of("often")
    assert begun is not None
    last = Result(status="running", due=ago(hours=1), started=ago(hours=1))
    again = DueQueue(tmp_path, bulletin(tmp_path, begun.model_copy(update={"last": last}), posts=made.posts))
    again.follow((daily,), LATE)
    due = again.take()
    assert due is not None
    assert due.is_unfinished
    assert made.posts == []


def test_schedules_that_meet_wait_for_each_other(tmp_path: Path) -> None:
    made = Queue(tmp_path, every(1, "a"), every(1, "b"))
    sleep_past(made.queue.next_due("a"))
    made.queue.hand_over_due()
    first = made.queue.take()
    assert first is not None
    made.queue.done(first)
    second = made.queue.take()
    assert second is not None
    assert {first.schedule.name, second.schedule.name} == {"a", "b"}
    assert made.posts == [], "waiting for another schedule is no misfire"


def test_a_schedule_is_never_in_hand_twice_and_what_is_left_out_is_told(tmp_path: Path) -> None:
    made = Queue(tmp_path, every(1))
    sleep_past(made.queue.next_due("often"))
    made.queue.hand_over_due()
    due = made.queue.take()
    assert due is not None
    sleep_past(made.queue.next_due("often"))
    made.queue.hand_over_due()
    assert made.queue.is_empty()
    assert made.missed() == 1
    assert [post["reason"] for post in made.posts] == ["its last cycle still runs"]
    made.queue.done(due)
    handled = made.bulletin.standing.of("often")
    assert handled is not None
    assert handled.handled > due.at, "a restart does not run what was left out"


def test_a_time_that_was_dealt_with_is_not_run_again(tmp_path: Path) -> None:
    made = Queue(tmp_path, every(1))
    made.bulletin.standing.missed("often", 0, datetime.now(UTC) + timedelta(hours=1))
    sleep_past(made.queue.next_due("often"))
    made.queue.hand_over_due()
    assert made.queue.take() is None


def test_waking_late_is_told_and_run_once(tmp_path: Path) -> None:
    made = Queue(tmp_path, every(0.1))
    made.queue.follow((every(0.1),), timedelta(seconds=0.05))
    standing = made.bulletin.standing
    time.sleep(0.47)
    made.queue.hand_over_due()
    due = made.queue.take()
    assert due is not None
    assert due.missed >= 4
    (post,) = made.posts
    assert str(post["reason"]).startswith("the machine slept")
    assert standing.of("often") is not None
    assert made.missed() >= 3


def test_reading_the_settings_again_keeps_what_waits_and_counts_it_once(tmp_path: Path) -> None:
    hourly = schedule("0 * * * *", "often")
    made = Queue(tmp_path, hourly, handled=ago(hours=2))
    made.queue.follow((schedule("0 * * * *", "often"),), LATE)
    assert made.queue.take() is not None
    assert made.queue.is_empty()
    assert made.missed() == 2


@pytest.mark.parametrize(
    "now",
    [
        pytest.param((), id="gone"),
        pytest.param((schedule("30 * * * *", "often"),), id="of another line"),
        pytest.param((schedule("0 * * * *", "often", is_enabled=False),), id="not enabled"),
    ],
)
def test_what_is_not_configured_any_more_does_not_wait(now: tuple[Schedule, ...], tmp_path: Path) -> None:
    made = Queue(tmp_path, schedule("0 * * * *", "often"), handled=ago(hours=2))
    made.queue.follow(now, LATE)
    assert made.queue.is_empty()
