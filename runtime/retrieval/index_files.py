"""An index on disk: a folder named by its contract, written whole or not at all, checked when it is read.

manifest.json   schema, contract, vector search (length of the shortlist, recall), size and SHA-256 of every other file
bm25/           words
vectors.npy     text vectors, n x dimension, float32
texts.npy       a 16-byte hash of each embedded text, so that the next index need not embed it again
codes.faiss     short codes of the vectors, in large indexes
"""

import hashlib
import json
import os
import secrets
import shutil
from collections.abc import Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.contracts.json_types import JsonObject, as_object
from runtime.retrieval.bm25_index import Bm25Index
from runtime.retrieval.contract import IndexContract
from runtime.retrieval.errors import IndexDamagedError
from runtime.retrieval.vector_search import LARGE, Shortlist, faiss_library

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from runtime.retrieval.embedder import Vectors

SCHEMA = 1
MANIFEST, BM25, VECTORS, TEXTS, CODES = "manifest.json", "bm25", "vectors.npy", "texts.npy", "codes.faiss"
HASH_BYTES = 16


@dataclass(frozen=True)
class StoredIndex:
    """What is kept of an index. Shapes: vectors: n x dimension. `shortlist` None: vectors are searched exactly."""

    bm25: Bm25Index
    vectors: "Vectors | None" = None
    shortlist: Shortlist | None = None


def text_hashes(texts: Sequence[str]) -> "NDArray[np.uint8]":
    """Return one hash a text. Shapes: n x 16."""
    import numpy as np

    joined = b"".join(hashlib.blake2b(text.encode(), digest_size=HASH_BYTES).digest() for text in texts)
    return np.frombuffer(joined, np.uint8).reshape(len(texts), HASH_BYTES)


def write_index(root: Path, contract: IndexContract, index: StoredIndex, texts: Sequence[str]) -> Path:
    """Put the index under `root` in one step, in place of whatever is there, and return its folder.

    Raises: OSError when it cannot be written.
    """
    made = root / f"{contract.key}.tmp-{os.getpid()}-{secrets.token_hex(4)}"
    try:
        (made / BM25).mkdir(parents=True)
        _write_parts(made, index, texts)
        manifest = {
            "schema": SCHEMA,
            "contract": contract.to_json(),
            "shortlist": None if index.shortlist is None else [index.shortlist.length, index.shortlist.recall],
            "files": {path.relative_to(made).as_posix(): _stamp(path) for path in _files(made)},
        }
        (made / MANIFEST).write_text(json.dumps(manifest, indent=1, sort_keys=True), encoding="utf-8")
        return _put(made, root / contract.key)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _write_parts(folder: Path, index: StoredIndex, texts: Sequence[str]) -> None:
    index.bm25.save(folder / BM25)
    if index.vectors is not None:
        import numpy as np

        np.save(folder / VECTORS, index.vectors)
        np.save(folder / TEXTS, text_hashes(texts))
    if index.shortlist is not None:
        faiss_library().write_index(index.shortlist.codes, str(folder / CODES))


def _put(made: Path, folder: Path) -> Path:
    if not (folder.exists() or folder.is_symlink()):
        made.rename(folder)
        return folder
    old = folder.with_name(f"{folder.name}.old-{secrets.token_hex(4)}")
    folder.rename(old)
    made.rename(folder)
    if old.is_dir() and not old.is_symlink():
        shutil.rmtree(old, ignore_errors=True)
    else:
        old.unlink(missing_ok=True)
    return folder


def read_index(root: Path, contract: IndexContract) -> StoredIndex | None:
    """Return the index of `contract`, or None when there is none.

    Raises: IndexContractError when the folder holds an index of another contract, naming the fields;
        IndexDamagedError when a file is missing, truncated or changed.
    """
    folder = root / contract.key
    if not folder.exists():
        return None
    manifest = read_manifest(folder)
    contract.check(as_object(manifest["contract"]), folder)
    _check_files(folder, as_object(manifest.get("files")))
    try:
        return _read_parts(folder, contract, manifest.get("shortlist"))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RuntimeError) as exc:
        # Whatever a changed file makes the readers of words, vectors and codes stumble over.
        raise IndexDamagedError(f"{folder}: cannot be read: {type(exc).__name__}") from exc


def read_manifest(folder: Path) -> JsonObject:
    """Return what `folder` says of itself. Raises: IndexDamagedError when it says nothing that can be used."""
    try:
        value = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as exc:
        raise IndexDamagedError(f"{folder}: has no readable {MANIFEST} ({type(exc).__name__})") from exc
    if not isinstance(value, dict) or value.get("schema") != SCHEMA or not isinstance(value.get("contract"), dict):
        raise IndexDamagedError(f"{folder}: its {MANIFEST} is of another schema than {SCHEMA}")
    return value


def read_vectors(folder: Path, wanted: Set[bytes]) -> "dict[bytes, Vectors]":
    """Return text hash -> vector for those of `wanted` that the stored index has whole; vectors are read only then.

    Raises: IndexDamagedError, OSError.
    """
    import numpy as np

    files = as_object(read_manifest(folder).get("files"))
    if TEXTS not in files or VECTORS not in files:
        return {}
    _check_files(folder, {TEXTS: files[TEXTS]})
    rows = {text: row for row, one in enumerate(np.load(folder / TEXTS)) if (text := one.tobytes()) in wanted}
    if not rows:
        return {}
    _check_files(folder, {VECTORS: files[VECTORS]})
    vectors = np.load(folder / VECTORS, mmap_mode="r")
    return {text: np.array(vectors[row]) for text, row in rows.items()}


def _read_parts(folder: Path, contract: IndexContract, shortlist: object) -> StoredIndex:
    import numpy as np

    bm25 = Bm25Index.load(folder / BM25)
    if not contract.dimension:
        return StoredIndex(bm25)
    vectors = np.asarray(np.load(folder / VECTORS, mmap_mode="r" if contract.n >= LARGE else None))
    if vectors.shape != (contract.n, contract.dimension) or vectors.dtype != np.float32:
        raise ValueError(f"{VECTORS} is {vectors.shape} {vectors.dtype}")
    if not isinstance(shortlist, list):
        return StoredIndex(bm25, vectors)
    codes = faiss_library().read_index(str(folder / CODES))
    return StoredIndex(bm25, vectors, Shortlist(codes, int(shortlist[0]), float(shortlist[1])))


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.name != MANIFEST)


def _stamp(path: Path) -> JsonObject:
    with path.open("rb") as file:
        return {"bytes": path.stat().st_size, "sha256": hashlib.file_digest(file, "sha256").hexdigest()}


def _check_files(folder: Path, files: JsonObject) -> None:
    if not files:
        raise IndexDamagedError(f"{folder}: names no files")
    for name, stamp in files.items():
        path = folder / name
        if not path.is_file():
            raise IndexDamagedError(f"{path}: is missing")
        if _stamp(path) != stamp:
            raise IndexDamagedError(f"{path}: is not what was written (truncated or changed)")
