"""When two texts are the same words."""

import pytest

from ace.playbook.duplicates.rule_text import normalised


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("Ask  first!", "(ask first)", True),
        ("give 1.5 mg", "give 15 mg", False),
        ("below -5", "below 5", False),
        ("a != b", "a = b", False),
        ("5' away", '5" away', False),
        ("use a_b", "use ab", False),
        ("if !ready", "if ready", False),
        ('say "yes"', "say yes.", True),
    ],
)
def test_normalised(one: str, other: str, is_same: bool) -> None:
    assert (normalised(one) == normalised(other)) is is_same
