"""Cases: as sample files take them, with beliefs that name an option and no medicine."""

import pytest

from ace.sample_import.build_case import build_case
from ace.sample_import.distractors import pools_of
from ace.sample_import.row import YES_NO, RowError
from runtime.contracts.json_types import as_object
from runtime.samples.case_file import Case, case_problems
from runtime.words.leak import leak_reason
from tests.ace.sample_import.data_sets import question

POOLS = pools_of([question(number) for number in range(12)])


def _case(seed: int = 0, **changes: object) -> Case:
    return Case.model_validate(build_case(question(3, **changes), POOLS, "dev", "CC0", seed))


def test_an_open_question_has_four_options_and_three_students_on_wrong_ones() -> None:
    case = _case()
    assert case_problems(case) == {}
    assert list(case.options) == ["A", "B", "C", "D"]
    assert case.options[case.answer] == "Sternum"
    assert sorted(student.choice for student in case.students) == sorted(set(case.options) - {case.answer})
    assert (case.kc, case.tags, case.source[0].licence) == (("set.position",), ("set", "position", "open"), "CC0")


def test_a_belief_names_its_option_and_nothing_else() -> None:
    case = _case()
    for student in case.students:
        assert case.options[student.choice] in student.belief
        assert not any(case.options[letter] in student.belief for letter in case.options if letter != student.choice)
        assert not leak_reason(student.belief, case.answer, case.options)


def test_yes_or_no_keeps_its_two_options_in_order() -> None:
    case = _case(answer="No", choices=YES_NO)
    assert case.options == {"A": "Yes", "B": "No"}
    assert (case.answer, {student.choice for student in case.students}) == ("B", {"A"})
    assert case_problems(case) == {}


def test_the_seed_decides_order_and_choices() -> None:
    assert build_case(question(3), POOLS, "dev", "CC0", 0) == build_case(question(3), POOLS, "dev", "CC0", 0)
    orders = {
        tuple(as_object(build_case(question(3), POOLS, "dev", "CC0", seed)["options"]).values()) for seed in range(9)
    }
    assert len(orders) > 1


def test_other_words_for_the_answer_are_accepted_and_a_note_follows_the_question() -> None:
    case = _case(answer="CT", note=" (Asked about a CT image.)")
    assert case.accepted == ("computed tomography", "cat scan", "ct scan")
    assert case.question == "Where is finding 3? (Asked about a CT image.)"


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"question": "Eh?"}, "the question has 3 characters"),
        ({"question": "x" * 901}, "901 characters"),
        ({"answer": "x" * 201}, "too many for an option"),
        ({"answer": "left\u202elung"}, r"bidirectional mark \(U\+202E\)"),
        ({"findings": ("a\x00b",)}, "control character"),
        ({"kind": "rare"}, "fewer than two other answers"),
        ({"organ": "x" * 61}, "the organ has 61 characters, more than 60"),
        ({"question": "x" * 890, "note": "y" * 121}, "890 characters, not 5 to 879"),
    ],
    ids=["short", "long", "long answer", "bidi", "nul", "no other answers", "long organ", "long with its note"],
)
def test_what_makes_no_question_says_why(changes: dict[str, object], says: str) -> None:
    with pytest.raises(RowError, match=says):
        build_case(question(3, **changes), POOLS, "dev", "CC0", 0)
