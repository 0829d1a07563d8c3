"""DICOM to eight-bit pixels: read the file, decode one frame, and hand it to the display with what the file says."""

import io
import re
import threading
import warnings
import zlib
from typing import TYPE_CHECKING

from runtime.contracts.errors import ImageError
from runtime.images.dicom_display import Shown, eight_bit, show_colour, show_grey
from runtime.images.dicom_fields import frame_fields, spacing_mm
from runtime.images.image_refs import EXTRA, MAX_FILE_BYTES, ImageDependencyError
from runtime.images.image_types import Image, missing_image_packages
from runtime.images.raster_image import encoded_size

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from numpy.typing import NDArray
    from pydicom import Dataset

    Values: TypeAlias = NDArray[Any]

# catch_warnings changes process-wide state, and tools run in threads.
WARNINGS_LOCK = threading.Lock()
_PIXELS = ("PixelData", "FloatPixelData", "DoubleFloatPixelData")
_DEFLATED_FILE, _DEFLATED_FRAMES = "1.2.840.10008.1.2.1.99", "1.2.840.10008.1.2.8.1"
_IMPLICIT, _EXPLICIT, _BIG_ENDIAN = "1.2.840.10008.1.2", "1.2.840.10008.1.2.1", "1.2.840.10008.1.2.2"
_INFLATE_STEP_BYTES = 1 << 20


def decode_dicom(data: bytes, max_pixels: int, frame: int | None = None) -> Image:
    """Return one frame of a DICOM file, the middle one unless `frame` (from 1) says which.

    Nothing about the patient is kept. Raises: ImageError for a file without pixels, a damaged one, a frame over
        `max_pixels` or one that is not there; ImageDependencyError when a reader or decoder is not installed.
    """
    missing = missing_image_packages("pydicom", "cv2")
    if missing:
        raise ImageDependencyError(missing)
    with WARNINGS_LOCK, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            image = _decode(data, max_pixels, frame)
        except (ImageError, MemoryError):
            raise
        # Damaged files make pydicom raise nearly every built-in error; this is where outside bytes enter.
        except Exception as exc:
            problem = f"{type(exc).__name__}: {_without_values(str(exc))}"
            raise ImageError(f"unreadable DICOM ({problem}); get the file again") from exc
    warned = "; ".join(dict.fromkeys(f"warning: {_without_values(str(item.message))}" for item in caught))
    return image if not warned else Image(**{**vars(image), "note": f"{image.note}; {warned}"[:600]})


def read_dicom(data: bytes) -> "Dataset":
    """Return the dataset in `data`, a file with or without the 128-byte preamble.

    Raises: ImageError for a deflated file that inflates to more than 256 MiB or is cut off; whatever pydicom raises.
    """
    import pydicom
    from pydicom.dataset import FileMetaDataset
    from pydicom.uid import UID

    if data[128:132] == b"DICM":
        _check_deflated(data)
        return pydicom.dcmread(io.BytesIO(data))
    dataset = pydicom.dcmread(io.BytesIO(data), force=True)
    if "TransferSyntaxUID" not in dataset.file_meta:
        is_implicit, is_little = dataset.original_encoding
        dataset.file_meta = FileMetaDataset()
        syntax = (_IMPLICIT if is_implicit else _EXPLICIT) if is_little else _BIG_ENDIAN
        dataset.file_meta.TransferSyntaxUID = UID(syntax)
    return dataset


def _without_values(message: str) -> str:
    """A reader's message on one line, without the values it quotes, which may be about a patient."""
    return re.sub(r"'[^']*'", "'...'", " ".join(message.split()))[:120]


def _decode(data: bytes, max_pixels: int, frame: int | None) -> Image:
    dataset = read_dicom(data)
    frames = max(int(dataset.get("NumberOfFrames") or 1), 1)
    _check_size(dataset, max_pixels)
    index = frames // 2 if frame is None else frame - 1
    if not 0 <= index < frames:
        raise ImageError(f"no frame {frame}: the file has {frames}; choose one from 1 to {frames}")
    fields = frame_fields(dataset, index)
    shown = _shown(_stored(dataset, index, max_pixels), dataset, fields)
    shown.pixels.setflags(write=False)
    words = [f"frame {index + 1} of {frames}"] if frames > 1 else []
    if any(0x6000 <= group <= 0x60FF for group in {element.tag.group for element in dataset}):
        words.append("overlay planes not drawn")
    if str(dataset.get("LossyImageCompression") or "") == "01":
        words.append("lossy compression before this file was made: fine detail may be missing")
    note = "; ".join([*words, shown.note])
    modality = str(dataset.get("Modality") or "")[:16]
    return Image(shown.pixels, modality, spacing_mm(fields), frames, note, index + 1)


def _check_deflated(data: bytes) -> None:
    """A deflated file inflates into memory in one go when it is read, so its size is found first."""
    from pydicom.filereader import read_dataset

    file = io.BytesIO(data[132:])
    meta = read_dataset(file, False, True, stop_when=lambda tag, _vr, _length: tag.group != 2)
    syntax = str(meta.get("TransferSyntaxUID", ""))
    if syntax == _DEFLATED_FRAMES:
        raise ImageError("frames deflated one by one are not read; convert the file to explicit VR little endian")
    if syntax != _DEFLATED_FILE:
        return
    inflater, size, rest = zlib.decompressobj(-zlib.MAX_WBITS), 0, file.read()
    while rest and not inflater.eof:
        size += len(inflater.decompress(rest, _INFLATE_STEP_BYTES))
        rest = inflater.unconsumed_tail
        if size > MAX_FILE_BYTES:
            raise ImageError(f"inflates to more than {MAX_FILE_BYTES} bytes; convert it to explicit VR little endian")
    if not inflater.eof:
        raise ImageError("its deflated part is cut off; get the file again")


def _check_size(dataset: "Dataset", max_pixels: int) -> None:
    rows, columns = int(dataset.get("Rows") or 0), int(dataset.get("Columns") or 0)
    if rows and columns and not any(keyword in dataset for keyword in _PIXELS):
        raise ImageError("this DICOM file's pixel data is missing or cut off; get the file again or choose another")
    if not rows or not columns:
        raise ImageError("this DICOM file has no image in it; choose one with pixel data")
    if rows * columns > max_pixels:
        raise ImageError(f"{columns}x{rows} is more than {max_pixels} pixels; scale it down or crop it")


def _stored(dataset: "Dataset", index: int, max_pixels: int) -> "Values":
    """One frame of stored values in this machine's byte order; YBR comes back as RGB."""
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
    return stored.astype(stored.dtype.newbyteorder("="), copy=False)


def _shown(stored: "Values", dataset: "Dataset", fields: "Dataset") -> Shown:
    if str(fields.get("PhotometricInterpretation") or "") == "PALETTE COLOR":
        return _coloured(stored, dataset)
    if stored.ndim == 3:
        return show_colour(stored, fields)
    if stored.ndim != 2:
        raise ImageError(f"pixel data of shape {stored.shape} is not one picture; choose another file")
    return show_grey(stored, fields)


def _coloured(stored: "Values", dataset: "Dataset") -> Shown:
    """Palette indices to RGB. Tables of words are read in the file's byte order, which pydicom does not do."""
    from pydicom.pixels.processing import apply_color_lut

    tables = [f"{colour}PaletteColorLookupTableData" for colour in ("Red", "Green", "Blue", "Alpha")]
    if not dataset.file_meta.TransferSyntaxUID.is_little_endian:
        dataset = dataset.copy()
        for element in [dataset[keyword] for keyword in tables if keyword in dataset]:
            value = bytes(element.value)
            swapped = b"".join(value[i : i + 2][::-1] for i in range(0, len(value), 2))
            dataset.add_new(element.tag, element.VR, swapped if element.VR == "OW" else value)
    colour = apply_color_lut(stored, dataset)[..., :3]
    # Some files keep eight-bit entries in the low half of words.
    bits = 8 if colour.max(initial=0) < 256 else colour.dtype.itemsize * 8
    return Shown(eight_bit(colour, bits), "palette colours applied")
