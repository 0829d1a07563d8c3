"""A bundle in its place."""

import os
import resource
import signal
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


def test_what_cannot_be_written_is_named_and_leaves_nothing_behind(tmp_path: Path) -> None:
    out, before = tmp_path / "rules", resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, before[1]))
    try:
        with pytest.raises(AceError, match=r"rules: cannot be written \(File too large\)"):
            write_bundle(out, b"x" * 100_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)
    assert list(tmp_path.iterdir()) == []


def test_a_named_pipe_is_left_alone_and_not_waited_at(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "rules")
    with pytest.raises(AceError, match="is no bundle, so it is left as it is"):
        write_bundle(tmp_path / "rules", b"x")
