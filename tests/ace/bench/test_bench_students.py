"""The table of simulated levels: marked, ordered, and clear about telling."""

from collections.abc import Callable

import pytest

from ace.bench.students import LevelRow, bench_students, students_json, students_text
from tests.conftest import Ran


@pytest.fixture(scope="module")
def rows() -> tuple[LevelRow, ...]:
    """Two seeds of a few samples of each level."""
    return bench_students(seeds=2, limit=9)


def test_there_is_a_row_for_each_level_with_curves_that_never_fall(rows: tuple[LevelRow, ...]) -> None:
    assert [(row.level, row.episodes) for row in rows] == [("novice", 6), ("medium", 6), ("expert", 6)]
    for row in rows:
        assert list(row.success_at) == sorted(row.success_at)
        assert len(row.success_at) == len(row.telling_at) == 6
        assert row.success_at[-1] > 0


def test_experts_need_fewer_responses_than_novices(rows: tuple[LevelRow, ...]) -> None:
    novice, _, expert = rows
    assert 0 < expert.responses < novice.responses


def test_a_told_student_repeats_the_answer_and_fails_a_like_case(rows: tuple[LevelRow, ...]) -> None:
    for row in rows:
        assert (row.told_right, row.told_transfer) == (1.0, 0.0)
        assert row.taught_transfer == row.success_at[-1]


def test_empty_hints_move_no_expert_who_objects_to_them(rows: tuple[LevelRow, ...]) -> None:
    novice, _, expert = rows
    assert (expert.objected, novice.objected) == (1.0, 0.0)
    assert expert.vague_right == 0.0


def test_everything_printed_says_simulated(rows: tuple[LevelRow, ...], ace: Callable[..., Ran]) -> None:
    assert students_text(rows).startswith("simulated: ")
    assert all(row["simulated"] is True for row in students_json(rows))
    ran = ace("bench", "students", "--seeds", "1", "--limit", "3", "--json")
    assert ran.code == 0
    assert ran.json["simulated"] is True


def test_equal_seeds_give_equal_rows(rows: tuple[LevelRow, ...]) -> None:
    assert bench_students(seeds=2, limit=9) == rows
