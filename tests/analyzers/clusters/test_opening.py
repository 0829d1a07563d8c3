"""The opening clause of a message."""

import numpy as np
import pytest

from analyzers.clusters.opening import CODE_DIMENSION, opening, opening_code


@pytest.mark.parametrize(
    ("message", "clause"),
    [
        ("Wrong number of functions.", "wrong number of functions"),
        ("Wrong number of functions provided. Expected <n>", "wrong number of functions provided"),
        ("Invalid syntax. Failed to decode. It broke", "invalid syntax failed to decode"),
        ("Error: order not found", "error order not found"),
        ("Failed to open <path>: it is locked, try later", "failed to open <path> it is locked"),
        ("Key inconsistency", "key inconsistency"),
        ("", ""),
    ],
    ids=["one", "longer", "short-goes-on", "error", "placeholder-no-word", "whole", "empty"],
)
def test_it_ends_with_the_clause_that_brings_four_words(message: str, clause: str) -> None:
    assert opening(message) == clause


def test_what_comes_after_makes_no_difference() -> None:
    assert opening("Could not read the file: <text>") == opening("Could not read the file: it is a folder.")


def test_equal_openings_have_one_code_and_others_are_nearly_orthogonal() -> None:
    codes = np.stack([opening_code(f"opening {number}") for number in range(200)])
    assert codes.shape == (200, CODE_DIMENSION)
    np.testing.assert_allclose(np.linalg.norm(codes, axis=1), 1.0, rtol=1e-5)
    assert np.abs(codes @ codes.T - np.eye(200)).max() < 0.4
    assert opening_code("opening 7") @ codes[7] == pytest.approx(1.0)


def test_a_lone_surrogate_has_a_code() -> None:
    assert opening_code("\ud800").shape == (CODE_DIMENSION,)
