import multiprocessing
import os
from pathlib import Path

import pytest

from runtime.retrieval.build_index import Opened, open_index, say_nothing
from runtime.retrieval.errors import IndexContractError
from runtime.retrieval.index_files import MANIFEST, VECTORS
from runtime.retrieval.open_retriever import index_contract
from runtime.retrieval.passage import Passage
from tests.runtime.retrieval.building import PASSAGES, passage
from tests.runtime.retrieval.hash_embedder import HashEmbedder


def _open(root: Path, embedder: HashEmbedder, passages: tuple[Passage, ...] = PASSAGES) -> Opened:
    return open_index(root, index_contract(passages, embedder, None), passages, embedder, say_nothing)


def test_a_corpus_is_embedded_once(tmp_path: Path) -> None:
    embedder = HashEmbedder()
    assert _open(tmp_path, embedder).notices == ()
    assert len(embedder.embedded) == 3
    _open(tmp_path, embedder)
    assert len(embedder.embedded) == 3


def test_a_changed_corpus_embeds_only_what_is_new(tmp_path: Path) -> None:
    embedder = HashEmbedder()
    first = _open(tmp_path, embedder).stored.vectors
    more = (*PASSAGES, passage("zz", "New", "A text that was not there."))
    embedder.embedded.clear()
    second = _open(tmp_path, embedder, more).stored.vectors
    assert embedder.embedded == [more[-1].embedded_text]
    assert first is not None
    assert second is not None
    assert second[:3].tolist() == first.tolist()


def test_vectors_are_taken_from_every_index_that_has_them_not_the_newest_alone(tmp_path: Path) -> None:
    embedder = HashEmbedder()
    first = _open(tmp_path, embedder).stored.vectors
    notes = tuple(passage(f"n.{number}", "Note", f"Note number {number}.") for number in range(2))
    _open(tmp_path, embedder, notes[:1])
    os.utime(tmp_path / index_contract(PASSAGES, embedder, None).key, (1, 1))
    embedder.embedded.clear()
    told: list[tuple[str, int, int]] = []
    both = (*PASSAGES, *notes)
    made = open_index(tmp_path, index_contract(both, embedder, None), both, embedder, lambda *said: told.append(said))
    assert embedder.embedded == [notes[1].embedded_text]
    assert told[-1] == ("embedding passages (4 known)", 1, 1)
    assert first is not None
    assert made.stored.vectors is not None
    assert made.stored.vectors[:3].tolist() == first.tolist()


def test_an_index_with_torn_vectors_does_not_hide_an_older_whole_one(tmp_path: Path) -> None:
    embedder = HashEmbedder()
    _open(tmp_path, embedder)
    more = (*PASSAGES, passage("zz", "New", "A text that was not there."))
    _open(tmp_path, embedder, more)
    os.utime(tmp_path / index_contract(PASSAGES, embedder, None).key, (1, 1))
    (tmp_path / index_contract(more, embedder, None).key / VECTORS).write_bytes(b"torn")
    embedder.embedded.clear()
    _open(tmp_path, embedder, more)
    assert embedder.embedded == [more[-1].embedded_text]


def test_vectors_of_another_model_are_not_reused(tmp_path: Path) -> None:
    _open(tmp_path, HashEmbedder())
    other = HashEmbedder("another (simulated)")
    _open(tmp_path, other)
    assert len(other.embedded) == 3


@pytest.mark.parametrize("name", [VECTORS, MANIFEST])
def test_a_damaged_index_is_made_again_with_a_notice(tmp_path: Path, name: str) -> None:
    embedder = HashEmbedder()
    contract = index_contract(PASSAGES, embedder, None)
    _open(tmp_path, embedder)
    (tmp_path / contract.key / name).write_bytes(b"torn")
    told: list[str] = []
    opened = open_index(tmp_path, contract, PASSAGES, embedder, lambda what, done, total: told.append(what))
    assert "the index was made again" in opened.notices[0]
    assert opened.notices[0] not in told, "it would be shown twice"
    assert _open(tmp_path, embedder).notices == ()


def test_an_index_of_another_contract_in_its_place_is_an_error(tmp_path: Path) -> None:
    embedder = HashEmbedder()
    _open(tmp_path, embedder)
    contract = index_contract(PASSAGES, embedder, None)
    other = index_contract(PASSAGES[:2], embedder, None)
    (tmp_path / contract.key).rename(tmp_path / other.key)
    with pytest.raises(IndexContractError, match="n is 3, not 2"):
        _open(tmp_path, embedder, PASSAGES[:2])


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    many = tuple(passage(f"x.{number:03d}", "T", f"Text number {number}.") for number in range(130))
    embedder = HashEmbedder()
    contract = index_contract(many, embedder, None)
    open_index(tmp_path, contract, many, embedder, lambda what, done, total: told.append((what, done, total)))
    assert told == [("embedding passages", done, 130) for done in (0, 64, 128, 130)]


@pytest.mark.parametrize("name", ["file", "n" * 300], ids=["file-in-the-way", "name-too-long"])
def test_a_place_that_cannot_be_written_gives_an_index_in_memory_with_a_notice(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("in the way")
    opened = _open(tmp_path / name, HashEmbedder())
    assert opened.stored.vectors is not None
    assert "cannot be kept" in opened.notices[0]
    assert name in opened.notices[0]


def _in_a_process(root: Path, results: "multiprocessing.Queue[tuple[int, int]]") -> None:
    embedder = HashEmbedder()
    opened = _open(root, embedder)
    assert opened.stored.vectors is not None
    results.put((len(embedder.embedded), int(opened.stored.vectors.shape[0])))


def test_processes_that_want_one_index_make_it_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    results: multiprocessing.Queue[tuple[int, int]] = context.Queue()
    workers = [context.Process(target=_in_a_process, args=(tmp_path, results)) for _ in range(2)]
    for worker in workers:
        worker.start()
    found = sorted(results.get(timeout=60) for _ in workers)
    for worker in workers:
        worker.join(60)
    assert found == [(0, 3), (3, 3)]
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == [
        index_contract(PASSAGES, HashEmbedder(), None).key
    ]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_gives_an_index_in_memory(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert _open(tmp_path / "index", HashEmbedder()).notices
