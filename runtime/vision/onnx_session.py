"""ONNX files run by onnxruntime: opened once a process, a few threads, named errors."""

from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from runtime.contracts.errors import ToolError
from runtime.images.image_refs import EXTRA
from runtime.vision.model_cache import REMEDY, CachedModel, find_model

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float32]

THREADS = 2


def runtime_problem() -> str:
    """Return what is missing for running ONNX files at all, or an empty string; nothing is imported."""
    return "" if find_spec("onnxruntime") else f"missing package onnxruntime; install {EXTRA}"


class OnnxModel:
    """One loaded model. Safe to run from several threads."""

    def __init__(self, path: Path, sha256: str) -> None:
        """Load the file. Raises: ToolError missing_dependency when it, or onnxruntime, cannot be used."""
        problem = runtime_problem()
        if problem:
            raise ToolError("missing_dependency", problem)
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = THREADS
        options.log_severity_level = 3
        self.path, self.sha256 = path, sha256
        try:
            self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except _errors() as exc:
            raise ToolError("missing_dependency", f"{path}: onnxruntime cannot load it ({exc}); {REMEDY}") from exc

    def run(self, feeds: Mapping[str, "Floats"]) -> list["Floats"]:
        """Return every output for the named inputs. Raises: ToolError server_failure when they do not fit the graph."""
        import numpy as np

        try:
            outputs = self._session.run(None, dict(feeds))
        except _errors() as exc:
            raise ToolError("server_failure", f"{self.path.name}: the model could not be run ({exc})") from exc
        return [np.asarray(output, np.float32) for output in outputs]


def open_model(name: str, folder: Path) -> OnnxModel:
    """Return the model called `name` from the cache `folder`, loaded at most once a process while its file is the same.

    Raises: ToolError missing_dependency naming `make models` when it is absent or damaged.
    """
    found: CachedModel = find_model(name, folder)
    return _opened(found.path, found.sha256)


def _errors() -> tuple[type[Exception], ...]:
    """Return what onnxruntime raises; its own exceptions share no base but Exception."""
    from onnxruntime.capi import onnxruntime_pybind11_state as raised

    own = tuple(kind for kind in vars(raised).values() if isinstance(kind, type) and issubclass(kind, Exception))
    return (*own, RuntimeError, ValueError)


@lru_cache(maxsize=8)
def _opened(path: Path, sha256: str) -> OnnxModel:
    return OnnxModel(path, sha256)
