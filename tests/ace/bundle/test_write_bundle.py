"""A bundle in its place."""

from pathlib import Path

import pytest

from ace.bundle.signature import signature_path
from ace.bundle.write_bundle import write_bundle
from ace.errors import AceError
from tests.ace.bundle.bundled import made, reworded


def test_a_bundle_is_replaced_and_its_old_signature_goes(starter: Path, tmp_path: Path) -> None:
    out, first = tmp_path / "rules", made(starter).data
    assert write_bundle(out, first)
    signature_path(out).write_bytes(b"of the first")
    assert not write_bundle(out, first)
    assert signature_path(out).exists(), "the same bytes keep their signature"
    reworded(starter)
    assert write_bundle(out, made(starter).data)
    assert not signature_path(out).exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rules", "starter"]


def test_what_is_no_bundle_is_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "notes.txt"
    out.write_text("mine", encoding="utf-8")
    with pytest.raises(AceError, match="is no bundle, so it is left as it is"):
        write_bundle(out, b"x")
    assert out.read_text(encoding="utf-8") == "mine"
    with pytest.raises(AceError, match="is a folder"):
        write_bundle(tmp_path, b"x")
