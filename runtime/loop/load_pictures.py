"""The pictures of one request, for a model that sees."""

import asyncio
from collections.abc import Mapping

from runtime.contracts.errors import ImageError
from runtime.contracts.state import AgentState
from runtime.models.picture import PictureLoader
from runtime.prompts.pictures import shown_refs


async def load_pictures(state: AgentState, load: PictureLoader | None) -> Mapping[str, bytes]:
    """Return PNG bytes by reference: the case's image, then the newest picture a tool made. Empty without `load`.

    Raises: ImageError when the case's image or a kept picture cannot be read: a model that should see must not guess.
    """
    if load is None:
        return {}
    return await asyncio.to_thread(_load, state, load)


def _load(state: AgentState, load: PictureLoader) -> dict[str, bytes]:
    shown: dict[str, bytes] = {}
    limit = 2 if state.image_ref else 1
    for ref in shown_refs(state):
        picture = load(ref)
        if picture is not None:
            shown[ref] = picture
        elif ref == state.image_ref:
            raise ImageError(f"image {ref!r}: the artifact holds no picture; name another image in the sample")
        if len(shown) == limit:
            break
    return shown
