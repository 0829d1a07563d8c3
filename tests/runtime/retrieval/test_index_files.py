import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from runtime.retrieval.bm25_index import Bm25Index
from runtime.retrieval.contract import IndexContract
from runtime.retrieval.errors import IndexContractError, IndexDamagedError
from runtime.retrieval.index_files import (
    BM25,
    MANIFEST,
    VECTORS,
    StoredIndex,
    read_index,
    read_vectors,
    text_hashes,
    write_index,
)
from runtime.retrieval.open_retriever import index_contract
from runtime.retrieval.vector_search import Shortlist, build_codes
from tests.runtime.retrieval.building import PASSAGES
from tests.runtime.retrieval.hash_embedder import HashEmbedder

TEXTS = [item.embedded_text for item in PASSAGES]


def _contract() -> IndexContract:
    return index_contract(PASSAGES, HashEmbedder(), None)


def _index() -> StoredIndex:
    return StoredIndex(Bm25Index.build(PASSAGES), HashEmbedder().embed(TEXTS))


def _written(root: Path) -> Path:
    return write_index(root, _contract(), _index(), TEXTS)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    folder = _written(tmp_path)
    assert folder.name == _contract().key
    found = read_index(tmp_path, _contract())
    assert found is not None
    assert found.vectors is not None
    assert np.array_equal(found.vectors, HashEmbedder().embed(TEXTS))
    assert found.bm25.rank("water", 3).rows.tolist() == [1]
    assert found.shortlist is None


def test_a_shortlist_is_kept_with_its_recall(tmp_path: Path) -> None:
    vectors = np.random.default_rng(0).standard_normal((1000, 64)).astype(np.float32)
    contract = replace(_contract(), n=1000)
    codes = build_codes(vectors)
    index = StoredIndex(Bm25Index.build(PASSAGES), vectors, Shortlist(codes, 256, 0.995))
    write_index(tmp_path, contract, index, [str(row) for row in range(1000)])
    found = read_index(tmp_path, contract)
    assert found is not None
    assert found.shortlist is not None
    assert (found.shortlist.length, found.shortlist.recall) == (256, 0.995)
    query = vectors[:1]
    assert np.array_equal(found.shortlist.codes.search(query, 5)[1], codes.search(query, 5)[1])


def test_nothing_there_is_nothing(tmp_path: Path) -> None:
    assert read_index(tmp_path / "absent", _contract()) is None


def test_writing_again_replaces_and_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = _written(tmp_path)
    (folder / VECTORS).write_bytes(b"")
    _written(tmp_path)
    assert read_index(tmp_path, _contract()) is not None
    assert [path.name for path in tmp_path.iterdir()] == [folder.name]


def test_a_file_in_the_way_is_replaced(tmp_path: Path) -> None:
    (tmp_path / _contract().key).write_text("in the way")
    assert (_written(tmp_path) / MANIFEST).is_file()
    assert len(list(tmp_path.iterdir())) == 1


def _truncate(folder: Path) -> None:
    path = folder / VECTORS
    path.write_bytes(path.read_bytes()[:-8])


def _flip(folder: Path) -> None:
    path = folder / VECTORS
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(bytes(data))


def _manifest(**changes: object) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        path = folder / MANIFEST
        path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))

    return change


def _stamped_words(folder: Path) -> None:
    """Other words, with the size and hash that belong to them."""
    files = json.loads((folder / MANIFEST).read_text())["files"]
    for path in (folder / BM25).glob("*.json"):
        path.write_text("[]")
        files[f"{BM25}/{path.name}"] = {"bytes": 2, "sha256": hashlib.sha256(b"[]").hexdigest()}
    _manifest(files=files)(folder)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (_truncate, "vectors.npy: is not what was written"),
        (_flip, "vectors.npy: is not what was written"),
        (lambda folder: (folder / VECTORS).unlink(), "vectors.npy: is missing"),
        (lambda folder: (folder / MANIFEST).write_text("{"), "no readable manifest"),
        (lambda folder: (folder / MANIFEST).unlink(), "no readable manifest"),
        (_manifest(schema=9), "another schema"),
        (_manifest(files={}), "names no files"),
        (_manifest(contract=[]), "another schema"),
        (_manifest(shortlist=["x", None]), "cannot be read"),
        (_stamped_words, "cannot be read: TypeError"),
    ],
    ids=[
        "truncated",
        "changed",
        "missing",
        "torn-manifest",
        "no-manifest",
        "schema",
        "no-files",
        "contract",
        "shortlist",
        "words-with-their-stamp",
    ],
)
def test_damage_is_seen_and_named(tmp_path: Path, damage: Callable[[Path], None], said: str) -> None:
    damage(_written(tmp_path))
    with pytest.raises(IndexDamagedError, match=said):
        read_index(tmp_path, _contract())


def test_an_index_of_another_contract_is_refused_with_the_fields(tmp_path: Path) -> None:
    other = replace(_contract(), model="other model", b=0.5)
    _written(tmp_path).rename(tmp_path / other.key)
    with pytest.raises(IndexContractError, match=r"model is hash-words.*not other model.*b is 0\.75, not 0\.5"):
        read_index(tmp_path, other)


def test_the_vectors_of_an_index_can_be_read_by_their_texts(tmp_path: Path) -> None:
    hashes = [row.tobytes() for row in text_hashes(TEXTS)]
    found = read_vectors(_written(tmp_path), {hashes[0], hashes[2], b"another text"})
    assert list(found) == [hashes[0], hashes[2]]
    assert np.array_equal(np.stack(list(found.values())), HashEmbedder().embed(TEXTS)[[0, 2]])


def test_an_index_of_words_has_no_vectors(tmp_path: Path) -> None:
    contract = index_contract(PASSAGES, None, None)
    folder = write_index(tmp_path, contract, StoredIndex(Bm25Index.build(PASSAGES)), TEXTS)
    assert read_vectors(folder, {row.tobytes() for row in text_hashes(TEXTS)}) == {}
    found = read_index(tmp_path, contract)
    assert found is not None
    assert found.vectors is None
