"""Everything the daemon lets others know: the health file, notices, metrics."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from ace.cycle.journal.cycle_record import CycleRecord
from ace.daemon import telling
from ace.daemon.health import State
from ace.daemon.notices import Notice, Notices
from ace.daemon.running_cycle import CycleEnd, Due
from ace.daemon.standing import Standing

if TYPE_CHECKING:
    from ace.daemon.metrics import Metrics


def utc_now() -> datetime:
    """Return the present."""
    return datetime.now(UTC)


class Bulletin:
    """One place to tell, so that file, log, webhook and metrics never disagree. `repeat`: see NotifySettings."""

    def __init__(self, standing: Standing, notices: Notices, metrics: "Metrics | None") -> None:
        """Begin with what is known."""
        self.standing, self._notices, self._metrics = standing, notices, metrics
        self.repeat = timedelta(hours=24)

    def tell(self, notice: Notice) -> None:
        """Tell people."""
        if notice.kind != "recovered":
            self.standing.error(notice.text)
        self._notices.tell(notice, utc_now(), self.repeat)

    def forget(self, schedule: str) -> None:
        """The failures of a schedule are over."""
        self._notices.forget(schedule)

    def missed(self, name: str, count: int) -> None:
        """Count due times that passed without a cycle of their own."""
        self.standing.missed(name, count)
        if self._metrics is not None:
            self._metrics.missed(name, count)

    def ended(self, due: Due, end: CycleEnd, cycle: CycleRecord | None, log: str) -> None:
        """A cycle ended: count it, remember it, tell of it where there is something to tell."""
        name, before = due.schedule.name, self.standing.of(due.schedule.name)
        result = self.standing.ended(due, end, cycle, utc_now())
        if self._metrics is not None:
            self._metrics.ended(name, end.status, end.seconds, len(result.opened))
        notice = telling.ended(due, result, log, was_failing=before is not None and before.is_failing)
        if notice is not None:
            self.tell(notice)
        if result.status == "done":
            self.forget(name)

    def save(self, state: State, running: str | None, next_due: Callable[[str], datetime | None]) -> None:
        """Write the health file, and show the same in the metrics."""
        self.standing.save(state, utc_now(), next_due, self._notices.told)
        if self._metrics is not None:
            self._metrics.show(self.standing.health.schedules, running)
