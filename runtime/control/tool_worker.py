"""The worker process: builds the tools it is told to, runs one call at a time, and dies with its owner.

Started as `python -P -m runtime.control.tool_worker LIFELINE`; LIFELINE is the pipe whose other end only the owner
holds. Messages come on stdin and go to stdout (see frames.py); what a tool prints goes nowhere.
"""

import os
import sys
import threading
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path

from runtime.contracts.errors import ToolError, TraceError
from runtime.contracts.json_types import JsonObject, as_object, canonical_json
from runtime.contracts.ports import ArtifactStore, Retriever, Tool, ToolContext
from runtime.contracts.state import Hit
from runtime.contracts.tool_call import ToolOutput
from runtime.control.frames import receive, send
from runtime.tools.call_tool import MAX_DATA_BYTES, fault_words
from runtime.tools.clean_text import MAX_READ_CHARS
from runtime.tools.settings import ToolSettings


class Channel:
    """The worker's end: requests in, replies out, and questions to the owner while a tool runs."""

    def __init__(self, incoming: int, outgoing: int) -> None:
        self._incoming, self._outgoing = incoming, outgoing
        self._lock = threading.Lock()

    def receive(self) -> JsonObject | None:
        """Return the next request, or None when the owner is gone."""
        return receive(self._incoming)

    def send(self, message: JsonObject) -> None:
        """Send one message."""
        with self._lock:
            send(self._outgoing, message)

    def ask(self, question: JsonObject) -> JsonObject:
        """Return the owner's answer. Raises: TraceError with its reason when there is none."""
        with self._lock:
            send(self._outgoing, question)
            answer = receive(self._incoming)
        if answer is None:
            os._exit(0)
        if "error" in answer:
            raise TraceError(str(answer["error"]))
        return answer


class OwnersArtifacts:
    """An ArtifactStore that the owner keeps."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    def put(self, data: bytes, media_type: str) -> str:
        """Store `data` with the owner and return its reference."""
        question: JsonObject = {"ask": "put", "data": b64encode(data).decode("ascii"), "media_type": media_type}
        return str(self._channel.ask(question)["ref"])

    def get(self, ref: str) -> bytes:
        """Return the bytes of `ref`. Raises: TraceError."""
        return b64decode(str(self._channel.ask({"ask": "get", "ref": ref})["data"]))


class OwnersIndex:
    """A Retriever that the owner searches."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel

    def search(self, query: str, k: int, image_ref: str = "") -> Sequence[Hit]:
        """Return the owner's hits. Raises: TraceError."""
        answer = self._channel.ask({"ask": "search", "query": query, "k": k, "image_ref": image_ref})
        hits = answer["hits"]
        assert isinstance(hits, list)
        return [Hit(**hit) for hit in hits]


def build_tools(recipe: Mapping[str, object]) -> Mapping[str, Tool]:
    """Return the tools of `recipe`: {"factory": "module:function", "image_base": path or null, "settings": {...}}."""
    module, _, name = str(recipe["factory"]).partition(":")
    base = recipe.get("image_base")
    settings = ToolSettings.model_validate(as_object(recipe.get("settings")))
    tools = getattr(import_module(module), name)(Path(str(base)) if base else None, settings)
    assert isinstance(tools, Mapping)
    return tools


def run_request(tools: Mapping[str, Tool], request: Mapping[str, object], context: ToolContext) -> JsonObject:
    """Return the reply to one call: {"summary", "artifact_refs", "data"} or {"error_class", "message"}."""
    name = str(request["tool"])
    try:
        output = tools[name].run(as_object(request.get("arguments")), context)
        return _reply(name, output)
    except ToolError as exc:
        return {"error_class": exc.error_class, "message": str(exc)[:MAX_READ_CHARS]}
    except BaseException as exc:  # noqa: BLE001  whatever a tool raises is its result
        return {"error_class": "server_failure", "message": fault_words(name, exc)[:MAX_READ_CHARS]}


def _reply(name: str, output: object) -> JsonObject:
    if not isinstance(output, ToolOutput):
        raise TypeError(f"returned {type(output).__name__}, not ToolOutput")
    size = len(canonical_json(output.data))
    if size > MAX_DATA_BYTES:
        message = f"{name} returned {size / 1e6:.1f} MB of data; at most {MAX_DATA_BYTES / 1e6:.1f} MB are taken"
        return {"error_class": "server_failure", "message": message}
    refs = [str(ref) for ref in output.artifact_refs]
    return {"summary": str(output.summary)[: 2 * MAX_READ_CHARS], "artifact_refs": refs, "data": output.data}


def serve(channel: Channel) -> None:
    """Build the tools the first message names, then answer calls until the owner is gone.

    A later message that names tools takes the place of the first; its memory bound must be the same.
    """
    tools: Mapping[str, Tool] = {}
    while (request := channel.receive()) is not None:
        if "factory" not in request:
            channel.send(run_request(tools, request, _context(request, channel)))
            continue
        limit_memory(request.get("memory_mb"))
        try:
            tools = build_tools(request)
        except BaseException as exc:  # noqa: BLE001  the owner must hear why there are no tools
            channel.send({"error": f"{type(exc).__name__}: {exc}"})
            return
        channel.send({"ready": os.getpid()})


def _context(request: Mapping[str, object], channel: Channel) -> ToolContext:
    from runtime.artifacts.store import FileArtifactStore

    folder = request.get("artifacts")
    store: ArtifactStore = FileArtifactStore(Path(str(folder))) if folder else OwnersArtifacts(channel)
    index: Retriever | None = OwnersIndex(channel) if request.get("has_index") else None
    key = str(request.get("idempotency_key", ""))
    return ToolContext(str(request.get("image_ref", "")), store, index, key)


def limit_memory(megabytes: object) -> None:
    """Bound this process's address space, so that a tool that takes too much gets a MemoryError of its own."""
    if isinstance(megabytes, int) and megabytes > 0:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        wanted = megabytes * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (wanted if hard < 0 else min(wanted, hard), hard))


def die_with_owner(lifeline: int) -> None:
    """End this process and what it started when the owner's end of `lifeline` closes, whatever a tool is doing."""
    os.set_inheritable(lifeline, False)

    def watch() -> None:
        os.read(lifeline, 1)
        os._exit(1)

    threading.Thread(target=watch, name="lifeline", daemon=True).start()
    import fcntl

    if hasattr(fcntl, "F_SETSIG"):
        # A tool that holds the interpreter's lock keeps the thread from running; the kernel does not ask.
        import signal

        fcntl.fcntl(lifeline, fcntl.F_SETOWN, -os.getpgrp())
        fcntl.fcntl(lifeline, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)


def main() -> None:
    """Take stdin and stdout for messages, give tools /dev/null instead, and serve."""
    incoming, outgoing = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    die_with_owner(int(sys.argv[1]))
    serve(Channel(incoming, outgoing))


if __name__ == "__main__":
    main()
