"""The daemon's log lines."""

import logging
import re

import pytest

from ace.daemon.log_lines import log_lines
from ace.daemon.notices import LOG


def test_lines_have_time_and_level_and_nothing_a_terminal_obeys(capsys: pytest.CaptureFixture[str]) -> None:
    with log_lines(is_quiet=False):
        LOG.info("nightly: next due at %s", "02:15")
        LOG.error("a model said \x1b[2J and\nsk-proj-%s", "a1B2" * 12)
    LOG.info("after the end")
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ INFO nightly: next due at 02:15", lines[0])
    assert "ERROR a model said \\x1b[2J and" in lines[1]
    assert "a1B2a1B2" not in lines[1]


def test_quiet_leaves_warnings_and_errors(capsys: pytest.CaptureFixture[str]) -> None:
    with log_lines(is_quiet=True):
        LOG.info("nothing new")
        LOG.warning("look at this")
        logging.getLogger("apscheduler.scheduler").error("and at this")
    assert [line.split(" ", 1)[1] for line in capsys.readouterr().err.splitlines()] == [
        "WARNING look at this",
        "ERROR and at this",
    ]


def test_a_line_without_end_is_cut(capsys: pytest.CaptureFixture[str]) -> None:
    with log_lines(is_quiet=False):
        LOG.error("9" * 10_000)
    (line,) = capsys.readouterr().err.splitlines()
    assert len(line) < 2_100
    assert line.endswith("characters)")
