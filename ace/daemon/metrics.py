"""What Prometheus may ask: cycles, their ends and times, due times, and the daemon's own process."""

from collections.abc import Iterable
from contextlib import suppress

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from ace.daemon.health import ScheduleHealth

_MINUTES = (1, 2, 5, 10, 20, 30, 60, 120, 240, 360, 720)


class Metrics:
    """Counters begin at zero with the process, as Prometheus expects; times are kept over a restart."""

    def __init__(self) -> None:
        """Begin without samples."""
        # A second line for every counter, which Prometheus itself does not ask for.
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._registry = CollectorRegistry()
        self._shown: set[str] = set()
        ProcessCollector(registry=self._registry)
        by, where = ("schedule",), self._registry
        self._cycles = Counter("ace_cycles", "Cycles that ended, by how.", (*by, "status"), registry=where)
        self._opened = Counter("ace_proposals_opened", "Proposals that cycles opened.", by, registry=where)
        self._missed = Counter(
            "ace_misfires", "Due times that passed without a cycle of their own.", by, registry=where
        )
        self._seconds = Histogram(
            "ace_cycle_duration_seconds",
            "How long cycles took.",
            by,
            buckets=[60 * n for n in _MINUTES],
            registry=where,
        )
        self._running = Gauge(
            "ace_cycle_running", "1 while a cycle runs or waits for the repository.", by, registry=where
        )
        self._success = Gauge(
            "ace_last_success_timestamp_seconds", "When a cycle last came to a good end.", by, registry=where
        )
        self._due = Gauge("ace_next_due_timestamp_seconds", "When a cycle is due next.", by, registry=where)

    def ended(self, schedule: str, status: str, seconds: float, opened: int) -> None:
        """Count a cycle that ended."""
        self._cycles.labels(schedule, status).inc()
        self._opened.labels(schedule).inc(opened)
        self._seconds.labels(schedule).observe(seconds)

    def missed(self, schedule: str, count: int) -> None:
        """Count due times that passed."""
        self._missed.labels(schedule).inc(count)

    def show(self, schedules: Iterable[ScheduleHealth], running: str | None) -> None:
        """Take over where the schedules stand; those that are gone are shown no more."""
        schedules = tuple(schedules)
        names = {one.name for one in schedules}
        for gone in self._shown - names:
            for gauge in (self._running, self._success, self._due):
                # One that never succeeded has no such line.
                with suppress(KeyError):
                    gauge.remove(gone)
        self._shown = names
        for one in schedules:
            self._running.labels(one.name).set(one.name == running)
            self._missed.labels(one.name)
            if one.last_success is not None:
                self._success.labels(one.name).set(one.last_success.timestamp())
            if one.next_due is not None:
                self._due.labels(one.name).set(one.next_due.timestamp())

    def text(self) -> bytes:
        """Return all of it in Prometheus's text format."""
        return generate_latest(self._registry)
