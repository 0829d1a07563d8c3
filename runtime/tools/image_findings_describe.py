"""A vision-language model's words about the picture: quoted, bounded, marked as the model's, never measured."""

import asyncio
import json
import os
from typing import TYPE_CHECKING, NamedTuple

from runtime.contracts.errors import RuntimeFault
from runtime.contracts.json_types import JsonObject, as_object
from runtime.contracts.ports import ChatMessage, ModelReply, ModelRequest
from runtime.contracts.trace_event import ControllerInfo
from runtime.models.settings import ControllerSettings
from runtime.tools.clean_text import clean_text

if TYPE_CHECKING:
    from runtime.images.image_types import Pixels

MAX_CHARS = 400
MAX_SIDE = 768
TIMEOUT_S = 45.0
SCHEMA: JsonObject = {
    "type": "object",
    "properties": {"description": {"type": "string"}},
    "required": ["description"],
    "additionalProperties": False,
}
_TASK = (
    "Describe what is visible in this medical image for a student: kind of image, view, shapes, bright and dark areas, "
    "left and right of the picture. Two or three sentences. Name no diagnosis and give no advice. "
    'Answer as JSON: {"description": "..."}'
)


class Description(NamedTuple):
    """What the model said, or `problem` with why it said nothing. `model` is marked when it is simulated."""

    text: str
    model: str
    is_simulated: bool
    problem: str = ""

    def to_json(self) -> JsonObject:
        """The part of a card's data."""
        return {"text": self.text, "model": self.model, "simulated": self.is_simulated, "problem": self.problem}

    @property
    def words(self) -> str:
        """How the summary says it; text stays inside quotation marks of its own."""
        mark = "simulated " if self.is_simulated else ""
        if self.problem:
            return f"No description: {self.problem}"
        quoted = self.text.replace('"', "'")
        return f'Unverified words of the {mark}model {self.model}, quoted: "{quoted}"'


def describe_picture(pixels: "Pixels", settings: ControllerSettings) -> Description:
    """Return the configured model's description, at most 400 characters; a failure is on it, never raised.

    Must not be called inside a running event loop: the question is asked in one of its own.
    """
    if settings.kind == "simulated":
        return Description("", "simulated", True, "the simulated controller cannot see; name a vision-language model")
    try:
        reply, info = asyncio.run(asyncio.wait_for(_ask(_png(pixels), settings), TIMEOUT_S))
    except TimeoutError:
        return Description("", _name(settings), False, f"the describer gave no answer within {TIMEOUT_S:g} s")
    except RuntimeFault as exc:
        return Description("", _name(settings), False, clean_text(f"the describer failed ({exc})", MAX_CHARS))
    text = clean_text(_text_of(reply.text), MAX_CHARS)
    problem = "" if text else "the describer's answer was empty"
    return Description(text, clean_text(info.model, 80), info.simulated, problem)


async def _ask(png: bytes, settings: ControllerSettings) -> tuple[ModelReply, ControllerInfo]:
    from runtime.models.closing import close_controller
    from runtime.models.registry import build_controller

    controller = build_controller(settings, os.environ)
    messages = (ChatMessage("user", _TASK, (png,)),)
    try:
        return await controller.complete(ModelRequest(messages, SCHEMA, 0, "describe", 220)), controller.info
    finally:
        await close_controller(controller)


def _png(pixels: "Pixels") -> bytes:
    import cv2
    import numpy as np

    from runtime.images.load_image import encode_png

    scale = min(1.0, MAX_SIDE / max(pixels.shape[:2]))
    size = (max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale)))
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA) if scale < 1.0 else pixels
    return encode_png(np.asarray(small, np.uint8))


def _text_of(answer: str) -> str:
    """The description in the answer: the field of a JSON object, else the whole text."""
    try:
        found = as_object(json.loads(answer)).get("description")
    except ValueError:
        return answer
    return found if isinstance(found, str) else ""


def _name(settings: ControllerSettings) -> str:
    return clean_text(settings.model or settings.kind, 80)
