"""Wrong options: from answers of the same kind, surely wrong, the same for the same seed."""

import random

import pytest

from ace.sample_import.answers import may_both_be_right
from ace.sample_import.distractors import offered, pools_of, wrong_options
from tests.ace.sample_import.data_sets import PLACES, question

ROWS = [question(number) for number in range(12)]


def _rng() -> random.Random:
    return random.Random(7)


def test_three_answers_of_other_questions_none_of_them_right() -> None:
    pools = pools_of(ROWS)
    for row in ROWS:
        wrong = wrong_options(row, pools, _rng())
        assert len(set(wrong)) == 3
        assert set(wrong) < set(PLACES)
        assert not any(may_both_be_right(option, row.answer) for option in wrong)
        assert wrong == wrong_options(row, pools, _rng())


def test_answers_of_the_nearest_kind_come_first() -> None:
    planes = [
        question(20 + n, kind="plane", answer=answer) for n, answer in enumerate(("Axial", "Coronal", "PA", "AP"))
    ]
    wrong = wrong_options(planes[0], pools_of([*ROWS, *planes]), _rng())
    assert set(wrong) == {"Coronal", "PA", "AP"} or set(wrong) <= {"Coronal", "PA", "AP"}
    assert len(wrong) >= 2


def test_what_the_same_image_has_for_an_answer_is_no_wrong_option() -> None:
    also = question(40, group="film1.jpg", answer="Hilum")
    assert "Hilum" not in wrong_options(ROWS[1], pools_of([*ROWS, also]), _rng())


def test_without_an_image_answers_to_the_same_words_are_left_out_too() -> None:
    rows = [question(n, question="Which organ belongs to it?") for n in range(3)]
    others = [question(n) for n in range(3, 6)]
    pools = pools_of([*rows, *others])
    shown = question(0, question=rows[0].question)
    blind = question(0, question=rows[0].question, image="", note=" (Not shown.)")
    assert set(wrong_options(blind, pools, _rng())) == {row.answer for row in others}
    assert set(wrong_options(shown, pools, _rng())) & {row.answer for row in rows}


def test_numbers_go_with_numbers() -> None:
    counts = [question(50 + n, answer=str(n)) for n in range(1, 5)]
    pools = pools_of([*ROWS, *counts])
    assert set(wrong_options(counts[0], pools, _rng())) == {"2", "3", "4"}
    assert not any(option.isdigit() for option in wrong_options(ROWS[0], pools, _rng()))


def test_options_do_not_mean_the_same_among_themselves() -> None:
    planes = ("PA", "Axial", "Transverse", "axial plane", "AP")
    rows = [question(60 + n, kind="plane", answer=answer) for n, answer in enumerate(planes)]
    wrong = wrong_options(rows[0], pools_of(rows), _rng())
    assert len(wrong) == 2


@pytest.mark.parametrize(
    ("text", "answer", "others"),
    [
        ("Which organ is abnormal, heart or lung?", "Lung", ("Heart",)),
        ("Is this an AP or PA film?", "PA", ("AP",)),
        ("Is this an AP or PA film?", "AP", ("PA",)),
        ("Is it on the left or right?", "left", ("Right",)),
        ("Is this a T1, T2, or FLAIR image?", "FLAIR", ("T2",)),
        ("Is the mass in the left or the right lung?", "right lung", ()),
        ("Where is it?", "Apex", ()),
        ("Is it dense or is it not?", "Apex", ()),
        (" or ", "x", ()),
    ],
    ids=["last", "after", "before", "sides", "list", "article", "no choice", "another answer", "nothing"],
)
def test_what_the_question_offers(text: str, answer: str, others: tuple[str, ...]) -> None:
    assert offered(text, answer) == others
