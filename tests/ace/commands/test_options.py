"""Options several commands share."""

from collections.abc import Callable

import pytest

from tests.conftest import Ran


@pytest.mark.parametrize(
    "arguments",
    [
        ["trace", "--run", ""],
        ["trace", "e-1", "--html", ""],
        ["replay", "--all", "--run", ""],
        ["audit", "e-1", "--run", ""],
        ["show", "c-1", "--run", ""],
        ["calls", "resume", ""],
        ["run", "--sample", ""],
        ["models", "--folder", ""],
        ["trace", "-C", ""],
    ],
    ids=" ".join,
)
def test_an_empty_value_is_refused_and_means_nothing_else(ace: Callable[..., Ran], arguments: list[str]) -> None:
    ran = ace(*arguments)
    assert (ran.code, ran.out) == (64, "")
    assert "must not be empty" in ran.err
