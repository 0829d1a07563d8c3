"""Aligned columns."""

from ace.text.table import table


def test_a_table_is_aligned_and_not_padded_at_the_end() -> None:
    assert table([["a", "bb", "c"], ["aaa", "b", "cc"]]) == "  a    bb  c\n  aaa  b   cc\n"
    assert table([]) == ""
