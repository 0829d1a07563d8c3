"""Measures what docs/evidence/segmentation.md reports: `python docs/evidence/measure_segmentation.py [--whole FOLDER]`.

`--whole` names a second models folder with LiteMedSAM's files as exported, without the 8-bit step.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ace.paths import shipped
from runtime.contracts.errors import ToolError
from runtime.images.boxes import BoxPx, box_in_pixels
from runtime.images.load_image import load_image
from runtime.images.phantom_canvas import ellipse, rectangle
from runtime.images.phantoms import draw_phantom
from runtime.tools.segment_grabcut import grabcut_outline
from runtime.vision.image_embedding import ImageEmbedder
from runtime.vision.lite_medsam import LiteMedSam
from runtime.vision.model_cache import models_folder
from runtime.vision.nearest_images import NearestImages
from runtime.vision.recent import Recent
from runtime.vision.reference_images import load_references

Pixels: TypeAlias = NDArray[np.uint8]
PARTS = {
    "contrast-steps": ("upper-left", "upper-middle", "upper-right", "lower-left", "lower-middle", "lower-right"),
    "shifted-midline": ("mass", "inner-skull"),
    "cardiothoracic": ("heart",),
    "stones-shadow": ("fluid",),
    "noise-levels": ("left-disc", "middle-disc", "right-disc"),
    "motion-ghost": ("vessel",),
    "lesion-grid": ("upper-left", "upper-right", "lower-left", "lower-right"),
}
REAL = (
    ("lung, left of the chest film", "pydicom-data:RG1_UNCR.dcm", (0.10, 0.10, 0.50, 0.80)),
    ("lung, right of the chest film", "pydicom-data:RG1_UNCR.dcm", (0.50, 0.10, 0.92, 0.80)),
    ("distal tibia", "pydicom-data:RG3_UNCR.dcm", (0.30, 0.30, 0.70, 0.80)),
    ("head CT, whole head", "pydicom-data:693_UNCR.dcm", (0.25, 0.18, 0.82, 0.90)),
    ("abdominal MR, liver", "pydicom-data:MR-SIEMENS-DICOM-WithOverlays.dcm", (0.10, 0.20, 0.60, 0.80)),
    ("vertebra CT", "pydicom-data:bad_sequence.dcm", (0.35, 0.40, 0.65, 0.80)),
    ("ultrasound, a black part with nothing in it", "pydicom-data:OBXXXX1A.dcm", (0.30, 0.30, 0.70, 0.70)),
)


class Case(NamedTuple):
    """A picture, a box, and which pixels the structure has, where that is known exactly."""

    name: str
    pixels: Pixels
    box: BoxPx
    truth: NDArray[np.bool_] | None = None


def phantom_cases(padding: float) -> Iterator[Case]:
    """Yield every drawn structure with its truth; the box is the true one, widened by `padding` on every side."""
    for name, parts in PARTS.items():
        phantom = draw_phantom(name)
        height, width = phantom.pixels.shape[:2]
        boxes = phantom.truth["boxes"]
        assert isinstance(boxes, dict)
        for part in parts:
            box = box_in_pixels(boxes[part], width, height)
            yield Case(
                f"{name} {part}",
                phantom.pixels,
                box_in_pixels(boxes[part], width, height, padding),
                _truth(name, box, height, width),
            )


def _truth(name: str, box: BoxPx, height: int, width: int) -> NDArray[np.bool_]:
    canvas = np.zeros((height, width))
    if name == "lesion-grid":
        return rectangle(canvas, box)
    center = ((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2)
    return ellipse(canvas, center, ((box.x1 - box.x0) / 2, (box.y1 - box.y0) / 2))


def dice(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> float:
    """Return the Dice coefficient, 1 for two empty masks."""
    total = int(one.sum() + other.sum())
    return 2 * int((one & other).sum()) / total if total else 1.0


def cut(pixels: Pixels, box: BoxPx) -> NDArray[np.bool_]:
    """Return GrabCut's mask, empty where it refuses."""
    try:
        return grabcut_outline(pixels, box)
    except ToolError:
        return np.zeros(pixels.shape[:2], np.bool_)


def say(text: str) -> None:
    """Write one line."""
    sys.stdout.write(text + "\n")


def report_phantoms(model: LiteMedSam, whole: LiteMedSam | None) -> None:
    """Dice against exact truth, with the true box and with one 20% wider on every side."""
    for padding in (0.0, 0.2):
        say(
            f"\nbox widened by {padding:.0%}: structure, LiteMedSAM, GrabCut"
            + (", 8-bit against whole" if whole else "")
        )
        rows = []
        for case in phantom_cases(padding):
            assert case.truth is not None
            found = model.outline(case.pixels, case.box)
            row = [dice(found.mask, case.truth), dice(cut(case.pixels, case.box), case.truth)]
            if whole:
                row.append(dice(found.mask, whole.outline(case.pixels, case.box).mask))
            rows.append(row)
            say(
                f"{case.name:30} "
                + " ".join(f"{value:.3f}" for value in row)
                + f"  predicted IoU {found.predicted_iou:.2f}"
            )
        columns = list(zip(*rows, strict=True))
        say("median                         " + " ".join(f"{statistics.median(column):.3f}" for column in columns))
        say("lowest                         " + " ".join(f"{min(column):.3f}" for column in columns))


def report_real(model: LiteMedSam, whole: LiteMedSam | None) -> None:
    """What comes out of real pictures; nobody has drawn their truth."""
    say(
        "\nreal picture, share of the image (LiteMedSAM, GrabCut), Dice of the two"
        + (", 8-bit against whole" if whole else "")
    )
    for name, ref, fractions in REAL:
        pixels = load_image(ref).pixels
        box = box_in_pixels(list(fractions), pixels.shape[1], pixels.shape[0])
        mask, other = model.outline(pixels, box).mask, cut(pixels, box)
        row = f"{name:45} {mask.mean():7.2%} {other.mean():7.2%} {dice(mask, other):.3f}"
        say(row + (f" {dice(mask, whole.outline(pixels, box).mask):.3f}" if whole else ""))


def report_seconds(models: dict[str, LiteMedSam]) -> None:
    """CPU seconds, which other work on the machine changes little: medians of seven calls."""
    case = next(iter(phantom_cases(0.0)))
    for name, model in models.items():
        first: list[float] = []
        again: list[float] = []
        for _ in range(7):
            fresh = LiteMedSam(model.encoder, model.decoder, Recent(1))
            for seconds in (first, again):
                started = time.process_time()
                fresh.outline(case.pixels, case.box)
                seconds.append(time.process_time() - started)
        medians = statistics.median(first), statistics.median(again)
        say(f"\n{name}: first box of a picture {medians[0]:.2f} CPU seconds, each further {medians[1]:.2f}")
    cuts = []
    for case in phantom_cases(0.0):
        started = time.process_time()
        cut(case.pixels, case.box)
        cuts.append(time.process_time() - started)
    say(f"GrabCut: median {statistics.median(cuts):.2f} CPU seconds, most {max(cuts):.2f}")


def report_neighbours() -> None:
    """Leave-one-out over the shipped real pictures."""
    index = NearestImages.build(ImageEmbedder.open(), load_references([shipped("samples")]))
    counts: dict[str, int] = {}
    for one in index.references:
        counts[one.modality] = counts.get(one.modality, 0) + 1
    right: list[tuple[float, bool, bool]] = []
    say("\nleave-one-out, nearest reference: picture, its label, the nearest's label, cosine")
    for one in index.references:
        near = index.search(load_image(one.ref).pixels, 1)[0]
        right.append((near.similarity, near.modality == one.modality, counts[one.modality] > 1))
        label, found = f"{one.modality} {one.organ}", f"{near.modality} {near.organ}"
        say(f"{one.ref:48} {label:15} {found:15} {near.similarity:.2f}")
    say(f"modality right: {sum(ok for _, ok, _ in right)} of {len(right)}")
    can = [ok for _, ok, has_another in right if has_another]
    say(f"  where another picture of that modality exists: {sum(can)} of {len(can)}")
    for least in (0.4, 0.45, 0.5, 0.55):
        near_enough = [ok for similarity, ok, _ in right if similarity >= least]
        say(f"  cosine {least} or more: {sum(near_enough)} of {len(near_enough)}")


def main() -> None:
    """Run every part."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--whole", type=Path)
    folder = parser.parse_args().whole
    model = LiteMedSam.open(models_folder())
    whole = LiteMedSam.open(folder) if folder else None
    report_phantoms(model, whole)
    report_real(model, whole)
    report_seconds({"8-bit": model, **({"whole": whole} if whole else {})})
    report_neighbours()


if __name__ == "__main__":
    main()
