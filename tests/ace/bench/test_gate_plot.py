"""The SVG of the gate bench."""

from xml.etree import ElementTree

import pytest

from ace.bench.gate_plot import gate_svg
from tests.ace.bench.gate_benches import small_bench

SVG = "{http://www.w3.org/2000/svg}"


def test_one_line_a_gate_in_each_panel_and_all_of_it_on_the_page() -> None:
    top = ElementTree.fromstring(gate_svg(small_bench()))
    panels = top.findall(f"{SVG}g")
    lines = [panel.findall(f"{SVG}polyline") for panel in panels]
    assert [len(drawn) for drawn in lines] == [2, 2]
    power, days = (line.attrib["points"].split() for line in (lines[0][0], lines[1][1]))
    assert (len(power), len(days)) == (2, 180)
    width, height = float(top.attrib["width"]), float(top.attrib["height"])
    for panel, drawn in zip(panels, lines, strict=True):
        shift = float(panel.attrib["transform"].removeprefix("translate(").split()[0])
        for line in drawn:
            for point in line.attrib["points"].split():
                x, y = map(float, point.split(","))
                assert 0 < x + shift < width
                assert 0 < y < height
    texts = [text.text for text in top.iter(f"{SVG}text")]
    assert texts.count("ours") == texts.count("mean") == 1


def test_a_higher_share_is_drawn_higher() -> None:
    top = ElementTree.fromstring(gate_svg(small_bench()))
    ours = top.findall(f"{SVG}g")[0].findall(f"{SVG}polyline")[0].attrib["points"].split()
    (null_x, null_y), (six_x, six_y) = (tuple(map(float, point.split(","))) for point in ours)
    # The panel is 300 high, and from -6 to 15 points 400 wide.
    assert null_y - six_y == pytest.approx(300 * (0.83 - 0.001), abs=0.2)
    assert six_x - null_x == pytest.approx(400 * 6 / 21, abs=0.2)
