"""`ace bench daemon`: a handful of cycles."""

import sys
from collections.abc import Callable

import pytest

from tests.conftest import Ran

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="weighs through /proc")


def test_it_weighs_the_daemon_over_its_cycles(ace: Callable[..., Ran]) -> None:
    ran = ace("bench", "daemon", "--cycles", "20", "--every", "0.2", "--json")
    rows = ran.json["rows"]
    assert isinstance(rows, list)
    assert [row["name"] for row in rows][1:3] == ["open files, growth", "child processes at the end"]
    assert [row["ours"] for row in rows][1:] == [0, 0, 0]
    assert rows[0]["detail"]["weights"][-1]["cycles"] == 20
    assert rows[0]["detail"]["logs"] == 20
