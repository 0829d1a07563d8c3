"""The table as text."""

from dataclasses import replace

from ace.inspection.bench_text import bench_text
from tests.ace.inspection.inspection_benches import small_bench


def test_every_row_is_there_with_its_figures_and_what_is_simulated() -> None:
    text = bench_text(small_bench())
    lines = text.splitlines()
    assert "simulated: the controller is simulated" in text
    assert "the images are drawn" in text
    plain = next(line for line in lines if line.startswith("plain detector"))
    assert plain.split()[2:6] == ["90", "30", "60", "30"]
    assert "33.3 [33.3, 33.3]" in plain
    assert "50.0 [50.0, 50.0]" in plain
    # Those of the agent are marked one by one, those in code are not.
    assert sum(line.startswith("agent") and " * " in line[:26] for line in lines) == 4
    assert any(line.startswith("control: thresholds") and line.endswith("yes") for line in lines)
    assert any("18%" in line for line in lines)
    assert "keep contrast >= 0.2 and edge_distance_px >= 1" in text
    assert "require: action.edge_distance_px > 0.0" in text
    assert max(map(len, lines)) <= 120


def test_what_is_not_there_is_said() -> None:
    text = bench_text(replace(small_bench(guidance=None), control=None, curve=()))
    assert "no guidance: no band" in text
    assert "no thresholds keep any void" in text
    assert "agent + guidance" not in text


def test_images_left_out_are_named_and_counted() -> None:
    bench = small_bench()
    images = replace(bench.images, left_out=tuple(f"image {n}: no\x1b mask" for n in range(5)), notes=("8 bits",))
    text = bench_text(replace(bench, images=images))
    assert text.count("left out: image") == 3
    assert "left out: and 2 more" in text
    assert "converted: 8 bits" in text
    assert "\x1b" not in text
