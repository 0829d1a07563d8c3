"""APScheduler, driven by the daemon's own loop: no thread of its own, memory store, UTC, one cycle a schedule.

It decides when something is due; what is due is handed to `accept`. Its base classes have no types.
"""

import logging
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta

from apscheduler.events import EVENT_JOB_MAX_INSTANCES
from apscheduler.executors.base import BaseExecutor, MaxInstancesReachedError
from apscheduler.job import Job
from apscheduler.schedulers.base import BaseScheduler
from apscheduler.triggers.base import BaseTrigger

from ace.daemon.due_times import Times, missed_times

# Its warnings about a cycle that still runs are told as missed ones by the daemon.
logging.getLogger("apscheduler").setLevel(logging.ERROR)

_LEAP = timedelta(days=1)


class TimesTrigger(BaseTrigger):  # type: ignore[misc]
    """APScheduler's trigger for the daemon's Times."""

    def __init__(self, times: Times) -> None:
        """Follow `times`."""
        self.times = times

    def get_next_fire_time(self, previous_fire_time: datetime | None, now: datetime) -> datetime:
        """Return the next due time: after the previous one, so that a clock that was set back repeats none."""
        return self.times.next_after(previous_fire_time if previous_fire_time is not None else now)


class _HandOver(BaseExecutor):  # type: ignore[misc]
    """Hands a due job to the loop instead of running it."""

    def __init__(self, accept: Callable[[str, datetime], bool]) -> None:
        super().__init__()
        self._accept = accept

    def submit_job(self, job: Job, run_times: list[datetime]) -> None:
        # Also those count that the daemon started on its own, after a restart.
        if not self._accept(job.id, run_times[-1]):
            raise MaxInstancesReachedError(job)

    def _do_submit_job(self, job: Job, run_times: list[datetime]) -> None:
        raise AssertionError("submit_job takes its place")


class Scheduling(BaseScheduler):  # type: ignore[misc]
    """`accept(schedule, due)` is called for what is due; where it says False, the last one still runs: `missed` is."""

    def __init__(self, accept: Callable[[str, datetime], bool], missed: Callable[[str, datetime], None]) -> None:
        """Begin without any schedule."""
        super().__init__(
            timezone=UTC,
            executors={"default": _HandOver(accept)},
            job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
        )
        self.add_listener(
            lambda event: missed(event.job_id, event.scheduled_run_times[-1]), mask=EVENT_JOB_MAX_INSTANCES
        )
        # Paused: nothing is due before the daemon asks.
        self.start(paused=True)
        self.resume()

    def follow(self, schedules: Iterable[tuple[str, Times, datetime]]) -> None:
        """Take these schedules in place of all before: name, times, and the moment after which they count."""
        self.remove_all_jobs()
        for name, times, after in schedules:
            self.add_job(_nothing, TimesTrigger(times), id=name, next_run_time=times.next_after(after))

    def hand_over_due(self) -> float | None:
        """Hand over what is due; return seconds until the next, None when there is none."""
        self._leap(datetime.now(UTC))
        wait = self._process_jobs()
        return None if wait is None else float(wait)

    def _leap(self, now: datetime) -> None:
        """After a leap of the clock, go to the last due time at once: APScheduler walks through all of them."""
        for job in self.get_jobs():
            if job.next_run_time < now - _LEAP:
                missed = missed_times(job.trigger.times, job.next_run_time, now)
                if missed is not None:
                    job.modify(next_run_time=missed.latest)

    def next_due(self, name: str) -> datetime | None:
        """Return when a schedule is due next, None when it is not followed."""
        job = self.get_job(name)
        found = job.next_run_time if job is not None else None
        return found if isinstance(found, datetime) else None

    def shutdown(self, wait: bool = True) -> None:
        """Forget everything; no thread has to end."""
        super().shutdown(wait)

    def wakeup(self) -> None:
        """Do nothing: the loop asks by itself."""


def _nothing() -> None:
    """What a job would do if it were not handed over."""
