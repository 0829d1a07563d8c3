"""Spans in the order things happened."""

from hypothesis import given
from hypothesis import strategies as st

from runtime.traces.formats.otlp_spans import Span
from runtime.traces.formats.span_tree import MAX_LEVELS, ancestors, ordered, subtree_ends
from tests.runtime.traces.formats.span_files import SECOND, span, span_id


def _order(*spans: Span) -> tuple[list[int], list[str]]:
    problems: list[str] = []
    found = ordered(spans, lambda one, reason: problems.append(f"{int(one.span_id, 16)}: {reason}"))
    return [int(one.span_id, 16) for one in found], problems


def test_children_follow_their_parent_by_time_not_by_place() -> None:
    assert _order(span(4, parent=1), span(3, parent=2), span(2, parent=1), span(1)) == ([1, 2, 3, 4], [])


def test_a_missing_parent_makes_a_root_and_is_told() -> None:
    order, problems = _order(span(2, parent=9), span(1))
    assert order == [1, 2]
    assert len(problems) == 1
    assert span_id(9) in problems[0]


def test_the_first_of_two_spans_with_one_id_counts() -> None:
    order, problems = _order(span(1, {"a": 1}), span(1, {"a": 2}), span(2, parent=1))
    assert order == [1, 2]
    assert len(problems) == 1
    assert "twice" in problems[0]


def test_a_circle_is_cut_at_the_span_recorded_first() -> None:
    order, problems = _order(span(3, parent=1), span(1, parent=2), span(2, parent=3), span(4, parent=4))
    assert sorted(order) == [1, 2, 3, 4]
    assert [problem[0] for problem in problems if "circle" in problem] == ["1", "4"]


def test_a_child_before_its_parent_is_told_and_siblings_stay_as_recorded() -> None:
    early = span(3, parent=1, start=SECOND // 2)
    order, problems = _order(span(1), span(2, parent=1, start=9 * SECOND, end=10 * SECOND), early)
    assert order == [1, 2, 3]
    assert problems == ["3: starts 500 ms before its parent; ordered as recorded"]


def test_an_end_before_the_start_is_told() -> None:
    assert _order(span(1, end=1))[1] == ["1: ends before it starts; ordered as recorded"]


def test_a_missing_start_orders_as_recorded_without_complaint() -> None:
    assert _order(span(1), span(2, parent=1, start=None), span(3, parent=1)) == ([1, 2, 3], [])


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(0, 9)), max_size=12))
def test_every_span_comes_once_and_after_its_parent(edges: list[tuple[int, int]]) -> None:
    spans = [span(child, parent=parent) for child, parent in edges]
    found = ordered(spans, lambda one, reason: None)
    assert sorted({one.span_id for one in found}) == sorted({one.span_id for one in spans})
    known = {one.span_id: one for one in found}
    places = {one.span_id: index for index, one in enumerate(found)}
    ends = subtree_ends(found)
    for one in found:
        above = ancestors(one, known)
        assert all(places[other.span_id] < places[one.span_id] < ends[other.span_id] for other in above)
    inside = {one.span_id: ends[one.span_id] - places[one.span_id] - 1 for one in found}
    counted = dict.fromkeys(known, 0)
    for one in found:
        for above_it in ancestors(one, known):
            counted[above_it.span_id] += 1
    assert inside == counted


def test_what_lies_too_deep_is_laid_flat_and_told_once() -> None:
    count = MAX_LEVELS + 5
    spans = [span(number, parent=number - 1) for number in range(1, count + 1)]
    order, problems = _order(*spans)
    assert order == list(range(1, count + 1))
    assert problems == [f"{MAX_LEVELS + 1}: lies more than {MAX_LEVELS} levels deep; laid flat with all below it"]
    found = ordered(spans, lambda one, reason: None)
    assert len(ancestors(found[-1], {one.span_id: one for one in found})) == MAX_LEVELS - 1
