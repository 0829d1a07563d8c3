"""Metrics, as Prometheus reads them."""

from prometheus_client.parser import text_string_to_metric_families

from ace.daemon.metrics import Metrics
from tests.ace.daemon.daemon_building import at, schedule, standing_of

NIGHTLY = standing_of(schedule(), at("2026-11-30 02:15")).model_copy(
    update={"next_due": at("2026-12-01 02:15"), "last_success": at("2026-11-30 03:00")}
)
WEEKLY = standing_of(schedule(name="weekly"), at("2026-11-30 02:15"))


def read(metrics: Metrics) -> dict[tuple[str, str], float]:
    """Return each sample by its name and labels."""
    families = text_string_to_metric_families(metrics.text().decode())
    return {
        (sample.name, "/".join(sample.labels.values())): sample.value
        for family in families
        for sample in family.samples
    }


def test_cycles_are_counted_by_schedule_and_end() -> None:
    metrics = Metrics()
    metrics.ended("nightly", "done", 130.0, 2)
    metrics.ended("nightly", "done", 10.0, 0)
    metrics.ended("nightly", "failed", 1.0, 0)
    metrics.missed("nightly", 3)
    found = read(metrics)
    assert not any(name.endswith("_created") for name, _ in found)
    assert found["ace_cycles_total", "nightly/done"] == 2
    assert found["ace_cycles_total", "nightly/failed"] == 1
    assert found["ace_proposals_opened_total", "nightly"] == 2
    assert found["ace_cycle_duration_seconds_sum", "nightly"] == 141
    assert found["ace_misfires_total", "nightly"] == 3


def test_times_are_those_of_the_health_file_and_only_of_schedules_there_are() -> None:
    metrics = Metrics()
    metrics.show([NIGHTLY, WEEKLY], "weekly")
    found = read(metrics)
    assert found["ace_next_due_timestamp_seconds", "nightly"] == at("2026-12-01 02:15").timestamp()
    assert found["ace_last_success_timestamp_seconds", "nightly"] == at("2026-11-30 03:00").timestamp()
    assert (found["ace_cycle_running", "nightly"], found["ace_cycle_running", "weekly"]) == (0, 1)
    assert found["ace_misfires_total", "weekly"] == 0, "a counter is there before it counts"
    metrics.show([WEEKLY], None)
    found = read(metrics)
    assert ("ace_next_due_timestamp_seconds", "nightly") not in found
    assert found["ace_cycle_running", "weekly"] == 0


def test_the_daemon_s_own_process_is_among_them() -> None:
    assert read(Metrics())["process_open_fds", ""] > 0
