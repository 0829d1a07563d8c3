import pytest
from pydantic import ValidationError

from runtime.contracts.json_types import JsonObject
from runtime.samples.case_file import Case, CaseFile, case_problems, expanded

STUDENTS = [
    {"level": "novice", "belief": "Dark is bright.", "choice": "A"},
    {"level": "medium", "belief": "Fat is water.", "choice": "C"},
    {"level": "expert", "belief": "Air is fat.", "choice": "A"},
]
CASE: JsonObject = {
    "id": "ct.water",
    "split": "dev",
    "question": "What is zero on the scale?",
    "options": {"A": "Air", "B": "Water", "C": "Fat"},
    "answer": "B",
    "tags": ["ct"],
    "kc": ["ct.hu"],
    "students": STUDENTS,
}
HEAD = CaseFile.model_validate(
    {
        "schema": 1,
        "agent": "tutor",
        "image": "a.png",
        "modality": "CT",
        "organ": "head",
        "source": [{"reference": "the image"}],
        "cases": [CASE],
    }
)


def test_a_case_becomes_one_sample_a_student() -> None:
    samples = expanded(HEAD, Case.model_validate({**CASE, "source": [{"reference": "the book"}]}))
    assert [sample.id for sample in samples] == ["ct.water~novice", "ct.water~medium", "ct.water~expert"]
    assert {sample.case for sample in samples} == {"ct.water"}
    first = samples[0]
    assert (first.image, first.modality, first.organ, first.tags, first.kc) == (
        "a.png",
        "CT",
        "head",
        ("ct",),
        ("ct.hu",),
    )
    assert [source.reference for source in first.source] == ["the image", "the book"]
    assert (first.student.choice, first.answer_text) == ("A", "Water")


@pytest.mark.parametrize(
    ("change", "field", "said"),
    [
        ({"answer": "D"}, ("answer",), "answer D is not an option; use one of A, B, C"),
        ({"answer": "A"}, ("students", 0, "choice"), "choice A is the answer"),
        ({"options": {"A": "Air", "B": "Water"}}, ("students", 1, "choice"), "choice C is not an option"),
        ({"students": STUDENTS[:2]}, ("students",), "one each of novice, medium, expert"),
        ({"students": [STUDENTS[0], *STUDENTS[:2]]}, ("students",), "one each"),
        ({"options": {"A": "Air", "B": "Water", "C": " water "}}, ("options",), "two options say the same"),
        ({"options": {"A": "Air", "B": "Water", "C": "Fat", "dd": "x"}}, ("options", "dd"), "one capital letter"),
        ({"expect": "refuse"}, ("expect",), "needs an `opening`"),
        ({"accepted": ["H2O", " FAT"]}, ("accepted", 1), "this is what the wrong option C says"),
    ],
    ids=[
        "answer",
        "right-choice",
        "no-such-choice",
        "two",
        "level-twice",
        "same-text",
        "letter",
        "no-opening",
        "accepted",
    ],
)
def test_what_types_cannot_say_is_checked(change: JsonObject, field: tuple[str | int, ...], said: str) -> None:
    assert said in case_problems(Case.model_validate({**CASE, **change}))[field]


@pytest.mark.parametrize(
    "change",
    [
        {"options": {"A": "Air\nB) Water", "B": "Water", "C": "Fat"}},
        {"options": {"A": "x" * 501, "B": "Water", "C": "Fat"}},
    ],
    ids=["two lines", "too long"],
)
def test_an_option_is_one_bounded_line(change: JsonObject) -> None:
    with pytest.raises(ValidationError, match=r"must be one line|at most 500"):
        Case.model_validate({**CASE, **change})


@pytest.mark.parametrize("field", ["organ", "modality"])
def test_what_a_prompt_gives_one_line_has_no_more(field: str) -> None:
    head = {"schema": 1, "agent": "tutor", "cases": [CASE]}
    with pytest.raises(ValidationError, match="must be one line"):
        CaseFile.model_validate({**head, field: "CT\nRules:"})


def test_a_good_case_has_no_problems() -> None:
    assert case_problems(Case.model_validate(CASE)) == {}


@pytest.mark.parametrize("case_id", ["ct~water", "CT.water", "a/b", "", "ct..x"])
def test_an_id_is_plain(case_id: str) -> None:
    with pytest.raises(ValidationError):
        Case.model_validate({**CASE, "id": case_id})
