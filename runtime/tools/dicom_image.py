"""DICOM to eight-bit pixels: decode one frame, rescale, window, set the photometric interpretation right."""

import io
import math
import re
import threading
import warnings
from typing import TYPE_CHECKING, NamedTuple

from runtime.contracts.errors import ImageError
from runtime.tools.image_refs import EXTRA, ImageDependencyError
from runtime.tools.image_types import Image, missing_image_packages
from runtime.tools.raster_image import encoded_size

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from numpy.typing import NDArray
    from pydicom import Dataset

    from runtime.tools.image_types import Pixels

    Values: TypeAlias = NDArray[Any]

# catch_warnings changes process-wide state, and tools run in threads.
_WARNINGS_LOCK = threading.Lock()
# One file inflates into memory in one go, before any size can be checked.
_DEFLATED = frozenset({"1.2.840.10008.1.2.1.99", "1.2.840.10008.1.2.8.1"})


class Shown(NamedTuple):
    """Pixels as they are to be seen, and in words how they were made."""

    pixels: "Pixels"
    note: str


def decode_dicom(data: bytes, max_pixels: int) -> Image:
    """Return the middle frame of a DICOM file. Nothing about the patient is kept.

    Raises: ImageError for a file without pixels, a damaged one, a frame over `max_pixels`, a deflated one;
        ImageDependencyError when a reader or decoder is not installed.
    """
    missing = missing_image_packages("pydicom", "cv2")
    if missing:
        raise ImageDependencyError(missing)
    with _WARNINGS_LOCK, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            image = _decode(data, max_pixels)
        except (ImageError, MemoryError):
            raise
        # Damaged files make pydicom raise nearly every built-in error; this is where outside bytes enter.
        except Exception as exc:
            problem = f"{type(exc).__name__}: {_without_values(str(exc))}"
            raise ImageError(f"unreadable DICOM ({problem}); get the file again") from exc
    warned = "; ".join(dict.fromkeys(f"warning: {_without_values(str(item.message))}" for item in caught))
    return image if not warned else Image(**{**vars(image), "note": f"{image.note}; {warned}"[:600]})


def _without_values(message: str) -> str:
    """A reader's message without the values it quotes, which may be about a patient."""
    return re.sub(r"'[^']*'", "'...'", message)[:120]


def _decode(data: bytes, max_pixels: int) -> Image:
    import pydicom

    _refuse_deflated(data)
    dataset = pydicom.dcmread(io.BytesIO(data))
    frames = max(int(dataset.get("NumberOfFrames") or 1), 1)
    _check_size(dataset, max_pixels)
    shown = _shown(_frame(dataset, frames // 2, max_pixels), dataset)
    shown.pixels.setflags(write=False)
    words = [f"frame {frames // 2 + 1} of {frames}"] if frames > 1 else []
    if any(0x6000 <= group <= 0x60FF for group in {element.tag.group for element in dataset}):
        words.append("overlay planes not drawn")
    if str(dataset.get("LossyImageCompression") or "") == "01":
        words.append("lossy compression before this file was made: fine detail may be missing")
    note = "; ".join([*words, shown.note])
    return Image(shown.pixels, str(dataset.get("Modality") or "")[:16], _spacing_mm(dataset), frames, note)


def _refuse_deflated(data: bytes) -> None:
    from pydicom.filereader import read_dataset

    meta = read_dataset(io.BytesIO(data[132:]), False, True, stop_when=lambda tag, _vr, _length: tag.group != 2)
    if str(meta.get("TransferSyntaxUID", "")) in _DEFLATED:
        raise ImageError("deflated DICOM is not read; convert it to explicit VR little endian")


def _check_size(dataset: "Dataset", max_pixels: int) -> None:
    rows, columns = int(dataset.get("Rows") or 0), int(dataset.get("Columns") or 0)
    if "PixelData" not in dataset or not rows or not columns:
        raise ImageError("this DICOM file has no image in it; choose one with pixel data")
    if rows * columns > max_pixels:
        raise ImageError(f"{columns}x{rows} is more than {max_pixels} pixels; scale it down or crop it")


def _frame(dataset: "Dataset", index: int, max_pixels: int) -> "Values":
    """One frame of stored values; YBR comes back as RGB."""
    from pydicom.encaps import get_frame
    from pydicom.pixels.decoders.base import get_decoder
    from pydicom.pixels.utils import pixel_array

    syntax = dataset.file_meta.TransferSyntaxUID
    if syntax.is_compressed and not get_decoder(syntax).is_available:
        raise ImageDependencyError(f"no decoder for {syntax.name}; install {EXTRA}")
    if syntax.is_encapsulated:
        frames = max(int(dataset.get("NumberOfFrames") or 1), 1)
        size = encoded_size(get_frame(dataset.PixelData, index, number_of_frames=frames))
        if size and size.width * size.height > max_pixels:
            raise ImageError(f"its stream says {size.width}x{size.height}, more than {max_pixels} pixels; crop it")
    stored: Values = pixel_array(dataset, index=index)
    return stored


def _shown(stored: "Values", dataset: "Dataset") -> Shown:
    import numpy as np
    from pydicom.pixels.processing import apply_color_lut

    photometric = str(dataset.get("PhotometricInterpretation") or "")
    if photometric == "PALETTE COLOR":
        return Shown(_eight_bit(apply_color_lut(stored, dataset)[..., :3]), "palette colours applied")
    if stored.ndim == 3:
        return Shown(_eight_bit(stored[..., :3]), f"{photometric} shown as RGB")
    if stored.ndim != 2:
        raise ImageError(f"pixel data of shape {stored.shape} is not one picture; choose another file")
    grey, note = _windowed(stored, dataset)
    if photometric == "MONOCHROME1":
        return Shown(255 - grey, f"{note}; MONOCHROME1 inverted")
    return Shown(np.ascontiguousarray(grey), note)


def _windowed(stored: "Values", dataset: "Dataset") -> Shown:
    """Grey values 0-255: the file's VOI table, else its first window, else percentiles 1 to 99."""
    from pydicom.pixels.processing import apply_modality_lut, apply_voi

    values = apply_modality_lut(stored, dataset)
    if dataset.get("VOILUTSequence"):
        entries_bits = int(dataset.VOILUTSequence[0].LUTDescriptor[2])
        whole = values if values.dtype.kind in "iu" else values.round().astype("int32")
        return Shown(_scaled(apply_voi(whole, dataset), 0.0, float(2**entries_bits - 1)), "the file's VOI table")
    center, width = _first(dataset.get("WindowCenter")), _first(dataset.get("WindowWidth"))
    if center is None or width is None or width <= 0:
        return _by_percentile(values, "")
    if str(dataset.get("VOILUTFunction") or "").upper() == "SIGMOID":
        return Shown(_sigmoid(values, center, width), f"sigmoid window {center:g} width {width:g}")
    pixels = _scaled(values, center - width / 2, center + width / 2)
    if pixels.min() == pixels.max() and values.min() != values.max():
        return _by_percentile(values, f"the file's window {center:g} width {width:g} shows nothing; ")
    return Shown(pixels, f"window center {center:g} width {width:g}")


def _by_percentile(values: "Values", why: str) -> Shown:
    import numpy as np

    low, high = (float(value) for value in np.percentile(values, (1, 99)))
    if low == high:  # a mask or a nearly empty picture: its few other values are what there is to see
        low, high = float(values.min()), float(values.max())
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


def _eight_bit(colour: "Values") -> "Pixels":
    import numpy as np

    if colour.dtype == np.uint16:
        colour = (colour >> 8).astype(np.uint8)
    if colour.dtype != np.uint8 or colour.ndim != 3 or colour.shape[2] != 3:
        raise ImageError(f"colour of type {colour.dtype} and shape {colour.shape} is not read; convert it to RGB")
    return np.ascontiguousarray(colour).astype(np.uint8)


def _spacing_mm(dataset: "Dataset") -> tuple[float, float] | None:
    given = dataset.get("PixelSpacing") or dataset.get("ImagerPixelSpacing")
    try:
        rows, columns = (float(value) for value in given or ())
    except (TypeError, ValueError):
        return None
    usable = all(math.isfinite(value) and value > 0 for value in (rows, columns))
    return (rows, columns) if usable else None


def _first(value: object) -> float | None:
    """The first of one or several decimal strings; None when there is none or it is not a finite number."""
    if value is None or isinstance(value, str):
        return None
    try:
        first = value if isinstance(value, int | float) else next(iter(value))  # type: ignore[call-overload]
        number = float(first)
    except (TypeError, ValueError, StopIteration):
        return None
    return number if math.isfinite(number) else None
