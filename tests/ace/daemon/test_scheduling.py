"""APScheduler under the daemon's loop."""

import time
from datetime import UTC, datetime, timedelta

from ace.daemon.scheduling import Scheduling, TimesTrigger
from tests.ace.daemon.daemon_building import ago, at, every, schedule, sleep_past


class Taken:
    """What was handed over, and what was not taken."""

    def __init__(self, takes: bool = True) -> None:
        self.takes, self.due, self.missed = takes, list[tuple[str, datetime]](), list[tuple[str, datetime]]()
        self.scheduling = Scheduling(self._accept, lambda name, moment: self.missed.append((name, moment)))

    def _accept(self, name: str, moment: datetime) -> bool:
        if self.takes:
            self.due.append((name, moment))
        return self.takes


def test_what_is_due_is_handed_over_once() -> None:
    taken = Taken()
    taken.scheduling.follow([("often", every(3).times, datetime.now(UTC))])
    due = taken.scheduling.next_due("often")
    assert due is not None
    assert taken.scheduling.hand_over_due() is not None
    assert taken.due == []
    sleep_past(due)
    taken.scheduling.hand_over_due()
    assert taken.due == [("often", due)]
    taken.scheduling.hand_over_due()
    assert taken.due == [("often", due)]


def test_times_that_passed_become_one() -> None:
    taken = Taken()
    taken.scheduling.follow([("often", every(0.1).times, datetime.now(UTC))])
    first = taken.scheduling.next_due("often")
    assert first is not None
    time.sleep(0.55)
    taken.scheduling.hand_over_due()
    ((_, moment),) = taken.due
    assert moment - first > timedelta(seconds=0.25)


def test_one_that_still_runs_is_told_as_missed() -> None:
    taken = Taken(takes=False)
    taken.scheduling.follow([("often", every(0.1).times, datetime.now(UTC))])
    time.sleep(0.15)
    taken.scheduling.hand_over_due()
    assert [name for name, _ in taken.missed] == ["often"]


def test_after_a_leap_of_the_clock_only_the_last_time_counts() -> None:
    taken = Taken()
    begun = time.monotonic()
    # Five years of minutes: APScheduler alone would walk through each.
    taken.scheduling.follow([("minutely", schedule("* * * * *").times, ago(days=5 * 365))])
    taken.scheduling.hand_over_due()
    ((_, moment),) = taken.due
    assert datetime.now(UTC) - moment < timedelta(minutes=2)
    assert time.monotonic() - begun < 5


def test_schedules_that_are_gone_are_followed_no_more() -> None:
    taken = Taken()
    taken.scheduling.follow([("a", every(60).times, datetime.now(UTC)), ("b", every(60).times, datetime.now(UTC))])
    taken.scheduling.follow([("b", every(60).times, datetime.now(UTC))])
    assert taken.scheduling.next_due("a") is None
    assert taken.scheduling.next_due("b") is not None


def test_without_schedules_nothing_is_waited_for() -> None:
    assert Taken().scheduling.hand_over_due() is None


def test_no_thread_is_started() -> None:
    import threading

    before = threading.active_count()
    taken = Taken()
    taken.scheduling.follow([("often", every(0.1).times, datetime.now(UTC))])
    assert threading.active_count() == before
    taken.scheduling.shutdown()


def test_a_clock_that_was_set_back_asks_for_the_time_after_the_last_one() -> None:
    trigger = TimesTrigger(schedule().times)
    assert trigger.get_next_fire_time(at("2026-11-30 02:15"), at("2026-11-30 01:00")) == at("2026-12-01 02:15")
