"""Which groups are left when the owner is gone."""

import pytest

from runtime.agents.own.group_killer import groups_left


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        ([], []),
        ([b"+7\n", b"+9\n"], [7, 9]),
        ([b"+7\n", b"-7\n"], []),
        ([b"-7\n", b"+7\n"], [7]),
        ([b"+7\n", b"+7\n", b"-7\n"], []),
        ([b"+7\n", b"+12"], [7]),
        ([b"+7\n", b"junk\n", b"+\n", b"+-1\n", b"\n", b"7\n", b"-x\n"], [7]),
    ],
)
def test_what_was_named_and_not_taken_back(lines: list[bytes], left: list[int]) -> None:
    assert groups_left(lines) == left
