"""Two halves: whole groups, cited ones in both, whatever the order."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.curator.conditions.split_halves import group_of, split_halves
from tests.ace.curator.conditions.deciding import decided

GROUPS = st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=30)


@given(GROUPS, GROUPS, st.randoms())
def test_groups_stay_whole_and_both_halves_have_cited_ones(cited: list[str], clean: list[str], rng: Random) -> None:
    second = split_halves([*cited, *clean], len(cited))
    if len(set(cited)) < 2:
        assert second is None
        return
    assert second is not None
    half = dict(zip([*cited, *clean], second.tolist(), strict=True))
    assert [half[name] for name in (*cited, *clean)] == second.tolist()
    assert {half[name] for name in cited} == {False, True}
    numbers = [sum(half[name] is side for name in set(cited)) for side in (False, True)]
    assert abs(numbers[0] - numbers[1]) <= 1
    rng.shuffle(cited)
    rng.shuffle(clean)
    again = split_halves([*cited, *clean], len(cited))
    assert again is not None
    assert dict(zip([*cited, *clean], again.tolist(), strict=True)) == half


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        (decided("zoom", "s1"), decided("HINT", "s1"), True),
        (decided("zoom", "s1"), decided("zoom", "s2"), False),
        ({"action": {"name": "a"}}, {"action": {"name": "a"}}, True),
        ({"action": {"name": "a"}}, {"action": {"name": "b"}}, False),
    ],
    ids=["one sample", "two samples", "no sample, same content", "no sample, other content"],
)
def test_a_group_is_the_sample_or_the_content(one: dict[str, object], other: dict[str, object], is_same: bool) -> None:
    assert (group_of(one) == group_of(other)) is is_same
