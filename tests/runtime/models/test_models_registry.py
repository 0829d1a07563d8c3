import json
import os
from pathlib import Path
from typing import get_args

import pytest

from runtime.contracts.errors import ModelError, ModelRefusedError
from runtime.contracts.ports import ModelRequest
from runtime.models.registry import BUILDERS, build_controller
from runtime.models.settings import ControllerSettings

REQUEST = ModelRequest((), {}, seed=0)


def scripted(path: Path, content: object, record: Path | None = None) -> ControllerSettings:
    path.write_text(json.dumps(content))
    return ControllerSettings(kind="scripted", script=path, record=record)


def test_every_kind_has_a_builder() -> None:
    assert set(BUILDERS) == set(get_args(ControllerSettings.model_fields["kind"].annotation))


def test_openai_gets_its_key_from_the_environment_given() -> None:
    settings = ControllerSettings(kind="openai", model="m", base_url="https://h.example/v1", api_key_env="K")
    info = build_controller(settings, {"K": "abc"}).info
    assert (info.backend, info.model, info.simulated) == ("openai", "m", False)
    with pytest.raises(ModelRefusedError, match="environment variable K"):
        build_controller(settings, {})


def test_simulated_is_built_and_marked() -> None:
    settings = ControllerSettings(kind="simulated", failure_rates={"repeat": 0.5})
    assert build_controller(settings, {}).info.simulated
    with pytest.raises(ModelError, match="correct failure_rates"):
        build_controller(ControllerSettings(kind="simulated", failure_rates={"nonsense": 0.5}), {})


async def test_a_script_recorded_then_replayed_answers_the_same(tmp_path: Path) -> None:
    cassette = tmp_path / "c.jsonl"
    live = build_controller(scripted(tmp_path / "hello.json", ["hi"], record=cassette), {})
    assert (await live.complete(REQUEST)).text == "hi"
    replay = build_controller(ControllerSettings(kind="recorded", cassette=cassette), {})
    assert (await replay.complete(REQUEST)).text == "hi"
    assert replay.info.label == "recorded/hello (simulated)"


@pytest.mark.parametrize("content", [{"a": 1}, [1], "hi"])
def test_a_script_that_is_no_list_of_texts_is_named(tmp_path: Path, content: object) -> None:
    with pytest.raises(ModelError, match=r"s\.json: a script is a JSON list of strings"):
        build_controller(scripted(tmp_path / "s.json", content), {})


def test_a_missing_script_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"s\.json: cannot read the script"):
        build_controller(ControllerSettings(kind="scripted", script=tmp_path / "s.json"), {})


def test_a_pipe_is_no_script_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ModelError, match=r"pipe: cannot read the script \(not a regular file\)"):
        build_controller(ControllerSettings(kind="scripted", script=tmp_path / "pipe"), {})
