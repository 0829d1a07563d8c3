"""What a drawn casting consists of, in the numbers its thickness is made from. Drawn from one seed; no pixels yet."""

import math
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import numpy as np

SIDE_PX = 256
Profile: TypeAlias = Literal["ellipsoid", "flat"]

# Changing a number here changes every casting: the figures in calibration.py then have to be measured again.
_SEED_SPACE = 0xCA57
_VOID_FREE = 0.2
_MORE_VOIDS = 4.0
_VOID_MARGIN_PX = 9.0
_VOID_GAP_PX = 3.0
_PLACING_TRIES = 20


class Feature(NamedTuple):
    """An ellipse of material that is missing (or, below zero, added).

    Units: centre (x, y), semi-axes (along, across) in pixels; turn_rad from the x axis; depth_mm of material missing,
    at the centre for an ellipsoid, everywhere for a flat bottom.
    """

    x: float
    y: float
    along: float
    across: float
    turn_rad: float
    depth_mm: float
    profile: Profile


class Plate(NamedTuple):
    """The plate itself: thickness at the centre, how much more it is at one end, and a step across it.

    Units: millimetres, radians; step_px is the line's distance from the centre.
    """

    thickness_mm: float
    tilt_mm: float
    tilt_rad: float
    step_mm: float
    step_px: float
    step_rad: float


class Scene(NamedTuple):
    """A casting before it is exposed: voids, and what only looks like voids."""

    plate: Plate
    voids: tuple[Feature, ...]
    distractors: tuple[Feature, ...]


def casting_rng(number: int, stage: int) -> "np.random.Generator":
    """Return the random numbers of one casting's stage (0 the scene, 1 the exposure), the same at each call."""
    import numpy as np

    return np.random.default_rng([_SEED_SPACE, stage, number])


def draw_scene(number: int) -> Scene:
    """Return what casting `number` consists of. One in five has no void, the others five on average."""
    rng = casting_rng(number, 0)
    return Scene(_draw_plate(rng), _draw_voids(rng), (*_border(rng), *_bores(rng), *_grooves(rng)))


def _draw_plate(rng: "np.random.Generator") -> Plate:
    turn = 2 * math.pi
    step = float(rng.uniform(0.15, 0.6)) if rng.random() < 0.5 else 0.0
    return Plate(
        thickness_mm=float(rng.uniform(9.0, 14.0)),
        tilt_mm=float(rng.uniform(0.0, 2.0)),
        tilt_rad=float(rng.uniform(0.0, turn)),
        step_mm=step,
        step_px=float(rng.uniform(-90.0, 90.0)),
        step_rad=float(rng.uniform(0.0, turn)),
    )


def _draw_voids(rng: "np.random.Generator") -> tuple[Feature, ...]:
    count = 0 if rng.random() < _VOID_FREE else 1 + int(rng.poisson(_MORE_VOIDS))
    voids: list[Feature] = []
    for _ in range(count):
        for _ in range(_PLACING_TRIES):
            void = _draw_void(rng)
            if all(_gap_px(void, other) >= _VOID_GAP_PX for other in voids):
                voids.append(void)
                break
    return tuple(voids)


def _draw_void(rng: "np.random.Generator") -> Feature:
    along = float(min(max(rng.lognormal(math.log(6.3), 0.35), 3.5), 16.0))
    across = along * float(rng.uniform(0.3, 0.7))
    margin = _VOID_MARGIN_PX + along
    return Feature(
        x=float(rng.uniform(margin, SIDE_PX - margin)),
        y=float(rng.uniform(margin, SIDE_PX - margin)),
        along=along,
        across=across,
        turn_rad=float(rng.uniform(0.0, math.pi)),
        depth_mm=across * float(rng.lognormal(math.log(0.0475), 0.6)),
        profile="ellipsoid",
    )


def _gap_px(a: Feature, b: Feature) -> float:
    return math.hypot(a.x - b.x, a.y - b.y) - a.along - b.along


def _border(rng: "np.random.Generator") -> list[Feature]:
    """Return notches, cast edges and gaps of the fixture: they reach over the image's border."""
    found = []
    for _ in range(int(rng.poisson(2.4))):
        along, across = float(rng.uniform(4.0, 10.0)), float(rng.uniform(4.0, 10.0))
        side, place = int(rng.integers(4)), float(rng.uniform(8.0, SIDE_PX - 8.0))
        # From half outside to almost cut by the border.
        inward = float(rng.uniform(0.0, 0.9)) * across
        x, y = [(place, inward), (place, SIDE_PX - inward), (inward, place), (SIDE_PX - inward, place)][side]
        turn = (0.0 if side < 2 else math.pi / 2) + float(rng.normal(0.0, 0.2))
        depth = float(rng.lognormal(math.log(0.18), 0.45))
        found.append(Feature(x, y, along, across, turn, depth, "flat"))
    return found


def _bores(rng: "np.random.Generator") -> list[Feature]:
    """Return shallow round holes; some sit on a boss, which is thicker and so darker around them."""
    found = []
    for _ in range(int(rng.poisson(1.7))):
        x, y = (float(value) for value in rng.uniform(20.0, SIDE_PX - 20.0, 2))
        radius = float(rng.uniform(3.0, 6.5))
        if rng.random() < 0.5:
            found.append(Feature(x, y, 2.6 * radius, 2.6 * radius, 0.0, -float(rng.uniform(0.1, 0.4)), "flat"))
        found.append(Feature(x, y, radius, radius, 0.0, float(rng.lognormal(math.log(0.24), 0.5)), "flat"))
    return found


def _grooves(rng: "np.random.Generator") -> list[Feature]:
    """Return short machined marks: long, narrow, shallow."""
    found = []
    for _ in range(int(rng.poisson(0.6))):
        x, y = (float(value) for value in rng.uniform(16.0, SIDE_PX - 16.0, 2))
        along, across = float(rng.uniform(6.0, 14.0)), float(rng.uniform(1.5, 3.0))
        turn, depth = float(rng.uniform(0.0, math.pi)), float(rng.lognormal(math.log(0.12), 0.4))
        found.append(Feature(x, y, along, across, turn, depth, "flat"))
    return found
