"""Chat messages for the inspector: constant instructions, then rules, then the episode, where things stand last."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.contracts.ports import ChatMessage
from runtime.contracts.state import Message
from runtime.inspection.state import InspectorState
from runtime.prompts.assemble import CHARS_PER_TOKEN, fit

if TYPE_CHECKING:
    from jinja2 import Template

# Pictures that one prompt shows at most, the newest.
MAX_PICTURES = 2
OPENING = "One X-ray image of a casting is to be inspected."
NUDGE = "no answer could be used: choose one of the actions and write it as one JSON object, nothing else"
_MAX_PROBLEM_CHARS = 300


@cache
def _template() -> "Template":
    from jinja2 import Environment, StrictUndefined

    source = (Path(__file__).parent / "inspector.j2").read_text(encoding="utf-8")
    environment = Environment(undefined=StrictUndefined, autoescape=False, keep_trailing_newline=True)
    return environment.from_string(source)


def system_prompt(rules_text: str, sees: bool) -> str:
    """Return the instructions; rule text is a value in them, never a template. `sees`: the model is shown crops."""
    return _template().render(rules=rules_text, sees=sees)


def inspector_messages(
    system: str, state: InspectorState, pictures: Mapping[str, bytes] | None = None
) -> tuple[ChatMessage, ...]:
    """Return the messages of one decision; the oldest tool results are left out when the context budget is short.

    `pictures` are PNG bytes by reference; each goes with the tool result that brought it.
    """
    last = f"{_standing(state)}\nNext action: one JSON object."
    room = state.budgets.context_tokens * CHARS_PER_TOKEN - len(system) - len(OPENING) - len(last)
    turns = [
        ChatMessage(message.role, _labelled(message), _pictures_of(message, pictures or {}))
        for message in fit(state.messages, room)
    ]
    return (ChatMessage("system", system), ChatMessage("user", OPENING), *turns, ChatMessage("user", last))


def nudge(problem: str) -> str:
    """Return what the model is told when no answer of a step could be used; `problem` is what was wrong with the last.

    Each step's prompt begins anew, so without it a model repeats a small mistake that it was told of three times.
    """
    return f"{NUDGE}. The last one: {problem[:_MAX_PROBLEM_CHARS]}" if problem else NUDGE


def is_nudge(message: Message) -> bool:
    """Return whether a message is one that `nudge` made."""
    return message.speaker == "notice" and message.text.startswith(NUDGE)


def shown_refs(messages: Sequence[Message]) -> tuple[str, ...]:
    """Return the references of the pictures to show, the newest first, MAX_PICTURES at most."""
    refs = (message.image_ref for message in reversed(messages) if message.image_ref)
    return tuple(dict.fromkeys(refs))[:MAX_PICTURES]


def _standing(state: InspectorState) -> str:
    left = max(state.budgets.tool_calls - state.spent.tool_calls, 0)
    return f"{_found(state)} Tool calls left: {left}."


def _found(state: InspectorState) -> str:
    """Say where the inspection stands and what is next: a small model otherwise looks for the same again."""
    if state.candidates is None:
        return "Candidates: not looked for yet; find them."
    if not state.ids:
        return "Candidates: none; submit the report."
    if state.unmeasured:
        return f"Candidates: {_listed(state.ids)}. Not measured: {_listed(state.unmeasured)}; measure them."
    return f"Candidates: {_listed(state.ids)}, all measured; submit the report."


def _listed(ids: Sequence[int]) -> str:
    return ", ".join(str(name) for name in ids) or "none"


def _labelled(message: Message) -> str:
    return f"Notice: {message.text}" if message.speaker == "notice" else message.text


def _pictures_of(message: Message, pictures: Mapping[str, bytes]) -> tuple[bytes, ...]:
    return (pictures[message.image_ref],) if message.image_ref in pictures else ()
