"""Labelled replies: read whole, with the answer where it can be known."""

import json
from pathlib import Path

import pytest

from ace.bench.leak_data import computed_answer, read_replies
from ace.errors import AceError

LABELS = ("No", "Yes (and the answer is correct)", "Yes (but the answer is incorrect)")


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("What is the product of 26 and 6?", "156"),
        ("What is the sum of 2700 and 1600?", "4300"),
        ("what is the value of 85-77?", "8"),
        ("What is the value of 5 * 14?", "70"),
        ("What is 1,200 divided by 4?", "300"),
        ("How many times 1000 will goes into 7000?", "7"),
        ("What is 4 centimeters - 1 centimeters ?", "3"),
        ("How many times does 4 go into 6?", ""),
        ("What is 3 * 4 + 2?", ""),
        ("What do you think?", ""),
        ("What is 8 divided by 0?", ""),
    ],
)
def test_the_answer_of_the_one_sum_that_was_asked_for(asked: str, answer: str) -> None:
    assert computed_answer(f"Tutor: Well done. \n Tutor: {asked} \n Student: 4") == answer


def test_only_the_tutors_last_question_counts() -> None:
    history = "Tutor: What is 2 plus 3? \n Student: 5 \n Tutor: What is 2 times 3? \n Student: is it 7 + 1?"
    assert computed_answer(history) == "6"
    assert computed_answer("Student: What is 2 plus 3?") == ""


def _written(folder: Path, value: object) -> Path:
    (folder / "x.json").write_text(json.dumps(value), encoding="utf-8")
    return folder


def test_replies_carry_answer_label_half_and_what_was_known(tmp_path: Path) -> None:
    history = "Tutor: Hi. The question is: Ann has 4 and gets 3. How many? \n Student: She has 9 then."
    responses = {label: {"response": "So 7.", "annotation": {"Revealing_of_the_Answer": label}} for label in LABELS}
    dialogue = {"conversation_history": history, "anno_llm_responses": responses, "Ground_Truth_Solution": "4 + 3\n 7"}
    bridge = {
        "conversation_history": "Tutor: What is 2 times 3? \n Student: 5",
        "anno_llm_responses": responses,
        "Ground_Truth_Solution": "Not Available",
    }
    replies = read_replies(_written(tmp_path, [dialogue, bridge]))
    assert [reply.label for reply in replies[:3]] == ["no", "right", "wrong"]
    assert {(reply.answer, reply.source) for reply in replies} == {("7", "solution"), ("6", "computed")}
    assert len({(reply.group, reply.half) for reply in replies}) == 2
    assert replies[0].known.given.strip() == "Ann has 4 and gets 3. How many?"
    assert "She has 9 then." in replies[0].known.said
    assert replies[3].known.given.startswith("Tutor: What is 2 times 3?")


@pytest.mark.parametrize("value", [{}, [1], [{"conversation_history": "x"}]], ids=["object", "numbers", "no replies"])
def test_another_format_is_an_error(value: object, tmp_path: Path) -> None:
    if value == {}:
        assert read_replies(_written(tmp_path, value)) == ()
        return
    with pytest.raises(AceError, match="not a list of annotated dialogues"):
        read_replies(_written(tmp_path, value))


@pytest.mark.parametrize("name", [".", "none"])
def test_a_folder_without_labels_is_an_error(name: str, tmp_path: Path) -> None:
    with pytest.raises(AceError, match="no \\*\\.json file"):
        read_replies(tmp_path / name)
