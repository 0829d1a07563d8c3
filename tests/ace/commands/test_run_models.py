"""`ace run` with a model that sees, and with a solver of its own."""

import base64
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.contracts.json_types import JsonObject
from tests.chat_server import ChatServer, chat_server, completion
from tests.conftest import Ran

LOOK = '{"action":"REQUEST_TOOL","tool":"zoom","arguments":{"box":[0.1,0.1,0.6,0.6]}}'
REFUSE = '{"action":"SAFETY_REFUSE","text":"Please see a clinician."}'
HINT = '{"action":"HINT","hint_level":1,"text":"Look at how dark the centre of the retina is beside the disc."}'
READ = '{"action":"REQUEST_TOOL","tool":"retrieve","arguments":{"query":"dark centre of the retina, fovea"}}'
REVEAL = '{"action":"REVEAL_ANSWER"}'
HEAD = "schema: 1\nsamples: [samples]\nknowledge: [samples/knowledge]\nrun: {seed: 7, concurrency: 1}\n"
SERVER = "kind: openai, model: fake, base_url: 'http://127.0.0.1:1/v1', retries: 0, timeout_s: 5"


def _run(ace: Callable[..., Ran], repo: Path, config: str, *more: str) -> Ran:
    (repo / "ace.yaml").write_text(HEAD + config, encoding="utf-8")
    return ace("run", "-C", str(repo), "--sample", "retina-fp.dark-centre~expert", "--json", "--quiet", *more)


def _pictures(request: JsonObject) -> list[tuple[int, bytes]]:
    """The number of each message with a picture, and the picture."""
    found = []
    messages = request["messages"]
    assert isinstance(messages, list)
    for number, message in enumerate(messages):
        if isinstance(message["content"], list):
            urls = [part["image_url"]["url"] for part in message["content"] if part["type"] == "image_url"]
            found += [(number, base64.b64decode(url.removeprefix("data:image/png;base64,"))) for url in urls]
    return found


def _size(png: bytes) -> tuple[int, int]:
    cv2, np = pytest.importorskip("cv2"), pytest.importorskip("numpy")
    height, width = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED).shape[:2]
    return int(height), int(width)


def _looking(vision: str, repo: Path, ace: Callable[..., Ran]) -> ChatServer:
    script = [LOOK, REFUSE]
    with chat_server(lambda request, number: completion(script[number - 1])) as server:
        ran = _run(ace, repo, f"controller: {{{SERVER}{vision}}}\n", "--base-url", server.base_url)
    assert ran.code == 0, ran.err
    return server


def test_a_model_that_sees_is_sent_the_case_and_the_newest_crop(demo_repository: Path, ace: Callable[..., Ran]) -> None:
    server = _looking(", vision: true, image_max_px: 200", demo_repository, ace)
    first, second = (_pictures(request) for request in server.requests)
    assert [number for number, _ in first] == [1]
    assert [number for number, _ in second] == [1, 3]
    assert first[0] == second[0]
    assert max(_size(first[0][1])) == 200
    assert max(_size(second[1][1])) <= 200


def test_without_vision_the_words_are_the_same_and_no_picture_is_sent(
    demo_repository: Path, ace: Callable[..., Ran]
) -> None:
    seeing = _looking(", vision: true", demo_repository, ace)
    blind = _looking("", demo_repository, ace)
    assert [_pictures(request) for request in blind.requests] == [[], []]
    assert [_words(request) for request in seeing.requests] == [_words(request) for request in blind.requests]


def _words(request: JsonObject) -> list[str]:
    messages = request["messages"]
    assert isinstance(messages, list)
    return [
        message["content"] if isinstance(message["content"], str) else message["content"][0]["text"]
        for message in messages
    ]


def _scripts(repo: Path) -> None:
    answer = {"status": "answer", "answer": "A", "text": "It is so.", "confidence": 0.8, "citations": ["call-1"]}
    (repo / "solver.json").write_text(json.dumps([json.dumps(answer)] * 3), encoding="utf-8")


def test_a_scripted_solver_answers_for_a_real_controller_and_marks_the_run(
    demo_repository: Path, ace: Callable[..., Ran]
) -> None:
    _scripts(demo_repository)
    asked: list[str] = []

    def controller(request: JsonObject, number: int) -> str:
        asked.append(json.dumps(request["messages"]))
        return READ if number == 1 else REVEAL if "correct" in asked[-1].split("Last answer: ")[-1][:10] else HINT

    config = f"controller: {{{SERVER}}}\nsolver: {{kind: scripted, script: solver.json}}\n"
    with chat_server(lambda request, number: completion(controller(request, number))) as server:
        ran = _run(ace, demo_repository, config, "--base-url", server.base_url)
    assert ran.code == 0, ran.err
    assert ran.json["controller"] == "openai/fake + solver scripted/solver (simulated)"
    assert ran.json["simulated"] is True
    assert not any("final answer of a tutoring session" in text for text in asked)


def test_a_solver_behind_a_dead_server_is_found_before_anything_is_run(
    demo_repository: Path, ace: Callable[..., Ran]
) -> None:
    ran = _run(ace, demo_repository, f"controller: {{kind: simulated}}\nsolver: {{{SERVER}}}\n")
    assert ran.code == 1
    assert "nothing answers at http://127.0.0.1:1" in ran.err
