"""Scores against the truth, read after the end."""

from pathlib import Path

import pytest

from runtime.agents.inspector.score_inspection import score_inspection
from runtime.contracts.errors import ImageError
from runtime.inspection.actions import Report, Verdict
from runtime.inspection.castings import casting_voids
from runtime.inspection.types import Box, Candidate
from tests.runtime.agents.inspector.inspections import casting, found

CASE = casting()
VOIDS = casting_voids(7)
AWAY = Box(0, 0, 1, 1)
# Two real ones, one false one, and a second box on the first void.
SEEN = found(
    1,
    2,
    3,
    candidates=(
        Candidate(1, VOIDS[0]),
        Candidate(2, VOIDS[1]),
        Candidate(3, AWAY),
        Candidate(4, VOIDS[0]._replace(x1=VOIDS[0].x1 + 1)),
    ),
)
BARREN = found(candidates=(Candidate(1, AWAY),))


def test_the_casting_has_three_voids() -> None:
    assert len(VOIDS) == 3


@pytest.mark.parametrize(
    ("kept", "success", "tp", "fp", "fn"),
    [
        ((1, 2), 1.0, 2, 0, 1),
        ((1,), 1.0, 1, 0, 2),
        ((1, 3), 1.0, 1, 1, 2),
        ((1, 3, 9), 0.0, 1, 2, 2),
        ((1, 4), 1.0, 1, 1, 2),
        ((), 0.0, 0, 0, 3),
        ((3,), 0.0, 0, 1, 3),
        ((2, 2), 1.0, 1, 0, 2),
    ],
    ids=["both", "half", "half false", "an unknown id", "one void twice", "nothing", "a false one", "an id twice"],
)
def test_kept_is_compared_with_the_truth(kept: tuple[int, ...], success: float, tp: int, fp: int, fn: int) -> None:
    scores = score_inspection(CASE, SEEN, Report(kept, "reject")).scores
    assert scores["success"] == success
    assert [scores[name] for name in ("kept", "tp", "fp", "fn")] == [tp + fp, tp, fp, fn]
    assert scores["recall"] == pytest.approx(tp / 3)
    assert scores.get("precision") == (tp / (tp + fp) if kept else None)


@pytest.mark.parametrize(
    ("kept", "false", "missed"),
    [((1, 3), [3], [2]), ((4,), [], [2]), ((), [], [1, 2]), ((9,), [9], [1, 2])],
    ids=["one of each", "the other box on a void", "nothing kept", "an unknown id"],
)
def test_the_answer_names_what_was_wrong(kept: tuple[int, ...], false: list[int], missed: list[int]) -> None:
    answer = score_inspection(CASE, SEEN, Report(kept, "reject")).answer
    assert (answer["false_kept"], answer["missed_candidates"]) == (false, missed)
    assert (answer["unmeasured"], answer["skipped_candidate"]) == ([4], True)
    assert (answer["kept_ids"], answer["verdict"], answer["rejections"]) == (list(kept), "reject", 0)


@pytest.mark.parametrize(
    ("kept", "verdict", "success"), [((), "accept", 1.0), ((1,), "reject", 0.0)], ids=["nothing kept", "one kept"]
)
def test_where_no_candidate_is_real_nothing_may_be_kept(
    kept: tuple[int, ...], verdict: Verdict, success: float
) -> None:
    assert score_inspection(CASE, BARREN, Report(kept, verdict)).scores["success"] == success


def test_without_a_search_there_is_no_success() -> None:
    scores = score_inspection(CASE, found(candidates=None), Report((), "accept")).scores
    assert (scores["success"], scores["fn"]) == (0.0, 3.0)


def test_without_a_report_there_is_nothing_but_what_was_missed() -> None:
    scored = score_inspection(CASE, SEEN, None)
    assert scored.answer == {}
    assert scored.scores == {"success": 0.0, "kept": 0.0, "tp": 0.0, "fp": 0.0, "fn": 3.0, "recall": 0.0}


def test_a_mask_that_is_not_there_is_an_error_to_act_on(tmp_path: Path) -> None:
    with pytest.raises(ImageError):
        score_inspection(casting(image="a.png", mask="b.png"), SEEN, None, tmp_path)
