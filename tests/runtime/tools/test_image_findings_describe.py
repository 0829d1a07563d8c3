import base64
import json
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from runtime.contracts.json_types import JsonObject
from runtime.images.load_image import decode_image
from runtime.models.settings import ControllerSettings
from runtime.tools import image_findings_describe
from runtime.tools.image_findings_describe import MAX_CHARS, describe_picture
from tests.chat_server import Answer, chat_server, completion

Pixels: TypeAlias = NDArray[np.uint8]
PICTURE = np.random.default_rng(4).integers(0, 256, (40, 60)).astype(np.uint8)


def _settings(base_url: str, **more: object) -> ControllerSettings:
    fields: dict[str, object] = {"kind": "openai", "model": "seer", "base_url": base_url, "retries": 0, **more}
    return ControllerSettings.model_validate(fields)


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-for-tests")


def test_the_model_is_shown_the_picture_and_its_words_come_back_marked() -> None:
    text = json.dumps({"description": 'A grey field. It says "look".'})
    with chat_server(lambda request, number: completion(text)) as server:
        said = describe_picture(PICTURE, _settings(server.base_url))
        request = server.requests[-1]
    assert said == ('A grey field. It says "look".', "seer", False, "")
    assert said.words == "Unverified words of the model seer, quoted: \"A grey field. It says 'look'.\""
    assert (_shown(request) == PICTURE).all()


def _shown(request: JsonObject) -> Pixels:
    messages = request["messages"]
    assert isinstance(messages, list)
    parts = messages[-1]["content"]
    url = next(part["image_url"]["url"] for part in parts if part["type"] == "image_url")
    return decode_image(base64.b64decode(url.split(",", 1)[1])).pixels


def test_a_large_picture_is_sent_small() -> None:
    with chat_server(lambda request, number: completion('{"description": "x"}')) as server:
        describe_picture(np.zeros((2000, 1000), np.uint8), _settings(server.base_url))
        assert _shown(server.requests[-1]).shape == (768, 384)


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("plain words", "plain words"),
        ('{"other": 1}', ""),
        ('{"description": 7}', ""),
        ("[1, 2]", ""),
        ('{"description": "a\\nb\\u202ec"}', "a bc"),
        (json.dumps({"description": "word " * 1000}), None),
    ],
    ids=["no json", "no field", "number", "list", "hidden characters", "long"],
)
def test_words_are_cleaned_and_bounded(answer: str, text: str | None) -> None:
    with chat_server(lambda request, number: completion(answer)) as server:
        said = describe_picture(PICTURE, _settings(server.base_url, structured_output="none"))
    if text is None:
        assert len(said.text) == MAX_CHARS
        assert said.text.endswith("...")
    else:
        assert said.text == text
        assert bool(said.problem) is (text == "")


def test_a_failing_server_is_a_problem_not_an_error() -> None:
    with chat_server(lambda request, number: Answer("out of order", 500)) as server:
        said = describe_picture(PICTURE, _settings(server.base_url))
    assert said.text == ""
    assert said.problem.startswith("the describer failed (")
    assert said.words.startswith("No description: the describer failed")


def test_a_server_that_is_not_there_and_a_missing_key_are_too(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "failed" in describe_picture(PICTURE, _settings("http://127.0.0.1:9/v1")).problem
    monkeypatch.delenv("OPENAI_API_KEY")
    assert describe_picture(PICTURE, _settings("http://127.0.0.1:9/v1")).problem


def test_a_server_that_does_not_answer_is_waited_for_a_bounded_time(monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    monkeypatch.setattr(image_findings_describe, "TIMEOUT_S", 0.2)
    done = threading.Event()

    def wait(request: JsonObject, number: int) -> Answer:
        done.wait(5)
        return completion("too late")

    with chat_server(wait) as server:
        said = describe_picture(PICTURE, _settings(server.base_url))
        done.set()
    assert said.problem == "the describer gave no answer within 0.2 s"


def test_a_scripted_describer_is_marked_simulated(tmp_path: Path) -> None:
    script = tmp_path / "words.json"
    script.write_text(json.dumps([json.dumps({"description": "Two dark fields."})]))
    said = describe_picture(PICTURE, ControllerSettings(kind="scripted", script=script))
    assert said.is_simulated
    assert said.words == 'Unverified words of the simulated model words, quoted: "Two dark fields."'
    assert said.to_json() == {"text": "Two dark fields.", "model": "words", "simulated": True, "problem": ""}


def test_the_simulated_controller_cannot_describe() -> None:
    assert "cannot see" in describe_picture(PICTURE, ControllerSettings(kind="simulated")).problem
