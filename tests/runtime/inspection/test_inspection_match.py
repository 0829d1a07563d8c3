from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.inspection.match import HIT_IOU, Matched, iou, match_boxes
from runtime.inspection.types import Box

A = Box(0, 0, 10, 10)


@pytest.mark.parametrize(
    ("other", "share"),
    [
        (A, 1.0),
        (Box(5, 0, 15, 10), 1 / 3),
        (Box(0, 0, 5, 4), 0.2),
        (Box(10, 0, 20, 10), 0.0),
        (Box(30, 30, 40, 40), 0.0),
        (Box(3, 3, 3, 9), 0.0),
        (Box(9, 9, 3, 3), 0.0),
    ],
    ids=["same", "shifted", "fifth", "side-by-side", "apart", "empty", "inside-out"],
)
def test_iou_is_the_shared_area_over_the_whole(other: Box, share: float) -> None:
    assert iou(A, other) == pytest.approx(share)
    assert iou(other, A) == pytest.approx(share)


def test_an_overlap_of_exactly_the_bound_is_a_hit() -> None:
    assert match_boxes([Box(0, 0, 5, 4)], [A]).hits == ((0, 0),)
    assert match_boxes([Box(0, 0, 5, 3)], [A]) == Matched((), (0,), (0,))


def test_two_kept_boxes_on_one_void_are_one_hit_and_one_false() -> None:
    found = match_boxes([A, A], [A])
    assert (len(found.hits), len(found.false), found.missed) == (1, 1, ())


def test_a_box_gives_way_so_that_both_can_hit() -> None:
    """Taking the best overlap first would pair the wide box with the left void and leave the left box without one."""
    wide, left = Box(0, 0, 22, 10), Box(0, 0, 10, 10)
    assert match_boxes([wide, left], [left, Box(12, 0, 22, 10)]).hits == ((0, 1), (1, 0))


@pytest.mark.parametrize(
    ("kept", "truth", "matched"),
    [
        ([], [], Matched((), (), ())),
        ([A], [], Matched((), (0,), ())),
        ([], [A, A], Matched((), (), (0, 1))),
    ],
    ids=["nothing", "no-voids", "nothing-kept"],
)
def test_empty_sides(kept: list[Box], truth: list[Box], matched: Matched) -> None:
    assert match_boxes(kept, truth) == matched


def test_a_thousand_boxes_are_matched_at_once() -> None:
    boxes = [Box(x, y, x + 9, y + 9) for x in range(0, 400, 10) for y in range(0, 250, 10)]
    shifted = [Box(box.x0 + 1, box.y0 + 2, box.x1 + 1, box.y1 + 2) for box in boxes]
    assert match_boxes(boxes, shifted[::-1]).hits == tuple((i, 999 - i) for i in range(1_000))


_SIDE = st.integers(0, 8)
_BOXES = st.lists(
    st.builds(lambda x, y, w, h: Box(x, y, x + w, y + h), _SIDE, _SIDE, st.integers(0, 8), st.integers(1, 8)),
    max_size=5,
)


def _most_hits(kept: list[Box], truth: list[Box], at_least: float) -> int:
    few, many = sorted((kept, truth), key=len)
    return max(
        sum(iou(a, b) >= at_least for a, b in zip(few, chosen, strict=True)) for chosen in permutations(many, len(few))
    )


@given(_BOXES, _BOXES, st.sampled_from([0.1, HIT_IOU, 0.5]))
def test_hits_are_as_many_as_any_pairing_has(kept: list[Box], truth: list[Box], at_least: float) -> None:
    found = match_boxes(kept, truth, at_least)
    assert len(found.hits) == _most_hits(kept, truth, at_least)
    assert all(iou(kept[a], truth[b]) >= at_least for a, b in found.hits)
    assert sorted([a for a, _ in found.hits] + list(found.false)) == list(range(len(kept)))
    assert sorted([b for _, b in found.hits] + list(found.missed)) == list(range(len(truth)))
