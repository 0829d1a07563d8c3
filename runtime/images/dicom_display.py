"""Stored DICOM values to what a viewer shows: rescaled, windowed, padding black, colour as eight-bit RGB."""

from typing import TYPE_CHECKING, NamedTuple

from runtime.contracts.errors import ImageError
from runtime.images.dicom_fields import first_number

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from numpy.typing import NDArray
    from pydicom import Dataset

    from runtime.images.image_types import Pixels

    Values: TypeAlias = NDArray[Any]


class Shown(NamedTuple):
    """Pixels as they are to be seen, and in words how they were made."""

    pixels: "Pixels"
    note: str


def show_colour(stored: "Values", fields: "Dataset") -> Shown:
    """Return RGB pixels of a frame of rows x columns x 3 (or 4, alpha dropped). Raises: ImageError."""
    photometric = str(fields.get("PhotometricInterpretation") or "")
    bits = int(fields.get("BitsStored") or stored.dtype.itemsize * 8)
    return Shown(eight_bit(stored[..., :3], bits), f"{photometric} shown as RGB")


def show_grey(stored: "Values", fields: "Dataset") -> Shown:
    """Return grey pixels of a frame of rows x columns; values that the file calls padding become black."""
    import numpy as np

    padding = _padding(stored, fields)
    grey, note = _windowed(stored, fields, padding)
    if str(fields.get("PhotometricInterpretation") or "") == "MONOCHROME1":
        grey, note = 255 - grey, f"{note}; MONOCHROME1 inverted"
    if padding is not None and padding.any():
        grey = np.where(padding, np.uint8(0), grey)
        share = float(padding.mean())
        note = f"{note}; {share:.0%} of the pixels are padding, shown black" if share >= 0.01 else note
    return Shown(np.ascontiguousarray(grey), note)


def eight_bit(colour: "Values", bits: int) -> "Pixels":
    """Return colour values of `bits` stored bits as eight bits each. Raises: ImageError for what is not RGB."""
    import numpy as np

    if colour.dtype.kind != "u" or colour.ndim != 3 or colour.shape[2] != 3:
        raise ImageError(f"colour of type {colour.dtype} and shape {colour.shape} is not read; convert it to RGB")
    shift = min(bits, colour.dtype.itemsize * 8) - 8
    shifted = colour >> shift if shift > 0 else colour
    return np.ascontiguousarray(np.minimum(shifted, 255).astype(np.uint8))


def _padding(stored: "Values", fields: "Dataset") -> "Values | None":
    """Where the file says there is no picture: one value, or all between two (PS3.3 C.7.5.1.1.2)."""
    value = first_number(fields.get("PixelPaddingValue"))
    if value is None:
        return None
    limit = first_number(fields.get("PixelPaddingRangeLimit"))
    low, high = sorted((value, value if limit is None else limit))
    where: Values = (stored >= low) & (stored <= high)
    return where


def _windowed(stored: "Values", fields: "Dataset", padding: "Values | None") -> Shown:
    """Grey values 0-255: the file's VOI table, else its first window, else percentiles 1 to 99."""
    import numpy as np
    from pydicom.pixels.processing import apply_modality_lut, apply_voi

    values = apply_modality_lut(stored, fields)
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        values = np.nan_to_num(values, nan=0.0, posinf=0.0, neginf=0.0)
    if fields.get("VOILUTSequence"):
        entries_bits = int(fields.VOILUTSequence[0].LUTDescriptor[2])
        whole = values if values.dtype.kind in "iu" else values.round().astype("int32")
        return Shown(_scaled(apply_voi(whole, fields), 0.0, float(2**entries_bits - 1)), "the file's VOI table")
    center, width = first_number(fields.get("WindowCenter")), first_number(fields.get("WindowWidth"))
    if center is None or width is None or width <= 0:
        return _by_percentile(values, padding, "")
    function = str(fields.get("VOILUTFunction") or "").upper()
    if function == "SIGMOID":
        return Shown(_sigmoid(values, center, width), f"sigmoid window {center:g} width {width:g}")
    # PS3.3 C.11.2.1.2: the plain window counts whole values, LINEAR_EXACT does not.
    is_exact = function == "LINEAR_EXACT" or width < 1
    middle, half = (center, width / 2) if is_exact else (center - 0.5, (width - 1) / 2)
    pixels = _scaled(values, middle - half, middle + half)
    if pixels.min() == pixels.max() and values.min() != values.max():
        return _by_percentile(values, padding, f"the file's window {center:g} width {width:g} shows nothing; ")
    return Shown(pixels, f"window center {center:g} width {width:g}")


def _by_percentile(values: "Values", padding: "Values | None", why: str) -> Shown:
    import numpy as np

    picture = values if padding is None or padding.all() else values[~padding]
    low, high = (float(value) for value in np.percentile(picture, (1, 99)))
    if low == high:  # a mask or a nearly empty picture: its few other values are what there is to see
        low, high = float(picture.min()), float(picture.max())
        return Shown(_scaled(values, low, high), f"{why}full range {low:g} to {high:g}")
    return Shown(_scaled(values, low, high), f"{why}percentiles 1 to 99 ({low:g} to {high:g})")


def _scaled(values: "Values", low: float, high: float) -> "Pixels":
    import numpy as np

    share = (values.astype(np.float32) - low) / max(high - low, 1e-12)
    pixels: Pixels = np.rint(np.clip(share, 0.0, 1.0) * 255.0).astype(np.uint8)
    return pixels


def _sigmoid(values: "Values", center: float, width: float) -> "Pixels":
    """Source: DICOM PS3.3 C.11.2.1.3.1."""
    import numpy as np

    power = np.clip(-4.0 * (values.astype(np.float64) - center) / width, -60.0, 60.0)
    pixels: Pixels = np.rint(255.0 / (1.0 + np.exp(power))).astype(np.uint8)
    return pixels
