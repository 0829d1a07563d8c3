"""What a model that sees is shown: the case, and the newest picture a tool kept; never more than two."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from runtime.contracts.errors import ImageError
from runtime.contracts.ports import EpisodeJob, ModelRequest
from runtime.contracts.state import AgentState
from runtime.loop.load_pictures import load_pictures
from runtime.models.picture import PictureLoader
from tests.runtime.builders import LOOK, REFUSE, SAMPLE, state, tutor

PICTURES = {"film.png": b"film", "artifact://crop": b"crop", "artifact://mask": b"mask", "artifact://table": None}


def _load(ref: str) -> bytes | None:
    if ref not in PICTURES:
        raise ImageError(f"image {ref!r}: no such file")
    return PICTURES[ref]


def _kept(*refs: str, image: str = "film.png") -> AgentState:
    return replace(state(image=image), artifacts=tuple(f"artifact://{ref}" for ref in refs))


@pytest.mark.parametrize(
    ("now", "shown"),
    [
        (_kept(), {"film.png": b"film"}),
        (_kept("crop"), {"film.png": b"film", "artifact://crop": b"crop"}),
        (_kept("crop", "mask"), {"film.png": b"film", "artifact://mask": b"mask"}),
        (_kept("crop", "table"), {"film.png": b"film", "artifact://crop": b"crop"}),
        (_kept("table"), {"film.png": b"film"}),
        (_kept("crop", "mask", image=""), {"artifact://mask": b"mask"}),
        (_kept(image=""), {}),
    ],
    ids=["case", "crop", "newest", "not a picture", "no picture at all", "no case image", "nothing"],
)
async def test_the_case_and_the_newest_picture_are_shown(now: AgentState, shown: Mapping[str, bytes]) -> None:
    assert await load_pictures(now, _load) == shown
    assert list(await load_pictures(now, _load)) == list(shown)


async def test_a_model_that_does_not_see_loads_nothing() -> None:
    assert await load_pictures(_kept("crop"), None) == {}


@pytest.mark.parametrize("image", ["gone.png", "artifact://table"], ids=["missing", "not a picture"])
async def test_a_case_image_that_cannot_be_shown_is_an_error(image: str) -> None:
    with pytest.raises(ImageError, match=r"no such file|holds no picture"):
        await load_pictures(_kept(image=image), _load)


async def _seen(load: PictureLoader | None) -> list[ModelRequest]:
    asked: list[ModelRequest] = []

    def script(request: ModelRequest) -> str:
        asked.append(request)
        return LOOK if request.step == 0 else REFUSE

    case = SAMPLE.model_copy(update={"image": "film.png"})
    await tutor(script, controller_sees=load).run(case, EpisodeJob())
    return asked


async def test_every_request_of_an_episode_has_the_case_with_the_first_message() -> None:
    seen, blind = await _seen(_load), await _seen(None)
    assert len(seen) == 2
    assert all(request.messages[1].images == (b"film",) for request in seen)
    assert not any(message.images for request in blind for message in request.messages)
    assert [[m.content for m in request.messages] for request in seen] == [
        [m.content for m in request.messages] for request in blind
    ]


async def test_an_image_that_cannot_be_shown_says_nothing_about_the_agent() -> None:
    case = SAMPLE.model_copy(update={"image": "gone.png"})
    episode = await tutor([REFUSE], controller_sees=_load).run(case, EpisodeJob())
    assert episode.outcome is not None
    assert episode.outcome.terminal == "infrastructure_error"
    assert "gone.png" in episode.outcome.error
