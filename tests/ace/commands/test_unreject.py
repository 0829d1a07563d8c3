"""`ace unreject` says what there is when it knows no such rejection."""

from pathlib import Path

import pytest

from ace.commands.group import run
from tests.ace.rejections.rejecting import make_repository


def test_an_unknown_rejection(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make_repository(tmp_path / "repo")
    assert run(["unreject", "tools.x", "-C", str(tmp_path / "repo")]) == 1
    assert "nothing is rejected here" in capsys.readouterr().err
