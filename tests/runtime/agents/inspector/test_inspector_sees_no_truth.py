"""What the inspector is asked, and what is recorded of it before the end, walked whole: no truth is in it."""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict

import pytest

from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import EpisodeJob
from runtime.contracts.trace_event import Episode
from runtime.inspection.castings import casting_voids
from runtime.models.simulated import Simulated
from tests.runtime.agents.inspector.inspections import Heard, casting, inspector


def _keys(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield str(key)
            yield from _keys(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _keys(item)


def _numbers(text: str) -> str:
    """The numbers of a text, so that a box is found however it is written."""
    return " ".join(["", *re.findall(r"\d+", text), ""])


def _found(episode: Episode) -> list[JsonObject]:
    cards = [step.card for step in episode.steps if step.card is not None and step.card.name == "find_candidates"]
    rows = cards[0].data["candidates"]
    assert isinstance(rows, list)
    return rows


def test_there_is_something_to_see_in_the_castings_below() -> None:
    assert sum(len(casting_voids(number)) for number in range(10)) > 20


TELLING = {"truth", "real", "is_real", "void", "voids", "is_void", "mask", "label", "false_kept", "missed_candidates"}


@pytest.mark.parametrize("number", range(10))
async def test_nothing_of_the_truth_is_seen_before_the_end(number: int) -> None:
    heard = Heard(Simulated())
    sample = casting(number, mask="masks/secret.png")
    episode = await inspector(heard, controller_image_px=64).run(sample, EpisodeJob(seed=number))
    requests = [[[one.content for one in request.messages], request.context] for request in heard.asked]
    steps = [asdict(step) for step in episode.steps]
    assert all(request.sample is None and request.state is None for request in heard.asked)
    assert not set(_keys(requests)) & TELLING
    assert not set(_keys(steps)) & TELLING
    seen = json.dumps([requests, steps], default=str)
    assert "secret" not in seen
    boxes = {_numbers(str(row["box"])) for row in _found(episode)}
    numbers = _numbers(seen)
    assert boxes
    assert all(box in numbers for box in boxes)
    hidden = {_numbers(str([*box])) for box in casting_voids(number)} - boxes
    assert not [box for box in hidden if box in numbers]
