"""The largest bright region: cut by Otsu's threshold, measured, named as what it is."""

from typing import TYPE_CHECKING

from runtime.contracts.json_types import JsonObject

if TYPE_CHECKING:
    from runtime.images.image_types import Pixels

METHOD = "Otsu's threshold, largest connected region of what is brighter"


def largest_bright_region(grey: "Pixels", spacing_mm: tuple[float, float] | None = None) -> JsonObject:
    """Return the largest connected region brighter than Otsu's threshold; area 0 and no box where nothing is.

    Units: area_px pixels, area_share of the picture, area_mm2 square millimetres (only with a spacing), bbox_px
    [x0, y0, x1, y1]. Neighbours touch along edges or corners. Source: Otsu 1979.
    """
    import cv2

    _, bright = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    count, _, stats, _ = cv2.connectedComponentsWithStats(bright, connectivity=8)
    # Row 0 is what is not bright.
    left = top = width = height = area = 0
    if count > 1:
        left, top, width, height, area = (int(value) for value in max(stats[1:], key=lambda row: int(row[-1])))
    share = round(area / grey.size, 4)
    data: JsonObject = {"method": METHOD, "regions": count - 1, "area_px": area, "area_share": share}
    if area:
        data["bbox_px"] = [left, top, left + width, top + height]
    if spacing_mm:
        data["area_mm2"] = round(area * spacing_mm[0] * spacing_mm[1], 1)
    return data
