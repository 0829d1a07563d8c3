"""Time, memory and exactness with very many rules."""

import json
from dataclasses import replace

import numpy as np

from ace.bench.duplicate_scale import every_pair, measure_scale
from ace.bench.duplicates_text import duplicate_scale_text
from ace.playbook.duplicates.near_pairs import near_pairs
from tests.ace.bench.test_duplicate_many import embed


def test_what_is_found_is_what_comparing_every_pair_finds() -> None:
    notes: list[str] = []
    result = measure_scale(9000, 5000, notes.append, embed)
    assert (result.rules, result.brute_rules, result.is_same_as_brute) == (9000, 5000, True)
    assert (result.opposites_merged, len(notes)) == (0, 3)
    assert result.groups > 500
    assert result.kept_apart > 500
    assert result.seconds > 0 < result.cpu_s
    assert json.loads(json.dumps(result.to_json()))["embedded"] == result.embedded
    text = duplicate_scale_text(result)
    assert "the same groups" in text
    assert f"{result.embedded} texts were embedded" in text
    assert "OTHER groups" in duplicate_scale_text(replace(result, is_same_as_brute=False))


def test_all_rules_may_be_compared_in_full() -> None:
    result = measure_scale(300, 1000, lambda text: None, embed)
    assert (result.brute_rules, result.is_same_as_brute) == (300, True)


def test_every_pair_gives_what_near_pairs_gives() -> None:
    rng = np.random.default_rng(5)
    vectors = (rng.standard_normal((40, 64))[rng.integers(0, 40, 3000)] + 0.4 * rng.standard_normal((3000, 64))).astype(
        np.float32
    )
    plain, ours = every_pair(vectors, 0.85), near_pairs(vectors, 0.85)
    assert len(plain.left) > 1000
    assert np.array_equal(plain.left, ours.left)
    assert np.array_equal(plain.right, ours.right)
    assert np.array_equal(plain.cosine, ours.cosine)
