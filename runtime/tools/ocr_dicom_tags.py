"""What a DICOM header says in words about the picture. Only tags on a list come out, and nothing about the patient."""

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from runtime.images.dicom_image import WARNINGS_LOCK, read_dicom
from runtime.tools.clean_text import clean_text
from runtime.tools.ocr_masking import Identifiers, mask_text, words_of

if TYPE_CHECKING:
    from pydicom import Dataset

# How the picture was made and which part is seen. A tag that is not here is never returned. StudyDescription is not: it
# often says why the study was made or what was found, which is what a learner is asked.
TAGS: tuple[str, ...] = (
    "Modality",
    "BodyPartExamined",
    "Laterality",
    "ImageLaterality",
    "ViewPosition",
    "PatientOrientation",
    "PatientPosition",
    "SeriesDescription",
    "ProtocolName",
    "SequenceName",
    "ScanningSequence",
    "ImageType",
    "ContrastBolusAgent",
    "BurnedInAnnotation",
    "PhotometricInterpretation",
    "LossyImageCompression",
    "NumberOfFrames",
    "WindowCenter",
    "WindowWidth",
    "KVP",
    "SliceThickness",
    "MagneticFieldStrength",
    "RepetitionTime",
    "EchoTime",
)
# Coded tags whose meaning is words.
CODED_TAGS: tuple[str, ...] = ("AnatomicRegionSequence", "ViewCodeSequence")
_WORD_TAGS = frozenset({"PatientID", "AccessionNumber", "StudyID", "OtherPatientIDs", "IssuerOfPatientID"})
_PHRASE_TAGS = frozenset(
    {
        "InstitutionName",
        "InstitutionAddress",
        "InstitutionalDepartmentName",
        "StationName",
        "PatientAddress",
        "PatientTelephoneNumbers",
        "DeviceSerialNumber",
    }
)
MAX_VALUE_CHARS = 120
_MAX_ELEMENTS = 5000


class DicomWords(NamedTuple):
    """A header's words by keyword, and what must not be repeated from the picture either."""

    tags: dict[str, str]
    identifiers: Identifiers


def read_dicom_words(data: bytes) -> DicomWords:
    """Return the words in the header of `data`, dates and the patient's names and numbers masked.

    Raises: ImageError, and what pydicom raises for a damaged file.
    """
    with WARNINGS_LOCK, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # said in the image's note already
        dataset = read_dicom(data)
        identifiers = _identifiers(dataset)
        tags = {keyword: _words(dataset.get(keyword), identifiers) for keyword in TAGS}
        tags |= {keyword: _words(_meaning(dataset, keyword), identifiers) for keyword in CODED_TAGS}
    return DicomWords({keyword: value for keyword, value in tags.items() if value}, identifiers)


def _words(value: object, identifiers: Identifiers) -> str:
    text = clean_text(", ".join(_texts(value)), 10_000)
    return clean_text(mask_text(text, identifiers), MAX_VALUE_CHARS)


def _meaning(dataset: "Dataset", keyword: str) -> str | None:
    items = dataset.get(keyword)
    return str(items[0].get("CodeMeaning") or "") if items else None


def _identifiers(dataset: "Dataset") -> Identifiers:
    """Names of people anywhere in the file, numbers of the patient and the study, names of places."""
    words: list[str] = []
    phrases: list[str] = []
    for number, element in enumerate(dataset.iterall()):
        if number >= _MAX_ELEMENTS:
            break
        if element.VR == "PN" or element.keyword in _WORD_TAGS:
            words += _texts(element.value)
        elif element.keyword in _PHRASE_TAGS:
            phrases += _texts(element.value)
    return Identifiers(words_of(words), frozenset(phrase.casefold() for phrase in phrases if len(phrase.strip()) > 2))


def _texts(value: object) -> list[str]:
    """One or several values as texts; none for an absent one."""
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return [str(part) for part in value]
    return [] if value is None else [str(value)]
