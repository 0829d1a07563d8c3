"""Numbers by value, wherever and however they are written."""

from fractions import Fraction

import pytest

from runtime.words.numbers import numbers_in

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("", []),
        ("no numbers", []),
        ("It costs $2,000.50 today.", [{Fraction("2000.5")}]),
        ("0.5", [{HALF}]),
        ("1/2", [{HALF}]),
        ("a half, a quarter", [{HALF}, {Fraction(1, 4)}]),
        ("50%", [{Fraction(50), HALF}]),
        ("50 per cent", [{Fraction(50), HALF}]),
        ("2 1/2 hours", [{Fraction(5, 2)}]),
        ("-40 HU", [{Fraction(-40)}]),
        ("8-3", [{Fraction(8)}, {Fraction(3)}]),
        ("5 * 14 = 70", [{Fraction(5)}, {Fraction(14)}, {Fraction(70)}]),
        ("seven", [{Fraction(7)}]),
        ("forty-two", [{Fraction(42)}]),
        ("three hundred and five", [{Fraction(305)}]),
        ("two thousand", [{Fraction(2000)}]),
        ("X2 A4b", []),
        ("1/0", [{Fraction(1)}]),
        ("9" * 19, []),
    ],
)
def test_the_values_in_order(text: str, values: list[set[Fraction]]) -> None:
    assert [set(number.values) for number in numbers_in(text)] == values


def test_a_number_knows_its_place_and_whether_it_is_a_word() -> None:
    figure, word = numbers_in("It is $15, or fifteen.")
    assert ("It is $15, or fifteen."[figure.start : figure.end], figure.is_word) == ("15", False)
    assert ("It is $15, or fifteen."[word.start : word.end], word.is_word) == ("fifteen", True)
