"""Tutor replies that people labelled as revealing the answer or not, with the answer where it can be known."""

import json
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from ace.errors import AceError
from runtime.contracts.json_types import JsonObject
from runtime.words.leak import Known
from runtime.words.numbers import numbers_in

Half: TypeAlias = Literal["dev", "held-out"]
_LABELS = {
    "No": "no",
    "Yes (and the answer is correct)": "right",
    "Yes (but the answer is incorrect)": "wrong",
}
_QUESTION = re.compile(r"The question is:(.*?)\n\s*Student:", re.DOTALL)
_NUMBER = r"\$?(\d[\d,]*(?:\.\d+)?)(?:\s+[a-z]+)?"
# One sum asked for, in words or signs: (pattern, how its two numbers make the answer).
_SUMS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(rf"product of\s+{_NUMBER}\s+and\s+{_NUMBER}"), "*"),
    (re.compile(rf"sum of\s+{_NUMBER}\s+and\s+{_NUMBER}"), "+"),
    (re.compile(rf"difference (?:of|between)\s+{_NUMBER}\s+and\s+{_NUMBER}"), "-"),
    (re.compile(rf"{_NUMBER}\s+(?:times|multiplied by)\s+{_NUMBER}"), "*"),
    (re.compile(rf"{_NUMBER}\s+(?:divided by)\s+{_NUMBER}"), "/"),
    (re.compile(rf"{_NUMBER}\s+(?:minus)\s+{_NUMBER}"), "-"),
    (re.compile(rf"{_NUMBER}\s+(?:plus)\s+{_NUMBER}"), "+"),
    (re.compile(rf"{_NUMBER}\s*[*x\u00d7]\s*{_NUMBER}"), "*"),
    (re.compile(rf"{_NUMBER}\s*[\u00f7/]\s*{_NUMBER}"), "/"),
    (re.compile(rf"{_NUMBER}\s*\+\s*{_NUMBER}"), "+"),
    (re.compile(rf"{_NUMBER}\s*[-\u2212\u2013]\s*{_NUMBER}"), "-"),
)
_INTO = re.compile(rf"{_NUMBER}\s+(?:will |does )?go(?:es)? in(?:to)?\s+{_NUMBER}", re.IGNORECASE)


class Reply(NamedTuple):
    """One labelled reply. `group`: replies to the same question; `answer` is empty where nobody states it.

    `label`: does it reveal an answer, and is that the right one. `source`: how the answer is known.
    """

    group: str
    half: Half
    text: str
    known: Known
    answer: str
    source: str
    label: Literal["no", "right", "wrong"]


def read_replies(folder: Path) -> tuple[Reply, ...]:
    """Return every labelled reply in the folder's *.json files (MRBench's format).

    Raises: AceError when there is none, or a file is not in that format.
    """
    files = sorted(folder.glob("*.json")) if folder.is_dir() else []
    if not files:
        raise AceError(f"{folder}: no *.json file; name the folder that holds MRBench's annotations with --data")
    replies: list[Reply] = []
    for path in files:
        try:
            replies += _replies(json.loads(path.read_text(encoding="utf-8")))
        except (ValueError, KeyError, TypeError, AttributeError) as exc:
            what = f"{type(exc).__name__}: {exc}"
            raise AceError(f"{path}: not a list of annotated dialogues ({what}); use MRBench's JSON files") from exc
    return tuple(replies)


def _replies(dialogues: Sequence[JsonObject]) -> Iterator[Reply]:
    for dialogue in dialogues:
        history = str(dialogue["conversation_history"])
        asked = _QUESTION.search(history)
        digest = sha256((asked.group(1) if asked else history).strip().encode()).hexdigest()
        answer, source = _known_answer(dialogue, history)
        responses = dialogue["anno_llm_responses"]
        for one in responses.values():  # type: ignore[attr-defined]
            label = _LABELS[one["annotation"]["Revealing_of_the_Answer"]]
            yield Reply(
                group=digest[:12],
                half="held-out" if int(digest, 16) % 2 else "dev",
                text=one["response"],
                known=_known_before(history, asked.group(1) if asked else ""),
                answer=answer,
                source=source,
                label=label,  # type: ignore[arg-type]
            )


def _known_before(history: str, question: str) -> Known:
    """The question as given; without one, what the tutor has said so far is the question."""
    turns = _turns(history)
    tutor, student = (" ".join(turn for turn in turns if turn.startswith(who)) for who in ("Tutor:", "Student:"))
    return Known(question, f"{student} {tutor}") if question else Known(tutor, student)


def _turns(history: str) -> list[str]:
    return re.split(r"\n?\s*(?=(?:Tutor|Student):)", history)


def _known_answer(dialogue: JsonObject, history: str) -> tuple[str, str]:
    """The answer and how it is known: the solution's last line, else the one sum that the tutor asked for."""
    solution = str(dialogue.get("Ground_Truth_Solution", "")).strip()
    last = solution.splitlines()[-1].strip() if solution else ""
    if numbers_in(last) and len(last) <= 20:
        return last, "solution"
    computed = computed_answer(history)
    return (computed, "computed") if computed else ("", "")


def computed_answer(history: str) -> str:
    """Return the result of the one sum in the tutor's last question, empty where there is none or more than one."""
    asked = [turn for turn in _turns(history) if turn.startswith("Tutor:") and "?" in turn]
    if not asked:
        return ""
    last = re.split(r"(?<=[.!?])\s+(?=[A-Z])", asked[-1])[-1]
    found: set[Fraction] = set()
    for match in _INTO.finditer(last):
        found |= _result(match.group(2), "/", match.group(1))
    for pattern, operation in _SUMS:
        for match in pattern.finditer(last):
            found |= _result(match.group(1), operation, match.group(2))
    if len(found) != 1 or len(re.findall(r"\d[\d,.]*", last)) != 2:
        return ""
    value = found.pop()
    return str(value.numerator) if value.denominator == 1 else ""


def _result(one: str, operation: str, other: str) -> set[Fraction]:
    a, b = Fraction(one.replace(",", "").rstrip(".")), Fraction(other.replace(",", "").rstrip("."))
    if operation == "/":
        return {a / b} if b else set()
    return {{"*": a * b, "+": a + b, "-": a - b}[operation]}
