"""The SVG of precision over recall."""

from dataclasses import replace
from xml.etree import ElementTree

from ace.inspection.bench_plot import bench_svg
from tests.ace.inspection.inspection_benches import small_bench

SVG = "{http://www.w3.org/2000/svg}"


def test_a_dot_a_row_and_one_in_the_legend_all_on_the_page() -> None:
    top = ElementTree.fromstring(bench_svg(small_bench()))
    width, height = float(top.attrib["width"]), float(top.attrib["height"])
    dots = top.findall(f"{SVG}circle")
    assert len(dots) == 2 * 7
    for dot in dots:
        assert 0 < float(dot.attrib["cx"]) < width
        assert 0 < float(dot.attrib["cy"]) < height
    texts = [text.text or "" for text in top.iter(f"{SVG}text")]
    assert "agent (simulated)" in texts
    assert "control: thresholds" in texts
    assert any("drawn (simulated) images" in text for text in texts)


def test_more_precision_is_higher_and_more_recall_further_right() -> None:
    top = ElementTree.fromstring(bench_svg(small_bench()))
    dots = [(float(dot.attrib["cx"]), float(dot.attrib["cy"])) for dot in top.findall(f"{SVG}circle")][:7]
    detector, agent, control = dots[0], dots[1], dots[5]
    assert control[1] < agent[1] < detector[1]
    assert detector[0] == agent[0] == control[0]


def test_rows_without_a_figure_and_an_empty_curve_are_left_out() -> None:
    bench = small_bench(guidance=None)
    svg = bench_svg(replace(bench, curve=(), rows=bench.rows[:1]))
    assert len(ElementTree.fromstring(svg).findall(f"{SVG}circle")) == 2
