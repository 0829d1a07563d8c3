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
