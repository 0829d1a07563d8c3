"""Very many rules with known duplicates, and vectors for them."""

from collections.abc import Sequence

import numpy as np
import pytest

from ace.bench.duplicate_many import make_many_rules
from ace.bench.duplicate_rules import make_rules


def embed(texts: Sequence[str]) -> "np.typing.NDArray[np.float32]":
    """Return 32 numbers a text that are alike for alike words."""
    words = {word: place for place, word in enumerate(sorted({word for text in texts for word in text.split()}))}
    of_words = np.random.default_rng(1).standard_normal((len(words), 32))
    made = np.array([sum(of_words[words[word]] for word in text.split()) for text in texts])
    return np.asarray(made / np.linalg.norm(made, axis=1, keepdims=True), np.float32)


def test_few_rules_are_those_of_the_first_kind() -> None:
    many = make_many_rules(200, embed)
    assert (len(many.known.texts), many.embedded, many.vectors.shape) == (200, 200, (200, 32))
    assert sorted(many.known.texts) == sorted(make_rules(200).texts)


def test_further_kinds_speak_of_something_else_and_keep_their_duplicates() -> None:
    many = make_many_rules(20_000, embed)
    size = many.embedded
    assert size < 10_000
    assert len({" ".join(text.lower().split()) for text in many.known.texts}) > 18_000
    home: dict[str, int] = {}
    for text, group in zip(many.known.texts, many.known.group, strict=True):
        assert home.setdefault(" ".join(text.lower().split()), group) == group
    assert all(one < other for one, other in many.known.opposites)
    assert all(many.known.group[one] != many.known.group[other] for one, other in many.known.opposites)
    assert len(many.known.opposites) > len(make_rules(10_000).opposites)


def test_within_a_kind_all_cosines_are_as_embedded() -> None:
    many = make_many_rules(18_000, embed)
    rows = [row for row, text in enumerate(many.known.texts) if " canine " in text][:300]
    plain = [many.known.texts[row].replace("canine ", "") for row in rows]
    first = make_rules(10_000).texts
    own = embed(first)[[first.index(text) for text in plain]]
    assert np.allclose(many.vectors[rows] @ many.vectors[rows].T, own @ own.T, atol=1e-4)
    assert not np.allclose(many.vectors[rows], own, atol=0.1)


def test_the_same_seed_makes_the_same_and_there_is_a_most() -> None:
    one, other = make_many_rules(300, embed), make_many_rules(300, embed)
    assert one.known == other.known
    assert np.array_equal(one.vectors, other.vectors)
    with pytest.raises(ValueError, match="can be made"):
        make_many_rules(1_000_000, embed)
