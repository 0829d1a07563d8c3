"""How far the images are, told now and then."""

import pytest

from ace.inspection import told
from ace.inspection.told import Told


def test_nothing_is_told_at_once_or_when_quiet(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Told(is_quiet=False).image("dev", 1, 9)
    monkeypatch.setattr(told, "EVERY_S", 0.0)
    Told(is_quiet=True).image("dev", 2, 9)
    assert capsys.readouterr().err == ""


def test_a_line_says_how_many_of_what(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told, "EVERY_S", 0.0)
    Told(is_quiet=False).image("dev", 3, 9)
    assert capsys.readouterr().err == "dev: 3 of 9 images\n"
