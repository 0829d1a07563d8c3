"""`ace bench duplicates`."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Ran


def test_json_and_a_count_out_of_range(
    ace: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "taken").write_text("")
    monkeypatch.setenv("ACE_PEERS_DIR", str(tmp_path / "taken"))
    ran = ace("bench", "duplicates", "--rules", "60", "--json", "-q")
    assert ran.code == 0, ran.err
    assert (ran.json["rules"], ran.err) == (60, "")
    assert ace("bench", "duplicates", "--rules", "3").code == 64


def test_scale_is_measured_beside_every_pair(ace: Callable[..., Ran]) -> None:
    ran = ace("bench", "duplicates", "--scale", "200", "--brute", "100", "--json", "-q")
    assert ran.code == 0, ran.err
    assert (ran.json["rules"], ran.json["brute_rules"], ran.json["is_same_as_brute"]) == (200, 100, True)
    assert "every pair of 100 rules" in ace("bench", "duplicates", "--scale", "100", "--brute", "100").out
    assert ace("bench", "duplicates", "--scale", "99").code == 64
