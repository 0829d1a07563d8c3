from typing import Any

import numpy as np
import pytest
from pydicom.dataset import Dataset
from pydicom.sequence import Sequence

from runtime.images.image_refs import read_image_bytes
from runtime.tools.ocr_dicom_tags import CODED_TAGS, MAX_VALUE_CHARS, TAGS, read_dicom_words
from tests.runtime.tools.dicom_making import make_dicom

PIXELS = np.zeros((2, 2), np.uint8)
ABOUT_THE_PATIENT: dict[str, Any] = {
    "PatientName": "Doe^Jane",
    "PatientID": "HX-4711",
    "PatientBirthDate": "19640102",
    "PatientAge": "060Y",
    "PatientSex": "F",
    "PatientAddress": "1 Elm Street",
    "PatientComments": "lives alone",
    "OtherPatientNames": "Roe^Jane",
    "StudyDate": "20240131",
    "SeriesDate": "20240131",
    "AcquisitionDateTime": "20240131101500",
    "StudyTime": "101500",
    "AccessionNumber": "ACC99881",
    "StudyID": "S7761",
    "InstitutionName": "Saint Example Hospital",
    "InstitutionAddress": "2 Oak Road",
    "ReferringPhysicianName": "Smith^John",
    "PerformingPhysicianName": "Miller^Ann",
    "OperatorsName": "Tech^Tina",
    "StationName": "ROOM9",
    "DeviceSerialNumber": "SN123456",
    "ImageComments": "Jane Doe looked well",
    "StudyDescription": "Suspected fracture of the scaphoid",
}


def test_only_tags_on_the_list_come_out() -> None:
    fields: dict[str, Any] = {
        "Laterality": "L",
        "ViewPosition": "PA",
        "BodyPartExamined": "CHEST",
        "BurnedInAnnotation": "NO",
    }
    words = read_dicom_words(make_dicom(PIXELS, **fields, **ABOUT_THE_PATIENT))
    assert words.tags == {
        "Modality": "OT",
        "BodyPartExamined": "CHEST",
        "Laterality": "L",
        "ViewPosition": "PA",
        "BurnedInAnnotation": "NO",
        "PhotometricInterpretation": "MONOCHROME2",
    }


def test_the_list_has_nothing_about_a_person_a_place_or_a_day() -> None:
    assert not set(TAGS) & set(ABOUT_THE_PATIENT)
    forbidden = ("Name", "Date", "Time", "ID", "Address", "Birth", "Institution", "Physician", "Comments", "UID")
    allowed = {"ProtocolName", "SequenceName", "RepetitionTime", "EchoTime"}
    assert [tag for tag in (*TAGS, *CODED_TAGS) if tag not in allowed and any(word in tag for word in forbidden)] == []


def test_names_and_dates_that_were_typed_into_free_words_are_masked() -> None:
    described = "AP doe JANE 4711 31.01.2024 Saint  Example Hospital left hand"
    words = read_dicom_words(make_dicom(PIXELS, SeriesDescription=described, **ABOUT_THE_PATIENT))
    assert words.tags["SeriesDescription"] == (
        "AP [identifier] [identifier] [identifier] [date] [identifier] left hand"
    )
    assert {"doe", "jane", "4711", "roe", "smith", "acc99881"} <= words.identifiers.words


def test_names_deep_in_the_file_are_known_too() -> None:
    request = Dataset()
    request.RequestingPhysician = "Brown^Zoe"
    words = read_dicom_words(
        make_dicom(PIXELS, RequestAttributesSequence=Sequence([request]), ProtocolName="hand for Brown")
    )
    assert words.tags["ProtocolName"] == "hand for [identifier]"


def test_several_values_and_coded_ones_are_words() -> None:
    code = Dataset()
    code.CodeValue, code.CodingSchemeDesignator, code.CodeMeaning = "T-1", "SRT", "Hand"
    words = read_dicom_words(
        make_dicom(
            PIXELS, PatientOrientation=["L", "F"], WindowCenter=[40, 80], AnatomicRegionSequence=Sequence([code])
        )
    )
    assert words.tags["PatientOrientation"] == "L, F"
    assert words.tags["WindowCenter"] == "40.0, 80.0"
    assert words.tags["AnatomicRegionSequence"] == "Hand"


@pytest.mark.filterwarnings("ignore:The value length:UserWarning")
def test_values_are_bounded_and_hide_nothing() -> None:
    data = make_dicom(PIXELS, SpecificCharacterSet="ISO_IR 192", ProtocolName="a\u202eb" + "x" * 400)
    protocol = read_dicom_words(data).tags["ProtocolName"]
    assert protocol.startswith("abxxx")
    assert len(protocol) == MAX_VALUE_CHARS


@pytest.mark.parametrize("name", ["RG3_UNCI.dcm", "OBXXXX1A.dcm", "US1_UNCI.dcm", "MR2_UNCI.dcm"])
def test_real_headers_do_not_say_what_the_case_asks(name: str) -> None:
    words = read_dicom_words(read_image_bytes(f"pydicom-data:{name}", None, None))
    assert words.tags["Modality"]
    assert "fibroma" not in repr(words.tags).lower()
