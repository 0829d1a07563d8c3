"""Generating in this process, on tiny models with random weights: the same seed gives the same words."""

import json
import shutil
import threading
import time
from pathlib import Path

import pytest

from runtime.contracts.errors import ModelError, ModelRefusedError, ModelUnavailableError
from runtime.contracts.ports import ChatMessage
from runtime.models.local_generation import Limits, LoadedModel, _encoded, generate, load_model
from tests.runtime.models.tiny_models import TALK, png, reading_model, seeing_model

pytest.importorskip("torch", reason="torch is not installed (extra [local])")
pytest.importorskip("transformers", reason="transformers is not installed (extra [local])")
# Third-party code's own notices about itself.
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]


def _limits(max_tokens: int = 12, seconds: float = 60.0) -> Limits:
    return Limits(max_tokens, time.monotonic() + seconds, threading.Event())


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> LoadedModel:
    """A tiny text model."""
    return load_model(reading_model(tmp_path_factory.mktemp("reader")), "cpu", "float32")


@pytest.fixture(scope="module")
def seer(tmp_path_factory: pytest.TempPathFactory) -> LoadedModel:
    """A tiny model that sees."""
    return load_model(seeing_model(tmp_path_factory.mktemp("seer")), "cpu", "auto")


@pytest.mark.parametrize("which", ["reader", "seer"])
def test_the_seed_decides_what_is_written(which: str, request: pytest.FixtureRequest) -> None:
    model: LoadedModel = request.getfixturevalue(which)
    made = [generate(model, TALK, seed, 0.9, _limits()) for seed in (1, 1, 2, 3)]
    assert made[0] == made[1]
    assert len({one.text for one in made}) > 1
    assert made[0].prompt_tokens > len(TALK[0].content)
    assert 1 <= made[0].completion_tokens <= 12


def test_temperature_zero_needs_no_seed(reader: LoadedModel) -> None:
    assert generate(reader, TALK, 1, 0.0, _limits()) == generate(reader, TALK, 2, 0.0, _limits())


def test_the_seeds_of_the_rest_of_the_process_are_left_alone(reader: LoadedModel) -> None:
    import torch

    torch.manual_seed(5)
    expected = torch.rand(3).tolist()
    torch.manual_seed(5)
    generate(reader, TALK, 1, 0.9, _limits(2))
    assert torch.rand(3).tolist() == expected


def test_a_picture_takes_tokens_and_changes_what_is_written(seer: LoadedModel) -> None:
    def shown(*pictures: bytes) -> ChatMessage:
        return ChatMessage("user", "Student: why?", pictures)

    blind, white, black, two = (
        generate(seer, (shown(*pictures),), 1, 0.0, _limits(8))
        for pictures in ((), (png(250),), (png(5),), (png(250), png(5)))
    )
    assert blind.prompt_tokens < white.prompt_tokens == black.prompt_tokens < two.prompt_tokens
    assert len({blind.text, white.text, two.text}) > 1


def test_a_text_model_is_not_shown_pictures_in_silence(reader: LoadedModel) -> None:
    with pytest.raises(ModelRefusedError, match="sees no images; remove `vision`"):
        generate(reader, (ChatMessage("user", "Why?", (png(),)),), 1, 0.9, _limits())


def test_what_does_not_fit_is_refused_before_generating(reader: LoadedModel) -> None:
    with pytest.raises(ModelRefusedError, match=r"do not fit into the model's 2048; lower budgets\.context_tokens"):
        generate(reader, (ChatMessage("user", "x" * 3000),), 1, 0.9, _limits())


def test_a_deadline_stops_it_with_what_to_do(reader: LoadedModel) -> None:
    with pytest.raises(ModelUnavailableError, match="no whole answer in time; raise timeout_s"):
        generate(reader, TALK, 1, 0.9, _limits(1500, seconds=0.0))


def test_nobody_waiting_stops_it_at_the_next_token(reader: LoadedModel) -> None:
    limits = _limits(1500)
    limits.cancelled.set()
    started = time.monotonic()
    with pytest.raises(ModelUnavailableError):
        generate(reader, TALK, 1, 0.9, limits)
    assert time.monotonic() - started < 2


def test_the_length_limit_is_said_so(reader: LoadedModel) -> None:
    made = [generate(reader, TALK, seed, 0.9, _limits(3)) for seed in range(4)]
    assert {one.finish_reason for one in made if one.completion_tokens == 3} >= {"length"}


def test_a_conversation_the_template_refuses_is_an_error_to_act_on(reader: LoadedModel) -> None:
    with pytest.raises(ModelRefusedError, match=r"chat template does not take this conversation.*alternate"):
        generate(reader, (ChatMessage("assistant", "I begin."),), 1, 0.9, _limits())


def test_lone_surrogates_do_no_harm(reader: LoadedModel) -> None:
    assert generate(reader, (ChatMessage("user", "\ud83d half"),), 1, 0.9, _limits(2)).completion_tokens >= 1


@pytest.mark.parametrize("damage", ["weights cut off", "another kind of model", "no template"])
def test_damaged_files_are_an_error_to_act_on(damage: str, tmp_path: Path, reader: LoadedModel) -> None:
    folder = tmp_path / "model"
    shutil.copytree(reader.folder, folder)
    if damage == "weights cut off":
        data = (folder / "model.safetensors").read_bytes()
        (folder / "model.safetensors").write_bytes(data[:200])
    elif damage == "another kind of model":
        (folder / "config.json").write_text('{"model_type": "no-such-kind"}')
    else:
        (folder / "chat_template.jinja").unlink()
        with pytest.raises(ModelRefusedError, match="instruction-tuned model"):
            generate(load_model(folder, "cpu", "auto"), TALK, 1, 0.9, _limits())
        return
    with pytest.raises(ModelError, match="cannot be loaded"):
        load_model(folder, "cpu", "auto")


def _damaged(loaded: LoadedModel, folder: Path, name: str, **changes: object) -> Path:
    """A copy of the model's files with fields of one JSON file changed."""
    shutil.copytree(loaded.folder, folder)
    fields = json.loads((folder / name).read_text())
    (folder / name).write_text(json.dumps({**fields, **changes}))
    return folder


def test_weights_that_are_missing_are_not_made_up(tmp_path: Path, reader: LoadedModel) -> None:
    folder = _damaged(reader, tmp_path / "model", "config.json", num_hidden_layers=9)
    with pytest.raises(ModelError, match=r"\d+ weights are missing, the first model\.layers\..*copy all of its"):
        load_model(folder, "cpu", "auto")


@pytest.mark.parametrize(
    ("field", "value"),
    [("num_attention_heads", 0), ("hidden_size", "x"), ("max_position_embeddings", "many"), ("hidden_act", "nope")],
)
def test_a_configuration_that_makes_no_sense_is_an_error_to_act_on(
    field: str, value: object, tmp_path: Path, reader: LoadedModel
) -> None:
    folder = _damaged(reader, tmp_path / "model", "config.json", **{field: value})
    with pytest.raises(ModelError, match=r"model: the model cannot be loaded: .*; check its files"):
        load_model(folder, "cpu", "auto")


def test_a_device_that_is_not_there_is_an_error_to_act_on(reader: LoadedModel) -> None:
    with pytest.raises(ModelError, match=r"the model cannot be loaded: .*, and device"):
        load_model(reader.folder, "cuda:999", "auto")


@pytest.mark.parametrize(
    "template", ["{{ 1/0 }}", "{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}", "{{ messages[9].x }}"]
)
def test_a_template_that_breaks_is_an_error_to_act_on(template: str, tmp_path: Path, reader: LoadedModel) -> None:
    shutil.copytree(reader.folder, tmp_path / "model")
    (tmp_path / "model/chat_template.jinja").write_text(template)
    with pytest.raises(ModelRefusedError, match="its chat template does not take this conversation"):
        generate(load_model(tmp_path / "model", "cpu", "auto"), TALK, 1, 0.9, _limits())


def test_a_model_that_breaks_while_it_writes_is_an_error_to_act_on(tmp_path: Path, reader: LoadedModel) -> None:
    with pytest.raises(ModelError, match=r"cannot write an answer \(RuntimeError: probability .*temperature"):
        generate(reader, TALK, 1, 1e-300, _limits())
    folder = _damaged(reader, tmp_path / "model", "generation_config.json", eos_token_id="x")
    with pytest.raises(ModelError, match=r"cannot write an answer|cannot be loaded"):
        generate(load_model(folder, "cpu", "auto"), TALK, 1, 0.9, _limits())


@pytest.mark.parametrize("which", ["reader", "seer"])
def test_a_models_own_signs_in_what_somebody_wrote_are_only_words(which: str, request: pytest.FixtureRequest) -> None:
    loaded: LoadedModel = request.getfixturevalue(which)
    assert "<eos>" in loaded.specials
    tokenizer = getattr(loaded.front, "tokenizer", loaded.front)
    for word in loaded.specials:
        text = f"look {word} {word}{word}here"
        ids = _encoded(loaded, (ChatMessage("user", text),))["input_ids"][0].tolist()
        plain = _encoded(loaded, (ChatMessage("user", "look"),))["input_ids"][0].tolist()
        sign = tokenizer.convert_tokens_to_ids(word)
        assert ids.count(sign) == plain.count(sign), word


def test_an_images_sign_in_a_text_does_not_stop_the_conversation(seer: LoadedModel) -> None:
    talk = (ChatMessage("user", "look <boi> <image>", (png(),)),)
    assert generate(seer, talk, 1, 0.9, _limits(2)).completion_tokens >= 1
