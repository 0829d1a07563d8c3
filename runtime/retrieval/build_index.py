"""Find the stored index of a corpus, or make it: once, whatever the number of processes that want it."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from runtime.retrieval.bm25_index import Bm25Index
from runtime.retrieval.contract import IndexContract
from runtime.retrieval.embedder import Embedder
from runtime.retrieval.errors import IndexDamagedError
from runtime.retrieval.index_files import (
    StoredIndex,
    read_index,
    read_manifest,
    read_vectors,
    text_hashes,
    write_index,
)
from runtime.retrieval.passage import Passage
from runtime.retrieval.vector_search import LARGE, Shortlist, build_codes, choose_shortlist

if TYPE_CHECKING:
    from runtime.retrieval.embedder import Vectors

# What is happening, how much of it is done, of how much (0: no count).
Report: TypeAlias = Callable[[str, int, int], None]
AT_ONCE = 64
KINDS_OF_VECTORS = ("model", "model_sha256", "dimension", "max_tokens", "normalization", "metric")


def say_nothing(what: str, done: int, total: int) -> None:
    """Report nothing."""
    del what, done, total


class Opened(NamedTuple):
    """The index, and what a user should know about how it came."""

    stored: StoredIndex
    notices: tuple[str, ...] = ()


def open_index(
    root: Path, contract: IndexContract, passages: Sequence[Passage], embedder: Embedder | None, report: Report
) -> Opened:
    """Return the index of `contract` from `root`, made and kept there when it is absent or damaged.

    A second process waits for the first to make it. Where nothing can be written the index is made in memory, with a
    notice. Raises: IndexContractError when the folder of this contract holds another index; RuntimeFault without the
    packages.
    """
    from filelock import FileLock, Timeout

    try:
        with suppress(IndexDamagedError):
            if (found := read_index(root, contract)) is not None:
                return Opened(found)
        root.mkdir(parents=True, exist_ok=True)
        lock = FileLock(str(root / f"{contract.key}.lock"))
        try:
            lock.acquire(timeout=0)
        except Timeout:
            report("another process makes this index; waiting for it", 0, 0)
            lock.acquire()
    except OSError as exc:
        return _in_memory(root, exc, make_index(root, contract, passages, embedder, report))
    try:
        return _open_locked(root, contract, passages, embedder, report)
    finally:
        lock.release()


def _open_locked(
    root: Path, contract: IndexContract, passages: Sequence[Passage], embedder: Embedder | None, report: Report
) -> Opened:
    notices: tuple[str, ...] = ()
    try:
        if (found := read_index(root, contract)) is not None:
            return Opened(found)
    except IndexDamagedError as exc:
        notices = (f"{exc}; the index was made again",)
    made = make_index(root, contract, passages, embedder, report)
    try:
        write_index(root, contract, made, [passage.embedded_text for passage in passages])
    except OSError as exc:
        return _in_memory(root, exc, made)
    return Opened(made, notices)


def _in_memory(root: Path, exc: OSError, made: StoredIndex) -> Opened:
    why = exc.strerror or str(exc) or type(exc).__name__
    return Opened(made, (f"{root}: the index cannot be kept ({why}) and is made at every start; mend the folder",))


def make_index(
    root: Path | None, contract: IndexContract, passages: Sequence[Passage], embedder: Embedder | None, report: Report
) -> StoredIndex:
    """Return the index of `passages` in memory. Vectors of texts that an index under `root` already has are reused."""
    bm25 = Bm25Index.build(passages)
    if embedder is None:
        return StoredIndex(bm25)
    vectors = _embed(root, contract, [passage.embedded_text for passage in passages], embedder, report)
    return StoredIndex(bm25, vectors, _shortlist(vectors, report))


def _shortlist(vectors: "Vectors", report: Report) -> Shortlist | None:
    if len(vectors) < LARGE:
        return None
    report(f"measuring the vector search over {len(vectors)} passages", 0, 0)
    return choose_shortlist(vectors, build_codes(vectors))


def _embed(
    root: Path | None, contract: IndexContract, texts: Sequence[str], embedder: Embedder, report: Report
) -> "Vectors":
    import numpy as np

    vectors = np.zeros((len(texts), contract.dimension), np.float32)
    hashes = [row.tobytes() for row in text_hashes(texts)]
    known = _known_vectors(root, contract, set(hashes)) if root is not None else {}
    missing = []
    for row, text_hash in enumerate(hashes):
        if text_hash in known:
            vectors[row] = known[text_hash]
        else:
            missing.append(row)
    # Long and short texts take very different times: mixed, the count grows evenly.
    what = "embedding passages" + (f" ({len(texts) - len(missing)} known)" if known else "")
    for at in range(0, len(missing), AT_ONCE):
        rows = missing[at : at + AT_ONCE]
        report(what, at, len(missing))
        vectors[rows] = embedder.embed([texts[row] for row in rows])
    if missing:
        report(what, len(missing), len(missing))
    return vectors


def _known_vectors(root: Path, contract: IndexContract, wanted: set[bytes]) -> "dict[bytes, Vectors]":
    """Return text hash -> vector for those of `wanted` that indexes of the same vectors have, the newest first.

    The newest alone would not do: it may be of other folders. Nothing where `root` cannot be listed.
    """
    kind = contract.to_json()
    known: dict[bytes, Vectors] = {}
    for folder in _newest_first(root):
        if len(known) == len(wanted):
            break
        # OSError: another process puts a new index in its place meanwhile.
        with suppress(IndexDamagedError, OSError):
            stored = read_manifest(folder)["contract"]
            if isinstance(stored, dict) and all(stored.get(name) == kind[name] for name in KINDS_OF_VECTORS):
                known |= read_vectors(folder, wanted - known.keys())
    return known


def _newest_first(root: Path) -> list[Path]:
    found: list[tuple[int, Path]] = []
    with suppress(OSError):
        for path in root.glob("*"):
            with suppress(OSError):  # gone meanwhile
                if path.is_dir() and "." not in path.name:
                    found.append((path.stat().st_mtime_ns, path))
    return [path for _, path in sorted(found, reverse=True)]
