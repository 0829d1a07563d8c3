"""DICOM files made for tests."""

import io
from typing import Any

from pydicom.dataset import Dataset, FileMetaDataset
from pydicom.uid import UID, ExplicitVRLittleEndian, generate_uid


def make_dicom(pixels: Any, syntax: UID = ExplicitVRLittleEndian, **fields: Any) -> bytes:
    """Return a DICOM file of grey pixels (height x width or frames x height x width), more fields by keyword.

    A field that is None is left out.
    """
    dataset = Dataset()
    dataset.file_meta = FileMetaDataset()
    dataset.file_meta.TransferSyntaxUID = syntax
    dataset.file_meta.MediaStorageSOPClassUID = UID("1.2.840.10008.5.1.4.1.1.7")
    dataset.file_meta.MediaStorageSOPInstanceUID = generate_uid()
    dataset.SOPClassUID, dataset.SOPInstanceUID = "1.2.840.10008.5.1.4.1.1.7", generate_uid()
    dataset.PatientName = "Doe^Jane"
    dataset.Modality = "OT"
    dataset.SamplesPerPixel, dataset.PhotometricInterpretation = 1, "MONOCHROME2"
    dataset.Rows, dataset.Columns = pixels.shape[-2:]
    if pixels.ndim == 3:
        dataset.NumberOfFrames = pixels.shape[0]
    bits = pixels.dtype.itemsize * 8
    dataset.BitsAllocated = dataset.BitsStored = bits
    dataset.HighBit, dataset.PixelRepresentation = bits - 1, int(pixels.dtype.kind == "i")
    dataset.PixelData = pixels.tobytes()
    for name, value in fields.items():
        if value is None:
            delattr(dataset, name)
        else:
            setattr(dataset, name, value)
    file = io.BytesIO()
    dataset.save_as(file, enforce_file_format=True)
    return file.getvalue()
