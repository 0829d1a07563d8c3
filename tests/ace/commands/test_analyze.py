"""`ace analyze`."""

from collections.abc import Callable
from pathlib import Path

from runtime.contracts.json_types import JsonObject
from tests.conftest import Ran


def test_json_and_text_tell_the_same_clusters(demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]) -> None:
    folder = str(demo_made[0])
    value = ace("analyze", "-C", folder, "--json").json
    text = ace("analyze", "-C", folder).out
    clusters = value["clusters"]
    assert isinstance(clusters, list)
    assert clusters
    assert all(str(cluster["id"]) in text for cluster in clusters)
    assert value["simulated"] is True
    assert "simulated" in text.splitlines()[0]


def test_every_written_detector_has_a_rate_even_at_zero(
    demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]
) -> None:
    from analyzers.detectors.registry import DETECTORS

    rates = ace("analyze", "-C", str(demo_made[0]), "--json").json["rates"]
    assert isinstance(rates, dict)
    assert {detector.name for detector in DETECTORS} <= rates.keys()
    assert len(DETECTORS) >= 8
    assert all(rate["of"] == 90 for rate in rates.values())


def test_an_unknown_run_is_named(demo_made: tuple[Path, JsonObject], ace: Callable[..., Ran]) -> None:
    ran = ace("analyze", "r-1999", "-C", str(demo_made[0]))
    assert ran.code == 1
    assert "r-1999" in ran.err
    assert "newest" in ran.err


def test_a_run_whose_events_are_gone_does_not_look_healthy(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    newest = ace("show", "latest", "-C", str(demo_repository), "--json").json
    (Path(str(demo_repository)) / ".git/ace/runs" / str(newest["run"]) / "events.jsonl").write_bytes(b"")
    ran = ace("analyze", "-C", str(demo_repository))
    assert ran.code == 1
    assert "none of its 90 episodes" in ran.err
    assert "--resume" in ran.err
