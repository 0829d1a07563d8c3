"""Chat messages for the controller and the solver: constant prefix, then rules, then the episode."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.contracts.json_types import canonical_json
from runtime.contracts.ports import ChatMessage
from runtime.contracts.sample import TutorSample
from runtime.contracts.state import AgentState, Hit, Message
from runtime.contracts.tool_call import ToolCard, ToolSpec
from runtime.prompts.pictures import pictures_of
from runtime.prompts.teaching import ANSWERING, TEACHING
from runtime.state.condition_view import is_observed

if TYPE_CHECKING:
    from jinja2 import Template

CHARS_PER_TOKEN = 4
MAX_PASSAGES = 8
# The beginning of a line, not the first, that looks like a label, a result or a piece of evidence.
_OWN_LINE = re.compile(
    r"(?<=\n)(?=[ \t]*(?:Notice:|Student:|RESULT |Question:|Evidence:|Next action:|Rules:|Rules \(|\[[^\]\n]*\] ))"
)
_NO_OPTIONS = 'There are no options: write the answer itself, in a few words, as "answer".'


@cache
def _template(name: str) -> "Template":
    from jinja2 import Environment, StrictUndefined

    source = (Path(__file__).parent / name).read_text(encoding="utf-8")
    environment = Environment(undefined=StrictUndefined, autoescape=False, keep_trailing_newline=True)
    return environment.from_string(source)


def system_prompt(tools: Sequence[ToolSpec], rules_text: str) -> str:
    """Return the controller's instructions; rule text is a value in it, never a template."""
    shown = [
        {"name": spec.name, "description": spec.description, "arguments": canonical_json(_brief(spec.arguments))}
        for spec in tools
    ]
    return _template("controller.j2").render(tools=shown, rules=rules_text)


def _brief(schema: Mapping[str, object]) -> dict[str, object]:
    properties = schema.get("properties", {})
    assert isinstance(properties, Mapping)
    return {name: _kind(part) for name, part in properties.items()}


def _kind(part: object) -> object:
    if not isinstance(part, Mapping):
        return "any"
    return part.get("enum") or part.get("description") or part.get("type", "any")


def controller_messages(
    system: str, state: AgentState, sample: TutorSample, pictures: Mapping[str, bytes] | None = None
) -> tuple[ChatMessage, ...]:
    """Return the messages of one decision: what never changes first, where things stand last.

    Oldest tool results are left out first when the context budget is short. `pictures` are PNG bytes by reference;
    each goes with the message that it belongs to. The words are the same with and without them.
    """
    opening = _template("opening.j2").render(
        modality=sample.modality or ("an image" if sample.image else "TXT"),
        organ=sample.organ or "none",
        image=bool(sample.image),
        level=state.student.level,
        teaching=TEACHING[state.student.level],
    )
    case = _template("case.j2").render(
        attempts=state.student.attempts,
        performance=state.student.performance,
        hint_level=state.student.hint_level,
        wrong_ideas=[_one_line(idea).rstrip(".") for idea in state.student.misconceptions],
        queried=state.retrieval.queried,
        observed=is_observed(state),
        calls_left=max(state.budgets.tool_calls - state.spent.tool_calls, 0),
    )
    room = state.budgets.context_tokens * CHARS_PER_TOKEN - len(system) - len(opening) - len(case)
    turns = [
        ChatMessage(message.role, _labelled(message), pictures_of(message, state, pictures or {}))
        for message in fit(state.messages, room)
    ]
    if turns:
        turns[0] = replace(turns[0], content=f"{opening.strip()}\n{turns[0].content}")
    last = ChatMessage("user", f"{case.strip()}\nNext action: one JSON object.")
    return (ChatMessage("system", system), *turns, last)


def fit(messages: Sequence[Message], room: int) -> tuple[Message, ...]:
    """Return the messages that fit into `room` characters; the first and the newest stay, old tool results go first."""
    kept = list(messages)
    for speaker in ("tool", "notice", "tutor", "student"):
        index = 1
        while sum(len(message.text) for message in kept) > room and index < len(kept) - 2:
            if kept[index].speaker == speaker:
                del kept[index]
            else:
                index += 1
    return tuple(kept)


def _labelled(message: Message) -> str:
    if message.speaker == "student":
        return f"Student: {_as_said(message.text)}"
    if message.speaker == "notice":
        return f"Notice: {message.text}"
    return message.text


def solver_messages(
    rules_text: str, state: AgentState, sample: TutorSample, pictures: Mapping[str, bytes] | None = None
) -> tuple[ChatMessage, ...]:
    """Return the messages the solver answers: the question, its options and the evidence with its ids.

    Of the passages the newest MAX_PASSAGES: what was looked up after "insufficient evidence" must be among them.
    `pictures` are PNG bytes by image reference, shown in their order with the question.
    """
    options = "\n".join(f"{letter}) {text}" for letter, text in sample.options.items()) or _NO_OPTIONS
    evidence = "\n".join(_evidence_lines(state)) or "(none)"
    wanted = f"{ANSWERING[state.student.level]} Write the JSON object."
    body = f"Question: {_as_said(sample.question)}\n{options}\n\nEvidence:\n{evidence}\n\n{wanted}"
    return (
        ChatMessage("system", solver_system(rules_text)),
        ChatMessage("user", body, tuple((pictures or {}).values())),
    )


def solver_system(rules_text: str) -> str:
    """Return the solver's instructions; rule text is a value in them, never a template."""
    return _template("solver.j2").render(rules=rules_text)


def _evidence_lines(state: AgentState) -> list[str]:
    lines = [f"[{hit.citation}] {_one_line(hit.title)}: {_one_line(hit.text)[:400]}" for hit in _passages(state)]
    lines += [f"[{card.call_id}] {card.name}: {_one_line(card.summary)[:400]}" for card in _findings(state)]
    return lines


def _passages(state: AgentState) -> tuple[Hit, ...]:
    return state.retrieval.hits[-MAX_PASSAGES:]


def _findings(state: AgentState) -> list[ToolCard]:
    """A search is not among them: what it found stands there passage by passage."""
    return [card for card in state.tool_results if card.ok and card.name != "retrieve"]


def _as_said(text: str) -> str:
    """Return what a person wrote, with lines marked that could pass for one of the prompt's own."""
    return _OWN_LINE.sub("> ", text)


def _one_line(text: str) -> str:
    """Evidence is one line each, so that no passage can add a line that looks like another's."""
    return " ".join(text.split())


def citation_ids(state: AgentState) -> frozenset[str]:
    """Return the ids an answer may cite: of the passages and findings that the solver is shown, and of no others."""
    calls = {card.call_id for card in _findings(state)}
    return frozenset({hit.citation for hit in _passages(state)} | calls)
