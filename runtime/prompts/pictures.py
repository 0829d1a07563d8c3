"""Which pictures a model that sees is shown: the case's image, and the newest that a tool made. Two at most."""

from collections.abc import Mapping

from runtime.contracts.state import AgentState, Message


def shown_refs(state: AgentState) -> tuple[str, ...]:
    """Return the references of what may be shown, the case's image first, then what tools kept, the newest first.

    Which of the latter are pictures at all, only their bytes tell.
    """
    case = (state.image_ref,) if state.image_ref else ()
    return (*case, *dict.fromkeys(reversed(state.artifacts)))


def pictures_of(message: Message, state: AgentState, pictures: Mapping[str, bytes]) -> tuple[bytes, ...]:
    """Return the pictures that go with `message`: the case's with the first, a tool's with the result that brought it.

    There they stay from step to step, so that what was sent before them is sent again unchanged.
    """
    if message.image_ref in pictures:
        return (pictures[message.image_ref],)
    if message.speaker != "tool":
        return ()
    return tuple(
        picture
        for ref, picture in pictures.items()
        if ref != state.image_ref and message.text.startswith(f"RESULT {_brought_by(ref, state)} of ")
    )


def _brought_by(ref: str, state: AgentState) -> str:
    """The call that kept `ref` first: two tools that make the same picture show it once."""
    return next((card.call_id for card in state.tool_results if ref in card.artifact_refs), "")
