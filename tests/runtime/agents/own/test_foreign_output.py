"""What a stranger prints goes to stderr, and stdout is there again afterwards."""

import sys

import pytest

from runtime.agents.own.foreign_output import stdout_to_stderr


def test_prints_go_to_stderr_meanwhile(capsys: pytest.CaptureFixture[str]) -> None:
    before = sys.stdout
    with stdout_to_stderr():
        print("theirs")  # noqa: T201
    assert sys.stdout is before
    print("ours")  # noqa: T201
    assert capsys.readouterr() == ("ours\n", "theirs\n")


def test_blocks_may_overlap(capsys: pytest.CaptureFixture[str]) -> None:
    before = sys.stdout
    first, second = stdout_to_stderr(), stdout_to_stderr()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    print("theirs")  # noqa: T201
    second.__exit__(None, None, None)
    assert sys.stdout is before
    assert capsys.readouterr() == ("", "theirs\n")


def test_it_is_turned_back_after_an_error() -> None:
    before = sys.stdout
    with pytest.raises(ValueError, match="odd"), stdout_to_stderr():
        raise ValueError("odd")
    assert sys.stdout is before
