"""A model in this process: text, or text and images (MedGemma's interface), from a folder. No server, no download."""

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from runtime.contracts.ports import ModelReply, ModelRequest
from runtime.contracts.trace_event import ControllerInfo
from runtime.models.chat_completion import wire_seed
from runtime.models.local_generation import Dtype, Generated, Limits, LoadedModel, generate, load_model
from runtime.models.model_folder import check_model_folder, check_packages


@dataclass(frozen=True)
class LocalSettings:
    """Which model to load, and how."""

    folder: Path
    """The model's files: config.json, *.safetensors, tokenizer, chat template; for images its processor too."""
    temperature: float = 0.7
    """Sampling temperature; 0 takes the likeliest token."""
    timeout_s: float = 60.0
    """Longest one answer may take, loading not counted."""
    device: str = "auto"
    """Where it runs: cpu, cuda, cuda:1, mps; auto is the first GPU, else the processor."""
    dtype: Dtype = "auto"
    """Number format of the weights; auto is that of the files."""
    vision: bool = False
    """It will be shown images; its processor must be there."""


class LocalModel:
    """Implements Controller. One answer at a time, in a thread of its own; `aclose` frees the memory.

    JSON is asked for by the prompt alone. It loads on the first request.
    Raises: ModelError when a package or a file is missing.
    """

    def __init__(self, settings: LocalSettings) -> None:
        check_model_folder(settings.folder, settings.vision)
        check_packages(settings.vision)
        self._settings = settings
        self._worker: ThreadPoolExecutor | None = None
        self._loaded: LoadedModel | None = None

    @property
    def info(self) -> ControllerInfo:
        """Who this is: the folder's name."""
        return ControllerInfo("local", self._settings.folder.name, simulated=False, structured_output="none")

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return the model's answer, reproducible under the request's seed on the same machine.

        Units: `seconds` of generating, waiting and loading left out. Cost is 0.
        Raises: ModelError when it cannot be loaded; ModelRefusedError, ModelUnavailableError as `generate`.
        """
        if self._worker is None:
            # One thread is the queue and the lock: a model answers one request at a time, from whatever event loop.
            self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="local-model")
        cancelled = threading.Event()
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._worker, self._answer, request, cancelled)
        except asyncio.CancelledError:
            cancelled.set()
            raise

    async def aclose(self) -> None:
        """Free the model; the next request loads it again."""
        worker, self._worker, self._loaded = self._worker, None, None
        if worker is not None:
            worker.shutdown(wait=False, cancel_futures=True)

    def _answer(self, request: ModelRequest, cancelled: threading.Event) -> ModelReply:
        settings = self._settings
        if self._loaded is None:
            self._loaded = load_model(settings.folder, settings.device, settings.dtype)
        started = time.monotonic()
        limits = Limits(request.max_tokens, started + settings.timeout_s, cancelled)
        made = generate(self._loaded, request.messages, wire_seed(request.seed), settings.temperature, limits)
        return _reply(made, time.monotonic() - started)


def _reply(made: Generated, seconds: float) -> ModelReply:
    return ModelReply(
        text=made.text,
        finish_reason=made.finish_reason,
        prompt_tokens=made.prompt_tokens,
        completion_tokens=made.completion_tokens,
        seconds=seconds,
    )
