"""Every stated truth is measured again in the pixels, by grey value and place, not by the code that drew them."""

from collections.abc import Mapping
from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray

from runtime.contracts.errors import ImageError
from runtime.contracts.json_types import canonical_json
from runtime.images.phantoms import Phantom, draw_phantom, phantom_names

Mask = NDArray[np.bool_]


def _table(phantom: Phantom, name: str) -> Mapping[str, float]:
    return cast(Mapping[str, float], phantom.truth[name])


def _number(phantom: Phantom, name: str) -> float:
    return cast(float, phantom.truth[name])


def _box(phantom: Phantom, name: str) -> tuple[int, int, int, int]:
    height, width = phantom.pixels.shape
    x0, y0, x1, y1 = cast(Mapping[str, list[float]], phantom.truth["boxes"])[name]
    return round(x0 * width), round(y0 * height), round(x1 * width), round(y1 * height)


def _part(phantom: Phantom, name: str) -> NDArray[np.uint8]:
    x0, y0, x1, y1 = _box(phantom, name)
    return phantom.pixels[y0:y1, x0:x1]


def _center(phantom: Phantom, name: str) -> int:
    part = _part(phantom, name)
    return int(part[part.shape[0] // 2, part.shape[1] // 2])


def _around(mask: Mask) -> tuple[int, int, int, int]:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


@pytest.mark.parametrize("name", phantom_names())
def test_a_phantom_is_the_same_each_time_and_says_what_it_is(name: str) -> None:
    first, second = draw_phantom(name), draw_phantom(name)

    assert np.array_equal(first.pixels, second.pixels)
    assert canonical_json(first.truth) == canonical_json(second.truth)
    assert (first.name, str(first.pixels.dtype), first.pixels.ndim) == (name, "uint8", 2)
    assert 192 <= min(first.pixels.shape) <= max(first.pixels.shape) <= 512
    assert "drawn phantom" in first.note
    with pytest.raises(ValueError, match="read-only"):
        first.pixels[0, 0] = 1


@pytest.mark.parametrize("name", phantom_names())
def test_boxes_are_fractions_inside_the_picture(name: str) -> None:
    boxes = cast(Mapping[str, list[float]], draw_phantom(name).truth["boxes"])

    assert boxes
    assert all(0 <= x0 < x1 <= 1 and 0 <= y0 < y1 <= 1 for x0, y0, x1, y1 in boxes.values())


@pytest.mark.parametrize("name", ["", "phantom:line-pairs", "line_pairs", "../line-pairs"])
def test_another_name_is_an_error_that_lists_the_names(name: str) -> None:
    with pytest.raises(ImageError, match="contrast-steps, line-pairs"):
        draw_phantom(name)


def test_contrast_steps_are_what_they_say() -> None:
    phantom = draw_phantom("contrast-steps")
    background = int(phantom.pixels[0, 0])

    assert background == phantom.truth["background"]
    for name, step in _table(phantom, "steps").items():
        assert _center(phantom, name) - background == step
        x0, y0, x1, y1 = _box(phantom, name)
        left, top, right, bottom = _around(phantom.pixels[y0 - 9 : y1 + 9, x0 - 9 : x1 + 9] != background)
        assert (left, top, right, bottom) == (9, 9, 9 + x1 - x0, 9 + y1 - y0), name


def test_line_pairs_show_their_frequencies_and_the_last_one_falsely() -> None:
    phantom = draw_phantom("line-pairs")
    assert phantom.spacing_mm is not None
    spacing = phantom.spacing_mm[1]
    shown = []
    for number in range(1, 6):
        row = _part(phantom, f"group-{number}")[0].astype(float)
        spectrum = np.abs(np.fft.rfft(row - row.mean()))
        shown.append(float(np.argmax(spectrum)) / (row.size * spacing))
        assert {int(value) for value in row} == {phantom.truth["bright"], phantom.truth["dark"]}

    assert shown == phantom.truth["shown_lp_per_mm"]
    assert 1 / (2 * spacing) == phantom.truth["limit_lp_per_mm"]
    drawn = cast(list[float], phantom.truth["drawn_lp_per_mm"])
    assert drawn[:4] == shown[:4]
    assert abs(drawn[4] - 1 / spacing) == shown[4]


@pytest.mark.parametrize("strip", ["upper", "lower"])
def test_the_wedge_turns_black_and_white_where_its_window_ends(strip: str) -> None:
    phantom = draw_phantom("window-wedge")
    window = _table(phantom, f"{strip}_window_hu")
    row = _part(phantom, f"{strip}-strip")[0].astype(float)
    left, right = _number(phantom, "left_edge_hu"), _number(phantom, "right_edge_hu")
    hounsfield = left + (right - left) * (np.arange(row.size) + 0.5) / row.size
    inside = (hounsfield > window["black_below"]) & (hounsfield < window["white_above"])

    assert (row[hounsfield <= window["black_below"]] == 0).all()
    assert (row[hounsfield >= window["white_above"]] == 255).all()
    expected = 255 * (hounsfield - window["center"] + window["width"] / 2) / window["width"]
    assert np.abs(row - expected)[inside].max() <= 0.5
    x0, _, x1, _ = _box(phantom, f"{strip}-grey-part")
    assert (x0, x1) == (int(np.flatnonzero(inside)[0]), int(np.flatnonzero(inside)[-1]) + 1)


def test_the_midline_is_displaced_by_what_is_stated() -> None:
    phantom = draw_phantom("shifted-midline")
    assert phantom.spacing_mm is not None
    x0, y0, x1, y1 = _box(phantom, "inner-skull")
    row = phantom.pixels[256]
    skull = np.flatnonzero(row == 235)
    gap = int(np.diff(skull).max()) - 1
    line = float(np.flatnonzero(row == 190).mean()) + 0.5
    shift_px = (x0 + x1) / 2 - line

    assert gap == x1 - x0
    assert gap * phantom.spacing_mm[1] == phantom.truth["inner_width_mm"]
    assert shift_px * phantom.spacing_mm[1] == phantom.truth["shift_mm"]
    assert shift_px / gap == phantom.truth["shift_share_of_inner_width"]
    assert _around(phantom.pixels == 190) == _box(phantom, "midline")
    assert _around(phantom.pixels == 140) == _box(phantom, "mass")
    for end in (y0, y1 - 1):
        assert abs(float(np.flatnonzero(phantom.pixels[end] == 190).mean()) + 0.5 - 256) <= 0.5


def test_the_cardiothoracic_ratio_is_measured_as_widest_heart_over_widest_chest() -> None:
    phantom = draw_phantom("cardiothoracic")
    heart, lungs = phantom.pixels == 210, phantom.pixels == 40
    heart_width, chest_width = (int(np.ptp(np.flatnonzero(mask.any(axis=0)))) + 1 for mask in (heart, lungs))

    assert (heart_width, chest_width) == (phantom.truth["heart_width_px"], phantom.truth["chest_width_px"])
    assert heart_width / chest_width == phantom.truth["ratio"]
    assert _around(heart) == _box(phantom, "heart")
    assert _around(lungs) == _box(phantom, "lungs")


def test_the_shadow_lies_behind_the_reflector_and_the_enhancement_behind_the_fluid() -> None:
    phantom = draw_phantom("stones-shadow")
    grey = phantom.pixels
    masks = {"reflector": grey == 250, "shadow": grey == 8, "fluid": grey == 4}
    for name, mask in masks.items():
        assert _around(mask) == _box(phantom, name)
    x, y = np.arange(512) + 0.5 - 256, np.arange(512)[:, None] + 0.5 + 40
    radius, angle = np.hypot(x, y), np.degrees(np.arctan2(x, y))
    assert phantom.spacing_mm is not None
    depth = (radius - 60) * phantom.spacing_mm[0]
    assert depth[masks["reflector"]].min() == pytest.approx(_number(phantom, "reflector_depth_mm"), abs=0.2)
    assert depth[grey > 0].max() == pytest.approx(_number(phantom, "sector_depth_mm"), abs=0.2)
    assert depth[masks["shadow"]].min() >= depth[masks["reflector"]].max()
    sides = [(float(angle[mask].min()), float(angle[mask].max())) for mask in (masks["shadow"], masks["reflector"])]
    assert sides[0] == pytest.approx(sides[1], abs=0.2)
    behind, beside = grey[(radius > 300) & (np.abs(angle + 12) < 8)], grey[(radius > 300) & (np.abs(angle - 4) < 3)]
    gain = float(behind[behind > 8].mean() / beside[beside > 8].mean())
    assert gain == pytest.approx(_number(phantom, "enhancement_gain"), rel=0.02)


def test_noise_differs_and_the_disc_does_not() -> None:
    phantom = draw_phantom("noise-levels")
    for name, deviation in _table(phantom, "noise_sd").items():
        corner, disc = _part(phantom, f"{name}-panel")[:50].astype(float), _part(phantom, f"{name}-disc")[20:60, 20:60]
        assert corner.std() == pytest.approx(deviation, rel=0.03)
        assert corner.mean() == pytest.approx(_number(phantom, "background"), abs=1)
        assert disc.mean() == pytest.approx(_number(phantom, "disc"), abs=2)
        step = _number(phantom, "disc") - _number(phantom, "background")
        assert step / deviation == _table(phantom, "cnr")[name]


def test_the_thick_slice_shows_averages_of_what_the_thin_one_shows() -> None:
    phantom = draw_phantom("partial-volume")
    full, empty = _number(phantom, "object"), _number(phantom, "background")
    for ball, share in _table(phantom, "thick_slice_share").items():
        assert _center(phantom, f"{ball}-thin") == full
        assert _center(phantom, f"{ball}-thick") == empty + share * (full - empty)
        assert _center(phantom, f"{ball}-thick") == _table(phantom, "thick_slice_grey")[ball]
    thin, thick = phantom.pixels[128, :254].astype(int), phantom.pixels[128, 258:].astype(int)
    assert set(thin.tolist()) == {full, empty}
    ramp = np.flatnonzero((thick < full) & (thick > empty))
    x0, _, x1, _ = _box(phantom, "ramp")
    assert (int(ramp[0]) + 258, int(ramp[-1]) + 259, ramp.size) == (x0, x1, phantom.truth["ramp_width_px"])
    assert _part(phantom, "ramp").mean() == pytest.approx((full + empty) / 2, abs=0.5)


def test_ghosts_repeat_the_vessel_along_the_phase_axis() -> None:
    phantom = draw_phantom("motion-ghost")
    body, vessel = _number(phantom, "body"), _number(phantom, "vessel")
    ghost = body + _number(phantom, "ghost_share_of_vessel") * vessel
    distance = round(_number(phantom, "lines") / _number(phantom, "motion_period_lines"))

    assert distance == phantom.truth["ghost_distance_px"]
    assert _around(phantom.pixels == vessel) == _box(phantom, "vessel")
    x0, y0, x1, y1 = _box(phantom, "vessel")
    assert _box(phantom, "upper-ghost") == (x0, y0 - distance, x1, y1 - distance)
    assert _box(phantom, "lower-ghost") == (x0, y0 + distance, x1, y1 + distance)
    assert np.array_equal(phantom.pixels == ghost, np.isin(phantom.pixels, (0, body, vessel), invert=True))
    assert int((phantom.pixels == ghost).sum()) == 2 * int((phantom.pixels == vessel).sum())


def test_lesion_areas_are_pixel_counts_times_the_pixel_area() -> None:
    phantom = draw_phantom("lesion-grid")
    assert phantom.spacing_mm is not None
    rows_mm, columns_mm = phantom.spacing_mm
    areas, sides = _table(phantom, "area_mm2"), _table(phantom, "side_mm")
    for name, value in _table(phantom, "labels").items():
        mask = phantom.pixels == value
        assert _around(mask) == _box(phantom, name)
        assert int(mask.sum()) * rows_mm * columns_mm == areas[name] == sides[name] ** 2
    assert len(areas) == len(np.unique(phantom.pixels)) - 1 == 4
