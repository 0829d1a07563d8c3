"""A person's own case: their image, question, options and answer."""

from pathlib import Path

import pytest

from ace.errors import AceError, NotFoundError
from ace.tutor.own_case import NO_BELIEF, Asked, authored_case, find_image, own_case, read_answer, read_options
from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ImageError
from runtime.contracts.sample import Level
from runtime.words.leak import content_words
from tests.runtime.builders import SAMPLE, sample

PHANTOM = "phantom:line-pairs"


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """A small grey PNG."""
    import numpy as np

    from runtime.images.load_image import encode_png

    path = tmp_path / "my picture.png"
    path.write_bytes(encode_png(np.full((40, 60), 90, dtype=np.uint8)))
    return path


@pytest.mark.parametrize(
    ("given", "options"),
    [
        ((), {}),
        (("A) Fat", "B) Water"), {"A": "Fat", "B": "Water"}),
        (("B: Water", "A. Fat"), {"B": "Water", "A": "Fat"}),
        (("Fat", "  Water  and air "), {"A": "Fat", "B": "Water and air"}),
    ],
)
def test_options_with_and_without_letters(given: tuple[str, ...], options: dict[str, str]) -> None:
    assert read_options(given) == options


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (("A) Fat",), "1 given"),
        (("A) Fat", "A) Water"), "used twice"),
        (("A) Fat", "B) fat"), "used twice"),
        (("A) Fat", "B) "), "needs a text"),
        (("Fat", "x" * 301), "needs a text"),
        (tuple(f"option {n}" for n in range(9)), "9 given"),
    ],
)
def test_options_that_cannot_be_used_are_refused(given: tuple[str, ...], problem: str) -> None:
    with pytest.raises(AceError, match=problem):
        read_options(given)


@pytest.mark.parametrize(("given", "answer"), [("", ""), ("b", "B"), ("B", "B"), ("water", "B"), (" Water ", "B")])
def test_an_answer_is_a_letter_or_an_options_text(given: str, answer: str) -> None:
    assert read_answer(given, {"A": "Fat", "B": "Water"}) == answer


def test_an_answer_that_is_no_option_is_refused_and_without_options_any_words_will_do() -> None:
    with pytest.raises(AceError, match="none of the options; use one of A, B"):
        read_answer("Bone", {"A": "Fat", "B": "Water"})
    assert read_answer("a  fracture", {}) == "a fracture"


def test_a_file_is_kept_by_its_content_and_any_other_reference_as_it_is(picture: Path, tmp_path: Path) -> None:
    store = MemoryArtifactStore()
    ref, modality = find_image(str(picture), tmp_path / "elsewhere", store)
    assert ref.startswith("artifact://sha256/")
    assert store.get(ref) == picture.read_bytes()
    assert store.media_type(ref) == "image/png"
    assert modality == ""
    assert find_image(PHANTOM, tmp_path, store)[0] == PHANTOM


def test_the_modality_is_read_from_a_dicom_file_in_the_words_the_tutor_knows(tmp_path: Path) -> None:
    assert find_image("pydicom:CT_small.dcm", tmp_path, MemoryArtifactStore())[1] == "CT"
    assert find_image("pydicom-data:RG1_UNCI.dcm", tmp_path, MemoryArtifactStore())[1] == "XR"


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("no-such.png", "no such file"),
        ("/no/such.png", "no such file"),
        (".", "is no regular file"),
        ("phantom:nothing", "no such drawn phantom"),
        ("pydicom:nothing.dcm", "no such file"),
        ("ftp:picture", "unknown kind of reference"),
    ],
)
def test_an_image_that_cannot_be_had_is_named(name: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(ImageError, match=problem):
        find_image(name, tmp_path, MemoryArtifactStore())


@pytest.mark.parametrize("data", [b"", b"no image at all"], ids=["empty", "text"])
def test_a_file_that_is_no_image_is_named_by_its_path(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.png"
    path.write_bytes(data)
    with pytest.raises(ImageError, match=r"x\.png"):
        find_image(str(path), tmp_path, MemoryArtifactStore())


def test_an_own_case_holds_what_was_asked_and_puts_no_belief_into_the_persons_mouth(tmp_path: Path) -> None:
    asked = Asked(PHANTOM, " What  is it? ", ("A) Lines", "B) Dots"), "a", level="expert", modality="CT")
    case = own_case(asked, tmp_path, MemoryArtifactStore())
    assert (case.id, case.question, case.answer, case.modality) == ("tutor.own~expert", "What is it?", "A", "CT")
    assert case.student.level == "expert"
    assert content_words(NO_BELIEF) == ()


@pytest.mark.parametrize(("question", "problem"), [("", "--question"), ("x" * 1001, "more than 1000")])
def test_a_case_needs_a_question_of_bearable_length(question: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(AceError, match=problem):
        own_case(Asked(question=question), tmp_path, MemoryArtifactStore())


EXPERT = sample(id="chest.base~expert", student={"level": "expert", "belief": "It is bone.", "choice": "C"})


@pytest.mark.parametrize(
    ("name", "level", "expected"),
    [
        ("chest.base~expert", None, ("chest.base~expert", "expert")),
        ("chest.base~expert", "medium", ("chest.base~expert", "medium")),
        ("chest.base", None, ("chest.base~novice", "novice")),
        ("chest.base", "expert", ("chest.base~expert", "expert")),
    ],
)
def test_an_authored_case_by_sample_or_by_case_and_level(
    name: str, level: Level | None, expected: tuple[str, str]
) -> None:
    case = authored_case(Asked(sample=name, level=level), (EXPERT, SAMPLE))
    assert (case.id, case.student.level) == expected


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("chest", r"no sample or case 'chest'; near it: chest\.base$"),
        ("chest.bsae~expert", r"'chest\.bsae~expert'; near it: chest\.base$"),
        ("zebra", "samples/tutor holds them"),
        (" ", "samples/tutor holds them"),
        ("x" * 5000, "^no sample or case 'x{80}'; samples/tutor holds them"),
    ],
    ids=["part", "typing-error", "unlike", "blank", "huge"],
)
def test_an_unknown_sample_is_refused_with_what_is_near(name: str, said: str) -> None:
    with pytest.raises(NotFoundError, match=said):
        authored_case(Asked(sample=name), (SAMPLE,))


def test_a_sample_takes_no_second_image() -> None:
    with pytest.raises(AceError, match="brings its own image"):
        authored_case(Asked(sample="chest.base", image="x.png"), (SAMPLE,))
