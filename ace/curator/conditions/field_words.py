"""How the fields of a condition are said: whole clauses, so that a sentence can be put together from them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from runtime.contracts.condition_context import TUTOR_CONTEXT, ContextField


@dataclass(frozen=True)
class FieldWords:
    """The clauses one field gives; empty ones are not used for it.

    `noun`: what it is; `verb` joins it with a value. `yes`, `no`: a truth value, or some and none of a number;
    `is_told_by_no`: the plainer one is `no`. `one`, `many`: {count} of them. `has`, `has_not`: {item} is in a list.
    `item`: what stands for an {item} that nobody documented. `values`: clauses for single texts, and their opposites.
    `is_plain`: values are words, not names. `chars`: {count} of its characters. `how`: what a clause about the proposed
    action begins with, and what stands for that behind the action ("the text names" -> "with a text that names").
    """

    noun: str
    verb: str = "is"
    yes: str = ""
    no: str = ""
    one: str = ""
    many: str = ""
    has: str = ""
    has_not: str = ""
    item: str = "one that the rule names"
    values: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    is_plain: bool = False
    is_told_by_no: bool = False
    chars: tuple[str, str] = ("", "")
    how: tuple[str, str] = ("", "")


_TEXT_HOW = ("the text ", "with a text that ")


def _counted(one: str, many: str, **more: object) -> FieldWords:
    """Return words for a number of things; {count} stands in both clauses."""
    some, none = one.format(count="at least one"), one.format(count="no")
    return replace(FieldWords("", one=one, many=many, yes=some, no=none), **more)  # type: ignore[arg-type]


TUTOR_WORDS: Mapping[str, FieldWords] = {
    "action.kind": FieldWords("the action"),
    "action.name": FieldWords("the action"),
    "action.text": FieldWords(
        "the text",
        values={"": ("the text is empty", "the text is not empty")},
        chars=("the text has {count} character", "the text has {count} characters"),
        how=_TEXT_HOW,
    ),
    "action.arguments": _counted(
        "the call has {count} argument",
        "the call has {count} arguments",
        noun="the arguments",
        how=("the call has", "with"),
    ),
    "action.hint_level": FieldWords(
        "the level of the hint", how=("the level of the hint is", "at a hint level that is")
    ),
    "action.repeats": _counted(
        "the action repeats {count} earlier call or response",
        "the action repeats {count} earlier calls or responses",
        yes="the action repeats an earlier call or response",
        noun="the number of repetitions",
        how=("the action repeats", "in a way that repeats"),
    ),
    "action.leaks_answer": FieldWords(
        "", yes="the text gives the answer away", no="the text does not give the answer away", how=_TEXT_HOW
    ),
    "action.names_option": FieldWords(
        "", yes="the text names one of the options", no="the text names none of the options", how=_TEXT_HOW
    ),
    "state.step": _counted(
        "{count} decision has been taken", "{count} decisions have been taken", noun="the number of decisions taken"
    ),
    "state.retrieval.queried": FieldWords(
        "",
        yes="the local index has been searched in this episode",
        no="the local index has not been searched in this episode",
    ),
    "state.retrieval.hits": _counted(
        "{count} passage has been found", "{count} passages have been found", noun="the number of passages found"
    ),
    "state.retrieval.confidence": FieldWords("the confidence of the last search"),
    "state.tools.called": _counted(
        "{count} tool call has been made",
        "{count} tool calls have been made",
        has="{item} has been called",
        has_not="{item} has not been called",
        noun="the tools called so far",
    ),
    "state.tools.last": FieldWords(
        "the last tool called", "was", values={"": ("no tool has been called", "a tool has been called")}
    ),
    "state.tools.last_ok": FieldWords(
        "", yes="the last tool call worked", no="the last tool call failed", is_told_by_no=True
    ),
    "state.tools.last_error": FieldWords(
        "the error of the last tool call",
        "was",
        values={"": ("the last tool call had no error", "the last tool call had an error")},
    ),
    "state.tools.failed": _counted(
        "{count} tool has failed",
        "{count} tools have failed",
        has="{item} has failed",
        has_not="{item} has not failed",
        noun="the tools that have failed",
    ),
    "state.image.present": FieldWords("", yes="the case has an image", no="the case has no image"),
    "state.image.observed": FieldWords(
        "", yes="the image has been measured or looked at", no="the image has been neither measured nor looked at"
    ),
    "state.student.level": FieldWords("the student's level", is_plain=True),
    "state.student.attempts": _counted(
        "the student has given {count} answer",
        "the student has given {count} answers",
        noun="the number of answers given",
    ),
    "state.student.performance": FieldWords(
        "the student's last answer",
        "was",
        values={"none": ("the student has given no answer yet", "the student has given an answer")},
        is_plain=True,
    ),
    "state.student.consecutive_wrong": _counted(
        "{count} answer in a row has been wrong",
        "{count} answers in a row have been wrong",
        yes="the student's last answer was wrong",
        no="the student's last answer was not wrong",
        noun="the number of wrong answers in a row",
    ),
    "state.student.hint_level": FieldWords(
        "the highest hint level given", yes="a hint has been given", no="no hint has been given"
    ),
    "state.student.misconceptions": _counted(
        "the student holds {count} wrong idea",
        "the student holds {count} wrong ideas",
        noun="the number of wrong ideas the student holds",
    ),
    # What runtime.state.answer_open.is_answer_open asks for; nobody who reads a rule knows that gate.
    "state.answer_open": FieldWords(
        "",
        yes="the student is right or has tried and had hint 3",
        no="the student neither is right nor has tried and had hint 3",
    ),
    "state.errors": _counted(
        "{count} error has been captured", "{count} errors have been captured", noun="the number of errors captured"
    ),
    "episode.sample": FieldWords("the sample"),
    "episode.tags": _counted(
        "the case has {count} topic",
        "the case has {count} topics",
        has="the case is about {item}",
        has_not="the case is not about {item}",
        item="a topic that the rule names",
        noun="the topics of the case",
    ),
    "episode.modality": FieldWords(
        "the modality of the case", values={"": ("the case has no modality", "the case has a modality")}
    ),
    "episode.organ": FieldWords(
        "the organ or region", values={"": ("no organ or region is named", "an organ or region is named")}
    ),
    "episode.unsafe_request": FieldWords(
        "",
        yes="the message is about a real patient, dosing or an emergency",
        no="the message is not about a real patient, dosing or an emergency",
    ),
}
_TUTOR_DOCS = {known.path: known.doc for known in TUTOR_CONTEXT}


def words_of(one: ContextField) -> FieldWords:
    """Return the clauses of a field: the tutor's are written out, another agent's are made from its documentation.

    The documentation of a truth value is taken as a clause where it begins like one ("the cart is empty").
    """
    if one.path in TUTOR_WORDS and _TUTOR_DOCS[one.path] == one.doc:
        return TUTOR_WORDS[one.path]
    doc = one.doc.split(" (")[0].rstrip(". ").replace("`", "'")
    noun = f"`{one.path}` ({doc})" if doc else f"`{one.path}`"
    if isinstance(one.default, bool):
        is_clause = doc.startswith(("the ", "a ", "an ", "there ", "no "))
        yes, no = (doc, f"it is not so that {doc}") if is_clause else (f"{noun} is true", f"{noun} is false")
        return FieldWords(noun, yes=yes, no=no)
    size, some, none = f"the length of {noun} is {{count}}", f"{noun} is not empty", f"{noun} is empty"
    if isinstance(one.default, str):
        return FieldWords(noun, values={"": (none, some)}, chars=(size, size))
    if not isinstance(one.default, list | dict):
        return FieldWords(noun)
    has, has_not = f"{{item}} is in {noun}", f"{{item}} is not in {noun}"
    return FieldWords(noun, one=size, many=size, yes=some, no=none, has=has, has_not=has_not)
