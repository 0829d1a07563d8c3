"""Drawn teaching phantoms: seeded synthetic pictures whose truth is known exactly. No patient and no outside file.

References to them are written phantom:NAME; `draw_phantom` takes the NAME.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from runtime.contracts.errors import ImageError
from runtime.contracts.json_types import JsonObject
from runtime.images.phantom_canvas import box_around, draw_canvas, ellipse, pixel_centers, rectangle, to_pixels

if TYPE_CHECKING:
    from runtime.images.image_types import Pixels

SEED = 20240501
NOTE = "a drawn phantom, computed for teaching; it shows no patient and no real scanner's output"


@dataclass(frozen=True, eq=False)
class Phantom:
    """A drawn picture and what is true of it.

    Shapes: pixels is uint8, height x width, read-only.
    `truth` has "boxes" (name -> [x0, y0, x1, y1], fractions 0-1 of width and height, from the upper left corner, x1 and
    y1 just outside) and values whose names end in their unit; without one they are grey levels 0-255, counts or shares.
    Units: spacing_mm is millimetres between (rows, columns), None where the picture has no scale.
    """

    name: str
    modality: str
    pixels: "Pixels"
    truth: JsonObject
    spacing_mm: tuple[float, float] | None = None
    note: str = NOTE


def draw_phantom(name: str) -> Phantom:
    """Return the phantom called `name`, the same pixels and truth every time. Raises: ImageError for another name."""
    drawer = _DRAWERS.get(name)
    if drawer is None:
        raise ImageError(f"phantom {name!r}: no such drawn phantom; use one of {', '.join(_DRAWERS)}")
    return drawer()


def phantom_names() -> tuple[str, ...]:
    """Return the names `draw_phantom` knows."""
    return tuple(_DRAWERS)


def _contrast_steps() -> Phantom:
    """Six discs on an even background, each a known step brighter or darker than it."""
    grey = draw_canvas(256, 384, 100)
    boxes: JsonObject = {}
    steps = {"upper-left": 16, "upper-middle": -32, "upper-right": 4}
    steps |= {"lower-left": 64, "lower-middle": 8, "lower-right": 32}
    for index, (name, step) in enumerate(steps.items()):
        disc = ellipse(grey, (64 + 128 * (index % 3), 64 + 128 * (index // 3)), (36, 36))
        grey[disc] += step
        boxes[name] = box_around(disc)
    truth: JsonObject = {"boxes": boxes, "background": 100, "steps": dict(steps)}
    return Phantom("contrast-steps", "CT", to_pixels(grey), truth)


def _line_pairs() -> Phantom:
    """Five groups of upright bars, 0.25 mm a pixel. The last is finer than the pixels can carry, so it is aliased."""
    import numpy as np

    grey = draw_canvas(256, 512, 40)
    boxes: JsonObject = {}
    frequencies = (0.25, 0.5, 1.0, 2.0, 3.0)
    for index, frequency in enumerate(frequencies):
        left = 24 + 96 * index
        half_periods = np.floor(2 * frequency * 0.25 * (np.arange(80) + 0.5))
        grey[48:208, left : left + 80] = np.where(half_periods % 2 == 0, 215, 40)
        boxes[f"group-{index + 1}"] = box_around(rectangle(grey, (left, 48, left + 80, 208)))
    truth: JsonObject = {
        "boxes": boxes,
        "drawn_lp_per_mm": list(frequencies),
        "shown_lp_per_mm": [0.25, 0.5, 1.0, 2.0, 1.0],
        "limit_lp_per_mm": 2.0,
        "bright": 215,
        "dark": 40,
    }
    return Phantom("line-pairs", "XR", to_pixels(grey), truth, (0.25, 0.25))


def _window_wedge() -> Phantom:
    """One ramp of -1000 to 1000 HU from left to right, above in a soft-tissue window, below in a lung window.

    Source: DICOM PS3.3 C.11.2.1.3.2, LINEAR_EXACT.
    """
    import numpy as np

    grey = draw_canvas(256, 512, 0)
    hounsfield = -1000 + 2000 * (np.arange(512) + 0.5) / 512
    boxes: JsonObject = {}
    windows = {"upper": (40, 400, 0), "lower": (-600, 1500, 136)}
    for name, (center, width, top) in windows.items():
        share = (hounsfield - (center - width / 2)) / width
        grey[top : top + 120] = 255 * np.clip(share, 0, 1)
        inside = np.zeros(grey.shape, bool)
        inside[top : top + 120] = (share > 0) & (share < 1)
        boxes[f"{name}-strip"] = box_around(rectangle(grey, (0, top, 512, top + 120)))
        boxes[f"{name}-grey-part"] = box_around(inside)
    truth: JsonObject = {
        "boxes": boxes,
        "left_edge_hu": -1000,
        "right_edge_hu": 1000,
        "upper_window_hu": {"center": 40, "width": 400, "black_below": -160, "white_above": 240},
        "lower_window_hu": {"center": -600, "width": 1500, "black_below": -1350, "white_above": 150},
    }
    return Phantom("window-wedge", "CT", to_pixels(grey), truth)


def _shifted_midline() -> Phantom:
    """A head as an ellipse; its midline, fixed in front and behind, bows to the left of the picture."""
    import numpy as np

    grey = draw_canvas(512, 512, 0)
    grey[ellipse(grey, (256, 256), (176, 216))] = 235
    inner = ellipse(grey, (256, 256), (160, 200))
    grey[inner] = 90
    mass = ellipse(grey, (346, 256), (44, 44))
    grey[mass] = 140
    x, y = pixel_centers(grey)
    bow = 24 * np.cos(np.pi / 2 * np.clip((y - 256) / 200, -1, 1)) ** 2
    line = inner & (np.abs(x - (256 - bow)) < 2)
    grey[line] = 190
    truth: JsonObject = {
        "boxes": {"inner-skull": box_around(inner), "mass": box_around(mass), "midline": box_around(line)},
        "inner_width_mm": 160.0,
        "shift_mm": 12.0,
        "shift_share_of_inner_width": 0.075,
        "shift_toward": "left of the picture",
    }
    return Phantom("shifted-midline", "CT", to_pixels(grey), truth, (0.5, 0.5))


def _cardiothoracic() -> Phantom:
    """Two dark lungs in a grey body and a heart in front of them, wider than half of the chest."""
    grey = draw_canvas(512, 512, 0)
    grey[ellipse(grey, (256, 256), (240, 250))] = 120
    lungs = ellipse(grey, (156, 256), (100, 180)) | ellipse(grey, (356, 256), (100, 180))
    grey[lungs] = 40
    grey[rectangle(grey, (236, 60, 276, 460)) & ellipse(grey, (256, 256), (240, 250))] = 170
    heart = ellipse(grey, (276, 310), (110, 95))
    grey[heart] = 210
    truth: JsonObject = {
        "boxes": {"lungs": box_around(lungs), "heart": box_around(heart)},
        "chest_width_px": 400,
        "heart_width_px": 220,
        "ratio": 0.55,
        "heart_center_toward": "right of the picture",
    }
    return Phantom("cardiothoracic", "XR", to_pixels(grey), truth)


def _stones_shadow() -> Phantom:
    """An ultrasound-like sector: on the right a reflector with a shadow, on the left fluid with enhancement behind."""
    import numpy as np

    grey = draw_canvas(512, 512, 0)
    x, y = pixel_centers(grey)
    # The beams start 40 pixels above the picture; the probe's surface is 60 pixels from there.
    radius, angle = np.hypot(x - 256, y + 40), np.degrees(np.arctan2(x - 256, y + 40))
    sector = (radius >= 60) & (radius < 540) & (np.abs(angle) < 28)
    grey[sector] = np.random.default_rng(SEED).integers(60, 120, grey.shape, endpoint=True)[sector]
    fluid_x, fluid_y = 256 - 220 * np.sin(np.radians(12)), 220 * np.cos(np.radians(12)) - 40
    fluid = ellipse(grey, (float(fluid_x), float(fluid_y)), (35, 35))
    behind = sector & (radius > 255) & (np.abs(angle + 12) < np.degrees(np.arcsin(35 / 220)))
    grey[behind & ~fluid] *= 1.5
    grey[fluid] = 4
    beam = sector & (angle > 8) & (angle < 16)
    reflector, shadow = beam & (radius >= 260) & (radius < 276), beam & (radius >= 276)
    grey[reflector], grey[shadow] = 250, 8
    named = {"reflector": reflector, "shadow": shadow, "fluid": fluid, "enhancement": behind & ~fluid}
    truth: JsonObject = {
        "boxes": {name: box_around(mask) for name, mask in named.items()},
        "reflector_depth_mm": 50.0,
        "sector_depth_mm": 120.0,
        "enhancement_gain": 1.5,
    }
    return Phantom("stones-shadow", "US", to_pixels(grey), truth, (0.25, 0.25))


def _noise_levels() -> Phantom:
    """The same disc in three panels that differ only in their noise."""
    import numpy as np

    grey = draw_canvas(192, 512, 0)
    random = np.random.default_rng(SEED)
    boxes: JsonObject = {}
    deviations = {"left": 10, "middle": 20, "right": 5}
    for index, (name, deviation) in enumerate(deviations.items()):
        left = 176 * index
        disc = ellipse(grey, (left + 80, 96), (40, 40))
        panel = rectangle(grey, (left, 0, left + 160, 192))
        grey[panel], grey[disc] = 100, 120
        grey[panel] += random.normal(0, deviation, int(panel.sum()))
        boxes |= {f"{name}-panel": box_around(panel), f"{name}-disc": box_around(disc)}
    truth: JsonObject = {"boxes": boxes, "background": 100, "disc": 120, "noise_sd": dict(deviations)}
    return Phantom("noise-levels", "CT", to_pixels(grey), truth | {"cnr": {"left": 2.0, "middle": 1.0, "right": 4.0}})


def _partial_volume() -> Phantom:
    """A thin slice (left) and a thick one (right) of an object whose edge is oblique to the slice, and two balls."""
    import numpy as np

    grey = draw_canvas(256, 512, 60)
    x, _ = pixel_centers(grey)
    grey[:, :256] += 140 * (x[:, :256] < 128)
    grey[:, 256:] += 140 * np.clip((160 - (x[:, 256:] - 256)) / 64, 0, 1)
    boxes: JsonObject = {"ramp": box_around(rectangle(grey, (352, 0, 416, 256)))}
    for name, row, share in (("upper", 64, 0.5), ("lower", 192, 0.25)):
        thin, thick = ellipse(grey, (208, row), (16, 16)), ellipse(grey, (464, row), (16, 16))
        grey[thin], grey[thick] = 200, 60 + 140 * share
        boxes |= {f"{name}-ball-thin": box_around(thin), f"{name}-ball-thick": box_around(thick)}
    grey[:, 254:258] = 0
    truth: JsonObject = {
        "boxes": boxes,
        "object": 200,
        "background": 60,
        "thick_slice_share": {"upper-ball": 0.5, "lower-ball": 0.25},
        "thick_slice_grey": {"upper-ball": 130, "lower-ball": 95},
        "ramp_width_px": 64,
    }
    return Phantom("partial-volume", "CT", to_pixels(grey), truth)


def _motion_ghost() -> Phantom:
    """A pulsating vessel in a still body. Its signal repeats every four lines of k-space, so ghosts lie 64 rows off."""
    import numpy as np

    grey = draw_canvas(256, 256, 0)
    grey[ellipse(grey, (128, 128), (80, 104))] = 60
    vessel = ellipse(grey, (128, 128), (12, 12))
    grey[vessel] = 220
    # A modulation 1 + 0.5 cos(2 pi line / 4) of the vessel's lines puts a quarter of its signal 64 rows up and down.
    ghosts = [np.roll(vessel, rows, axis=0) for rows in (-64, 64)]
    for ghost in ghosts:
        grey[ghost] += 55
    truth: JsonObject = {
        "boxes": {
            "vessel": box_around(vessel),
            "upper-ghost": box_around(ghosts[0]),
            "lower-ghost": box_around(ghosts[1]),
        },
        "phase_axis": "vertical",
        "ghost_distance_px": 64,
        "lines": 256,
        "motion_period_lines": 4,
        "vessel": 220,
        "body": 60,
        "ghost_share_of_vessel": 0.25,
    }
    return Phantom("motion-ghost", "MR", to_pixels(grey), truth)


def _lesion_grid() -> Phantom:
    """Four square labels of known side, 0.5 mm a pixel, as a segmentation would show them."""
    grey = draw_canvas(256, 256, 0)
    boxes: JsonObject = {}
    sides = {"upper-left": (32, 120), "upper-right": (64, 180), "lower-left": (48, 60), "lower-right": (16, 240)}
    for index, (name, (side, value)) in enumerate(sides.items()):
        left, top = 64 + 128 * (index % 2) - side // 2, 64 + 128 * (index // 2) - side // 2
        square = rectangle(grey, (left, top, left + side, top + side))
        grey[square] = value
        boxes[name] = box_around(square)
    truth: JsonObject = {
        "boxes": boxes,
        "labels": {name: value for name, (_, value) in sides.items()},
        "side_mm": {name: side / 2 for name, (side, _) in sides.items()},
        "area_mm2": {name: side * side / 4 for name, (side, _) in sides.items()},
    }
    return Phantom("lesion-grid", "SEG", to_pixels(grey), truth, (0.5, 0.5))


_DRAWERS: dict[str, Callable[[], Phantom]] = {
    "contrast-steps": _contrast_steps,
    "line-pairs": _line_pairs,
    "window-wedge": _window_wedge,
    "shifted-midline": _shifted_midline,
    "cardiothoracic": _cardiothoracic,
    "stones-shadow": _stones_shadow,
    "noise-levels": _noise_levels,
    "partial-volume": _partial_volume,
    "motion-ghost": _motion_ghost,
    "lesion-grid": _lesion_grid,
}
