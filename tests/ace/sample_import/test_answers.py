"""Short answers compared: a wrong option must not be right after all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.sample_import.answers import is_number, may_both_be_right, other_words, plain, words_of, yes_or_no

BOTH = [
    ("CT", "computed tomography"),
    ("X-Ray", "radiograph"),
    ("MRI - FLAIR", "MRI/FLAIR"),
    ("MRI", "FLAIR"),
    ("Axial", "Transverse Plane"),
    ("Lung", "lungs"),
    ("Lung disease", "lung diseases"),
    ("abscess", "Abscesses"),
    ("metastases", "metastasis"),
    ("Lung", "Chest"),
    ("Brain", "CNS"),
    ("GI", "Gastrointestinal"),
    ("Left lung", "lung"),
    ("right lower lobe", "the right lower lobe."),
    ("Liver, Spleen", "Spleen"),
    ("pneumonia", "bacterial pneumonia"),
    ("two", "2"),
    ("nephro", "nephroblastoma"),
    ("Medical treatment, surgical treatment", "Medical therapy"),
    ("左肺", "左肺"),
]
NOT_BOTH = [
    ("Left", "Right"),
    ("Left lung", "Right lung"),
    ("PA", "AP"),
    ("T1", "T2"),
    ("Lung", "Heart"),
    ("Lung", "Liver"),
    ("CT", "MRI"),
    ("2", "3"),
    ("Hyperdense", "hypodense"),
    ("Axial", "Coronal"),
    ("Breathe", "Promote blood flow"),
    ("左肺", "右肺"),
]


@pytest.mark.parametrize(("one", "other"), BOTH)
def test_answers_that_may_both_be_right(one: str, other: str) -> None:
    assert may_both_be_right(one, other)
    assert may_both_be_right(other, one)


@pytest.mark.parametrize(("one", "other"), NOT_BOTH)
def test_answers_that_exclude_each_other(one: str, other: str) -> None:
    assert not may_both_be_right(one, other)
    assert not may_both_be_right(other, one)


@given(st.text(max_size=30), st.text(max_size=30))
def test_comparing_never_fails_is_symmetric_and_an_answer_is_itself(one: str, other: str) -> None:
    assert may_both_be_right(one, other) == may_both_be_right(other, one)
    assert may_both_be_right(one, one)
    assert words_of(one).own <= words_of(one).wide


def test_other_words_for_the_whole_answer_only() -> None:
    assert other_words("CT") == ("computed tomography", "cat scan", "ct scan")
    assert other_words("CT of the chest") == ()


@pytest.mark.parametrize(
    ("answer", "is_one"), [("2", True), ("two", True), ("2.5", True), ("2 cm", False), ("", False)]
)
def test_numbers(answer: str, is_one: bool) -> None:
    assert is_number(answer) is is_one


@pytest.mark.parametrize(("answer", "closed"), [("YES", "Yes"), (" no. ", "No"), ("yes, left", ""), ("none", "")])
def test_yes_and_no(answer: str, closed: str) -> None:
    assert yes_or_no(answer) == closed
    assert plain(f" {answer} ") == plain(answer)
