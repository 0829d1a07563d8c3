"""Groups from pairs."""

from hypothesis import given
from hypothesis import strategies as st

from ace.playbook.duplicates.join_pairs import join_pairs

PAIRS = st.sets(st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(lambda pair: pair[0] < pair[1]), max_size=30)


@given(PAIRS, st.randoms())
def test_every_two_of_a_group_are_a_pair_whatever_the_order_given(pairs: set[tuple[int, int]], random: object) -> None:
    given_pairs = sorted(pairs)
    strength = [0.5 + (one * 7 + other * 3) % 11 / 30 for one, other in given_pairs]
    groups = join_pairs(10, given_pairs, strength)
    assert all((one, other) in pairs for group in groups for one in group for other in group if one < other)
    assert len({row for group in groups for row in group}) == sum(map(len, groups))
    backwards = join_pairs(10, given_pairs[::-1], strength[::-1])
    assert groups == backwards


def test_the_strongest_pair_wins() -> None:
    assert join_pairs(3, [(0, 1), (0, 2)], [0.9, 0.95]) == [(0, 2)]
    assert join_pairs(2, [], []) == []
