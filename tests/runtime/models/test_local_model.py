"""A model in this process as a controller: loaded late, one answer at a time, let go of in time."""

import asyncio
import time
from pathlib import Path

import pytest

from runtime.contracts.errors import ModelError, ModelUnavailableError
from runtime.contracts.ports import ChatMessage, ModelRequest
from runtime.models.local_model import LocalModel, LocalSettings
from runtime.models.registry import build_controller
from runtime.models.settings import ControllerSettings
from tests.runtime.models.tiny_models import TALK, png, seeing_model

pytest.importorskip("torch", reason="torch is not installed (extra [local])")
pytest.importorskip("transformers", reason="transformers is not installed (extra [local])")
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]
SEEN = (*TALK[:1], ChatMessage("user", "Student: why is it white?", (png(),)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a tiny model that sees."""
    return seeing_model(tmp_path_factory.mktemp("models") / "tiny-medgemma")


def _ask(seed: int = 1, max_tokens: int = 8) -> ModelRequest:
    return ModelRequest(SEEN, {}, seed, max_tokens=max_tokens)


async def test_it_answers_from_the_registry_and_says_who_it_is(folder: Path) -> None:
    settings = ControllerSettings(kind="local", model=str(folder), vision=True, device="cpu")
    controller = build_controller(settings, {})
    info = controller.info
    assert (info.backend, info.model, info.simulated, info.structured_output) == ("local", folder.name, False, "none")
    first, again, other = [await controller.complete(_ask(seed)) for seed in (1, 1, 2)]
    assert first.text == again.text != other.text
    assert first.prompt_tokens == again.prompt_tokens > 0
    assert 0 < first.completion_tokens <= 8
    assert first.seconds > 0
    assert first.cost_usd == 0


async def test_requests_at_once_get_the_answers_they_would_get_alone(folder: Path) -> None:
    model = LocalModel(LocalSettings(folder, vision=True))
    alone = [(await model.complete(_ask(seed))).text for seed in range(4)]
    together = await asyncio.gather(*(model.complete(_ask(seed)) for seed in range(4)))
    assert [reply.text for reply in together] == alone
    await model.aclose()
    assert (await model.complete(_ask(0))).text == alone[0]


async def test_a_request_nobody_waits_for_makes_way(folder: Path) -> None:
    model = LocalModel(LocalSettings(folder, vision=True, temperature=0.0))
    await model.complete(_ask())
    given_up = asyncio.create_task(model.complete(_ask(max_tokens=7000)))
    await asyncio.sleep(0.05)
    given_up.cancel()
    started = time.monotonic()
    with pytest.raises(asyncio.CancelledError):
        await given_up
    await model.complete(_ask(max_tokens=1))
    assert time.monotonic() - started < 3


async def test_an_answer_that_takes_too_long_is_a_failure_of_the_model_not_of_the_loop(folder: Path) -> None:
    model = LocalModel(LocalSettings(folder, timeout_s=1e-6, vision=True))
    with pytest.raises(ModelUnavailableError, match="raise timeout_s"):
        await model.complete(_ask(max_tokens=500))


def test_it_can_be_asked_from_one_event_loop_after_another(folder: Path) -> None:
    model = LocalModel(LocalSettings(folder, vision=True))
    texts = [asyncio.run(model.complete(_ask())).text for _ in range(2)]
    assert texts[0] == texts[1]


def test_a_folder_that_is_no_model_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no such folder"):
        LocalModel(LocalSettings(tmp_path / "gone"))
