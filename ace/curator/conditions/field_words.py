"""How the fields of a condition are said: whole clauses, so that a sentence can be put together from them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from runtime.contracts.condition_context import TUTOR_CONTEXT, ContextField


@dataclass(frozen=True)
class FieldWords:
    """The clauses one field gives; empty ones are not used for it.

    `noun`: what it is; `verb` joins it with a value. `yes`, `no`: a truth value, or some and none of a number;
    `is_told_by_no`: the plainer one is `no`. `one`, `many`: {count} of them. `has`, `has_not`: {item} is in a list.
    `values`: clauses for single texts, and their opposites. `is_plain`: values are words, not names.
    """

    noun: str
    verb: str = "is"
    yes: str = ""
    no: str = ""
    one: str = ""
    many: str = ""
    has: str = ""
    has_not: str = ""
    values: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    is_plain: bool = False
    is_told_by_no: bool = False


def _counted(one: str, many: str, **more: str) -> FieldWords:
    """Return words for a number of things; {count} stands in both clauses."""
    some, none = one.format(count="at least one"), one.format(count="no")
    return replace(FieldWords("", one=one, many=many, yes=some, no=none), **more)  # type: ignore[arg-type]


TUTOR_WORDS: Mapping[str, FieldWords] = {
    "action.kind": FieldWords("the action"),
    "action.name": FieldWords("the action"),
    "action.text": FieldWords("the text"),
    "action.arguments": FieldWords("the arguments"),
    "action.hint_level": FieldWords("the level of the hint"),
    "action.repeats": _counted(
        "it repeats {count} earlier call or response",
        "it repeats {count} earlier calls or responses",
        yes="it repeats an earlier call or response",
        noun="the number of repetitions",
    ),
    "action.leaks_answer": FieldWords(
        "", yes="the text gives the answer away", no="the text does not give the answer away"
    ),
    "action.names_option": FieldWords(
        "", yes="the text names one of the options", no="the text names none of the options"
    ),
    "state.step": _counted("{count} decision has been taken", "{count} decisions have been taken", noun="the step"),
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
    "state.answer_open": FieldWords(
        "", yes="the reveal gate would let the answer through", no="the reveal gate would not let the answer through"
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
    if isinstance(one.default, list):
        size = f"the length of {noun} is {{count}}"
        return FieldWords(
            noun,
            one=size,
            many=size,
            yes=f"{noun} is not empty",
            no=f"{noun} is empty",
            has=f"{{item}} is in {noun}",
            has_not=f"{{item}} is not in {noun}",
        )
    return FieldWords(noun)
