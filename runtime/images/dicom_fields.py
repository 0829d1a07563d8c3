"""What DICOM says about showing one frame, wherever it says it: at the top, for that frame, or for all frames."""

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydicom import Dataset

# Where enhanced multi-frame objects keep what older ones keep at the top (PS3.3 C.7.6.16.2).
_GROUPS: dict[str, tuple[str, ...]] = {
    "FrameVOILUTSequence": ("WindowCenter", "WindowWidth", "VOILUTFunction"),
    "PixelValueTransformationSequence": ("RescaleSlope", "RescaleIntercept"),
    "PixelMeasuresSequence": ("PixelSpacing",),
}
_TOP = (
    "BitsStored",
    "ImagerPixelSpacing",
    "ModalityLUTSequence",
    "PhotometricInterpretation",
    "PixelPaddingRangeLimit",
    "PixelPaddingValue",
    "PixelRepresentation",
    "PixelSpacing",
    "RescaleIntercept",
    "RescaleSlope",
    "VOILUTFunction",
    "VOILUTSequence",
    "WindowCenter",
    "WindowWidth",
)


def frame_fields(dataset: "Dataset", index: int) -> "Dataset":
    """Return a flat dataset of what the display of frame `index` (from 0) depends on; the frame's own word wins."""
    from pydicom import Dataset

    fields = Dataset()
    fields.file_meta = dataset.file_meta  # tables are read in the file's byte order
    for keyword in _TOP:
        if keyword in dataset:
            fields.add(dataset[keyword])
    per_frame = _items(dataset, "PerFrameFunctionalGroupsSequence")
    for group in (_items(dataset, "SharedFunctionalGroupsSequence")[:1], per_frame[index : index + 1]):
        for sequence, keywords in _GROUPS.items() if group else ():
            for item in _items(group[0], sequence)[:1]:
                for keyword in (name for name in keywords if name in item):
                    fields.add(item[keyword])
    return fields


def _items(dataset: "Dataset", keyword: str) -> "list[Dataset]":
    return list(dataset.get(keyword) or ())


def spacing_mm(fields: "Dataset") -> tuple[float, float] | None:
    """Return millimetres between (rows, columns): in the patient, else at the detector; None where it is not usable."""
    given = fields.get("PixelSpacing") or fields.get("ImagerPixelSpacing")
    try:
        rows, columns = (float(value) for value in given or ())
    except (TypeError, ValueError):
        return None
    usable = all(math.isfinite(value) and value > 0 for value in (rows, columns))
    return (rows, columns) if usable else None


def first_number(value: object) -> float | None:
    """Return the first of one or several decimal strings; None when there is none or it is not a finite number."""
    if value is None or isinstance(value, str):
        return None
    try:
        first = value if isinstance(value, int | float) else next(iter(value))  # type: ignore[call-overload]
        number = float(first)
    except (TypeError, ValueError, StopIteration):
        return None
    return number if math.isfinite(number) else None
