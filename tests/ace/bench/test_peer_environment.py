"""Environments of other packages."""

from pathlib import Path

import pytest

from ace.bench.peer_environment import Peer, peers_folder, python_of
from ace.errors import AceError


def test_the_folder_is_named_or_the_cache() -> None:
    assert peers_folder({"ACE_PEERS_DIR": "/x"}) == Path("/x")
    assert peers_folder({"XDG_CACHE_HOME": "/c"}) == Path("/c/ace/peers")
    assert peers_folder({}) == Path.home() / ".cache/ace/peers"


def test_a_complete_environment_is_used_again(tmp_path: Path) -> None:
    place = tmp_path / "some-1"
    place.mkdir()
    (place / "complete").touch()
    notes: list[str] = []
    assert python_of(Peer("some==1"), tmp_path, notes.append) == place / "bin/python"
    assert notes == []


def test_what_cannot_be_installed_leaves_nothing_behind(tmp_path: Path) -> None:
    notes: list[str] = []
    missing = tmp_path / "no-such-folder"
    with pytest.raises(AceError, match="cannot be installed"):
        python_of(Peer("./no-such-file-1.whl", ("--no-index",)), missing, notes.append)
    assert not missing.exists() or not any(missing.iterdir())
    assert "installing ./no-such-file-1.whl" in notes[0]
