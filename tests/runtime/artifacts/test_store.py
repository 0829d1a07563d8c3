"""Artifacts come back byte for byte or not at all."""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from runtime.artifacts.store import FileArtifactStore, MemoryArtifactStore
from runtime.contracts.errors import TraceError
from runtime.contracts.ports import ArtifactStore

Store = FileArtifactStore | MemoryArtifactStore


@pytest.fixture(params=["file", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    """Return each kind of store, empty."""
    return FileArtifactStore(tmp_path / "artifacts") if request.param == "file" else MemoryArtifactStore()


@pytest.mark.parametrize("data", [b"", b"png", bytes(range(256)) * 50], ids=["empty", "short", "binary"])
def test_bytes_come_back_under_the_hash_of_their_content(store: Store, data: bytes) -> None:
    port: ArtifactStore = store
    ref = port.put(data, "image/png")
    assert ref == "artifact://sha256/" + hashlib.sha256(data).hexdigest()
    assert port.get(ref) == data
    assert store.media_type(ref) == "image/png"


def test_the_same_bytes_are_one_artifact_and_keep_their_first_media_type(store: Store) -> None:
    assert store.put(b"x", "text/plain") == store.put(b"x", "image/png")
    assert store.media_type(store.put(b"x", "image/png")) == "text/plain"


@pytest.mark.parametrize(
    "ref",
    ["artifact://sha256/" + "0" * 64, "artifact://sha256/../../etc/passwd", "artifact://sha256/" + "A" * 64, "", "x"],
    ids=["absent", "traversal", "upper-case", "empty", "other"],
)
def test_an_absent_or_malformed_reference_is_refused(store: Store, ref: str) -> None:
    with pytest.raises(TraceError):
        store.get(ref)
    with pytest.raises(TraceError):
        store.media_type(ref)


def test_changed_bytes_are_found_out_and_healed_by_storing_again(tmp_path: Path) -> None:
    store = FileArtifactStore(tmp_path)
    ref = store.put(b"truth", "text/plain")
    digest = ref.rsplit("/", 1)[1]
    path = tmp_path / digest[:2] / digest[2:4] / digest
    path.write_bytes(b"trick")
    with pytest.raises(TraceError, match="not those that were stored"):
        store.get(ref)
    store.put(b"truth", "text/plain")
    assert store.get(ref) == b"truth"


def test_storing_at_the_same_moment_leaves_one_whole_file(tmp_path: Path) -> None:
    store = FileArtifactStore(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        refs = set(pool.map(lambda _: store.put(b"same" * 1000, "text/plain"), range(24)))
    assert len(refs) == 1
    assert store.get(refs.pop()) == b"same" * 1000
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 2


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TraceError, match="cannot be stored"):
        FileArtifactStore(tmp_path / "file").put(b"x", "text/plain")
