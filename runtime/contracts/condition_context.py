"""What a rule condition can see, as one documented table a context is built from and checked against.

A condition has three variables: `action` (the proposed one), `state` (before it), `episode` (the sample and student).
The table below is the tutor's; every agent brings its own.
"""

import copy
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias, get_args

from runtime.contracts.action import ACTION_KINDS
from runtime.contracts.json_types import JsonObject
from runtime.contracts.sample import Level
from runtime.contracts.state import Performance
from runtime.contracts.tool_call import ErrorClass

Scalar: TypeAlias = bool | int | float | str | list[str]
# Names are written out here because contracts import none of the tools; a test holds them equal to the tool registry.
TUTOR_TOOLS = ("zoom", "enhance", "image_findings", "retrieve", "segment", "ocr", "web_browser")
# What `action.name` can be, and so what a rule's `otherwise` may take instead: a tool, or an action that is no request.
TUTOR_ACTION_NAMES = (*TUTOR_TOOLS, *(kind for kind in ACTION_KINDS if kind != "REQUEST_TOOL"))
MODALITIES = ("CT", "MR", "XR", "US", "NM", "FP", "HI", "SEG", "TXT")


@dataclass(frozen=True)
class ContextField:
    """One field: dotted path, default (its type is the field's type), one line of documentation.

    `choices` are the only texts it can be (of a list: its elements can be); empty where any text is possible.
    """

    path: str
    default: Scalar | JsonObject
    doc: str
    choices: tuple[str, ...] = ()


TUTOR_CONTEXT: tuple[ContextField, ...] = (
    ContextField(
        "action.kind",
        "",
        "ASK_PROBE, HINT, MICROLESSON, QUIZ, REQUEST_TOOL, REVEAL_ANSWER or SAFETY_REFUSE",
        ACTION_KINDS,
    ),
    ContextField("action.name", "", "the tool's name for REQUEST_TOOL, else the same as kind", TUTOR_ACTION_NAMES),
    ContextField("action.text", "", "what the student would read"),
    ContextField("action.arguments", {}, "the tool's arguments"),
    ContextField("action.hint_level", 0, "1-3 for HINT, else 0"),
    ContextField(
        "action.repeats", 0, "earlier calls that were the same or nearly so, or earlier responses in the same words"
    ),
    ContextField("action.leaks_answer", False, "the text gives the answer away (letter, text or close paraphrase)"),
    ContextField("action.names_option", False, "the text names one of the options, right or wrong"),
    ContextField("state.step", 0, "decisions taken before this one"),
    ContextField("state.retrieval.queried", False, "the local index has been searched in this episode"),
    ContextField("state.retrieval.hits", 0, "passages found so far"),
    ContextField("state.retrieval.confidence", 0.0, "0-1, of the last search"),
    ContextField("state.tools.called", [], "names of the tools called so far, in order", TUTOR_TOOLS),
    ContextField("state.tools.last", "", "name of the last tool called", ("", *TUTOR_TOOLS)),
    ContextField("state.tools.last_ok", True, "the last tool call worked"),
    ContextField(
        "state.tools.last_error",
        "",
        "error class of the last tool call, empty when it worked",
        ("", *get_args(ErrorClass)),
    ),
    ContextField("state.tools.failed", [], "names of the tools that have failed so far", TUTOR_TOOLS),
    ContextField("state.image.present", False, "the case has an image"),
    ContextField("state.image.observed", False, "findings of the image were measured or a part of it looked at"),
    ContextField("state.student.level", "novice", "novice, medium or expert", get_args(Level)),
    ContextField("state.student.attempts", 0, "answers the student has given"),
    ContextField(
        "state.student.performance", "none", "none, wrong, partial or correct: the last answer", get_args(Performance)
    ),
    ContextField("state.student.consecutive_wrong", 0, "wrong answers in a row"),
    ContextField("state.student.hint_level", 0, "highest hint given, 0-3"),
    ContextField("state.student.misconceptions", 0, "wrong ideas the student has voiced and not given up"),
    ContextField("state.answer_open", False, "the reveal gate would let the answer through"),
    ContextField("state.errors", 0, "errors captured so far"),
    ContextField("episode.sample", "", "sample id"),
    ContextField("episode.tags", [], "topics of the case"),
    ContextField("episode.modality", "", "CT, MR, XR, US, NM, FP, HI, SEG or TXT", ("", *MODALITIES)),
    ContextField("episode.organ", "", "organ or region"),
    ContextField("episode.unsafe_request", False, "the message is about a real patient, dosing or an emergency"),
)


def default_context(fields: Iterable[ContextField]) -> dict[str, JsonObject]:
    """Return a nested context with every field at its default."""
    out: dict[str, JsonObject] = {}
    for field in fields:
        *parents, leaf = field.path.split(".")
        node: JsonObject = out  # type: ignore[assignment]
        for parent in parents:
            child = node.setdefault(parent, {})
            assert isinstance(child, dict)
            node = child
        default = field.default
        node[leaf] = copy.copy(default) if isinstance(default, list | dict) else default
    return out


def merge_context(base: dict[str, JsonObject], *overlays: dict[str, JsonObject]) -> dict[str, JsonObject]:
    """Return `base` with each overlay's fields laid over it, level by level; nothing is changed in place."""
    out: JsonObject = dict(base)
    for overlay in overlays:
        out = _laid_over(out, overlay)
    return out  # type: ignore[return-value]


def _laid_over(base: JsonObject, overlay: object) -> JsonObject:
    out = dict(base)
    assert isinstance(overlay, dict)
    for key, value in overlay.items():
        old = out.get(key)
        out[key] = _laid_over(old, value) if isinstance(old, dict) and isinstance(value, dict) and old else value
    return out
