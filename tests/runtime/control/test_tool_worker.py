"""The worker's side, in this process; what needs a process of its own is in test_worker_pool."""

import os
import subprocess
import sys
import threading
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import TraceError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.control.frames import receive, send
from runtime.control.tool_worker import Channel, OwnersArtifacts, OwnersIndex, build_tools, run_request
from runtime.tools.settings import ToolSettings
from tests.runtime.control.odd_tools import FACTORY, odd_tools

CONTEXT = ToolContext("", MemoryArtifactStore(), None)


class Owner:
    """The owner's end of a channel, answering each question with what is given."""

    def __init__(self) -> None:
        """Open both pipes."""
        self.to_worker, self.from_worker = os.pipe(), os.pipe()
        self.channel = Channel(self.to_worker[0], self.from_worker[1])
        self.asked: list[JsonObject | None] = []

    def answer(self, reply: JsonObject) -> threading.Thread:
        """Answer one question, in a thread."""

        def work() -> None:
            self.asked.append(receive(self.from_worker[0]))
            send(self.to_worker[1], reply)

        thread = threading.Thread(target=work)
        thread.start()
        return thread


@pytest.fixture
def owner() -> Iterator[Owner]:
    """An owner."""
    made = Owner()
    yield made
    for end in (*made.to_worker, *made.from_worker):
        os.close(end)


def test_tools_are_built_from_a_recipe() -> None:
    tools = build_tools({"factory": FACTORY, "image_base": None, "settings": {}})
    assert set(tools) == set(odd_tools())
    shipped = {
        "factory": "runtime.tools.registry:tutor_tools",
        "image_base": "/x",
        "settings": ToolSettings().model_dump(),
    }
    assert "zoom" in build_tools(shipped)


@pytest.mark.parametrize(
    ("name", "reply"),
    [
        ("refuse", {"error_class": "empty_result", "message": "nothing found"}),
        ("raise", {"error_class": "server_failure", "message": "raise failed with ZeroDivisionError: oops"}),
        (
            "leave",
            {"error_class": "server_failure", "message": "leave tried to end the program (exit 3); go on without it"},
        ),
        ("none", {"error_class": "server_failure", "message": "none failed with KeyError: 'none'"}),
    ],
)
def test_what_a_tool_raises_is_its_reply(name: str, reply: JsonObject) -> None:
    assert run_request(odd_tools(), {"tool": name, "arguments": {}}, CONTEXT) == reply


def test_long_text_is_cut_before_it_is_sent() -> None:
    reply = run_request(odd_tools(), {"tool": "hostile", "arguments": {}}, CONTEXT)
    assert isinstance(reply["summary"], str)
    assert len(reply["summary"]) <= 200_000


def test_artifacts_are_kept_by_the_owner(owner: Owner) -> None:
    store = OwnersArtifacts(owner.channel)
    thread = owner.answer({"ref": "artifact://sha256/ab"})
    assert store.put(b"\x00\xff", "image/png") == "artifact://sha256/ab"
    thread.join()
    thread = owner.answer({"data": b64encode(b"\x00\xff").decode()})
    assert store.get("artifact://sha256/ab") == b"\x00\xff"
    thread.join()
    assert owner.asked == [
        {"ask": "put", "data": "AP8=", "media_type": "image/png"},
        {"ask": "get", "ref": "artifact://sha256/ab"},
    ]


def test_the_index_is_searched_by_the_owner(owner: Owner) -> None:
    hit = {"citation": "c-1", "title": "T", "text": "x", "score": 1.5}
    thread = owner.answer({"hits": [hit]})
    (found,) = OwnersIndex(owner.channel).search("water", 3, "image")
    thread.join()
    assert (found.citation, found.score) == ("c-1", 1.5)
    assert owner.asked == [{"ask": "search", "query": "water", "k": 3, "image_ref": "image"}]


def test_what_the_owner_cannot_answer_is_an_error_of_the_tool(owner: Owner) -> None:
    thread = owner.answer({"error": "not in the store"})
    with pytest.raises(TraceError, match="not in the store"):
        OwnersArtifacts(owner.channel).get("artifact://sha256/ab")
    thread.join()


def test_importing_the_worker_loads_no_heavy_package() -> None:
    code = (
        "import sys, runtime.control.tool_worker\n"
        "print(sorted(set(sys.modules) & {'cv2', 'numpy', 'torch', 'onnxruntime', 'httpx', 'openai'}))"
    )
    top = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=top, check=True)
    assert done.stdout.strip() == "[]"
