"""Groups of signatures: the same in any order, inside blocks only, everyone in one."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzers.clusters.partition import Group, PartitionSettings, partition
from analyzers.signatures import Signature
from tests.analyzers.clusters.word_vectors import WordVectors

_WORDS = st.lists(st.sampled_from(["late", "early", "lost", "found", "order", "user", "again"]), min_size=1, max_size=5)
_SIGNATURES = st.builds(
    Signature,
    detector=st.sampled_from(["d1", "d2"]),
    tool=st.sampled_from(["", "book"]),
    error_class=st.sampled_from(["", "timeout"]),
    message=_WORDS.map(" ".join),
    rule=st.sampled_from(["", "r-1"]),
    state_path=st.sampled_from(["", "state.a"]),
)
_COUNTED = st.dictionaries(_SIGNATURES, st.integers(1, 50), max_size=25)
LOOSE = PartitionSettings(cut=0.5, few=0)


def _key(message: str, **changes: str) -> Signature:
    return Signature("d", "t", "", message, "", "")._replace(**changes)


@settings(max_examples=60, deadline=None)
@given(_COUNTED, st.randoms(use_true_random=False))
def test_the_order_of_what_comes_in_makes_no_difference(counted: dict[Signature, int], chance: random.Random) -> None:
    items = list(counted.items())
    chance.shuffle(items)
    assert partition(dict(items), WordVectors(), LOOSE) == partition(counted, WordVectors(), LOOSE)


@settings(max_examples=60, deadline=None)
@given(_COUNTED)
def test_everyone_is_in_one_group_and_blocks_never_mix(counted: dict[Signature, int]) -> None:
    groups = partition(counted, WordVectors(), LOOSE)
    members = Counter(member for group in groups for member in group.members)
    assert members == Counter(dict.fromkeys(counted, 1))
    for group in groups:
        assert group.medoid in group.members
        assert list(group.members) == sorted(group.members)
        assert len({(each.detector, each.tool, each.rule) for each in group.members}) == 1
    assert list(groups) == sorted(groups)


@settings(max_examples=30, deadline=None)
@given(_COUNTED, st.integers(2, 9))
def test_as_often_but_for_a_factor_is_the_same(counted: dict[Signature, int], factor: int) -> None:
    more = {key: count * factor for key, count in counted.items()}
    assert partition(more, WordVectors(), LOOSE) == partition(counted, WordVectors(), LOOSE)


def test_other_words_for_the_same_thing_share_a_group() -> None:
    near = [_key("the order could not be found"), _key("the order could not be found again")]
    counted = {near[0]: 15, near[1]: 4, _key("nobody answered in time"): 6}
    groups = partition(counted, WordVectors())
    assert [set(group.members) for group in groups] == [{_key("nobody answered in time")}, set(near)]
    assert groups[1].medoid == near[0]


@pytest.mark.parametrize("field", ["detector", "tool", "rule"])
def test_equal_messages_of_another_block_stay_apart(field: str) -> None:
    counted = {_key("the order could not be found"): 30, _key("the order could not be found", **{field: "other"}): 30}
    assert len(partition(counted, WordVectors())) == 2


@pytest.mark.parametrize(("failures", "groups"), [(19, 2), (20, 1)])
def test_under_twenty_failures_only_signatures_count(failures: int, groups: int) -> None:
    counted = {_key("the order could not be found"): failures - 1, _key("the order could not be found again"): 1}
    embed = WordVectors()
    assert len(partition(counted, embed)) == groups
    assert bool(embed.asked) == (groups == 1)


def test_without_an_embedder_every_signature_is_a_group() -> None:
    counted = {_key("b"): 50, _key("a"): 50}
    assert partition(counted, None) == (Group(_key("a"), (_key("a"),)), Group(_key("b"), (_key("b"),)))
    assert partition({}, WordVectors()) == ()


def test_a_signature_alone_in_its_block_needs_no_vector() -> None:
    embed = WordVectors()
    partition({_key("a"): 50, _key("b", tool="other"): 50}, embed)
    assert embed.asked == []


def test_through_the_neighbour_graph_it_is_the_same() -> None:
    chance = random.Random(4)
    words = [f"w{number}" for number in range(40)]
    counted = {
        _key(" ".join([*chance.sample(words[:12], 6), chance.choice(words)])): chance.randint(1, 9) for _ in range(150)
    }
    whole = partition(counted, WordVectors(), LOOSE)
    # Small enough that the graph is used, large enough that no part of it is taken apart.
    cut = replace(LOOSE, cut=0.15)
    assert partition(counted, WordVectors(), replace(cut, linkage_limit=140)) == partition(counted, WordVectors(), cut)
    assert 1 < len(whole) < 150
