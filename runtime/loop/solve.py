"""The solver's answer: text, confidence and citations that exist, or "insufficient evidence".

What is no answer: one without words, without a confidence, or given although nothing had been looked up or looked at.
One that cites none of the evidence is asked for once more; what comes back then stands, marked. Three requests at most.
"""

import re
from typing import NamedTuple

from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ModelRequest
from runtime.contracts.rule import Rule
from runtime.contracts.sample import TutorSample
from runtime.contracts.state import AgentState
from runtime.contracts.trace_event import Attempt
from runtime.loop.ask_model import ask
from runtime.loop.load_pictures import load_pictures
from runtime.loop.parts import EpisodeParts, step_seed
from runtime.prompts.assemble import citation_ids, solver_messages
from runtime.prompts.schemas import answer_schema
from runtime.rules.render_rules import render_rules
from runtime.state.parse_action import MAX_TEXT, ParseProblem, read_object

MAX_ANSWER = 200
_BRACKETED = re.compile(r"\s*\[([^\[\]]+)\]")
NOTHING_GATHERED = "nothing has been looked up or looked at yet."
NOTHING_SAID = "the evidence does not settle the question."


class Solved(NamedTuple):
    """`answer` is None when no attempt gave a usable answer."""

    answer: JsonObject | None
    attempts: tuple[Attempt, ...]


async def solve(
    parts: EpisodeParts, rules: tuple[Rule, ...], state: AgentState, sample: TutorSample, seed: int
) -> Solved:
    """Return the solver's checked answer on the evidence in `state`.

    An answer given without any evidence becomes "insufficient_evidence", with the letter kept as `withheld`.
    Raises: ModelError; ImageError when the solver sees and the image cannot be read.
    """
    known = citation_ids(state)
    letters = tuple(sample.options)
    rendered = render_rules(rules, parts.rules_token_budget)
    pictures = await load_pictures(state, parts.solver_sees)
    request = ModelRequest(
        messages=solver_messages(rendered.text, state, sample, pictures),
        schema=answer_schema(letters, sorted(known)),
        seed=0,
        purpose="solve",
        max_tokens=260,
        state=state,
        rules=rendered.included,
        sample=sample,
        step=state.spent.steps,
    )
    reader = _Reader(letters, known)
    asked = await ask(
        parts.solver,
        request,
        None,
        lambda attempt: step_seed(seed, state.spent.steps, attempt, "solve"),
        reader.read,
    )
    answer = asked.value or reader.uncited
    return Solved(None if answer is None else grounded(answer, known), asked.attempts)


class _Reader:
    """Reads one solver's attempts. `uncited` is the first answer that cited none of the evidence."""

    def __init__(self, letters: tuple[str, ...], known: frozenset[str]) -> None:
        self._letters, self._known = letters, known
        self.uncited: JsonObject | None = None

    def read(self, raw: str) -> JsonObject | ParseProblem:
        """Return the answer; the first that cites nothing there is to cite is sent back."""
        answer = parse_answer(raw, self._letters, self._known)
        if isinstance(answer, ParseProblem) or not self._known or self.uncited is not None:
            return answer
        if answer["status"] != "answer" or answer["citations"]:
            return answer
        self.uncited = answer
        ids = ", ".join(sorted(self._known)[:8])
        return ParseProblem("uncited", f"it cites no evidence: cite from {ids}, or write insufficient_evidence")


def parse_answer(raw: str, letters: tuple[str, ...], known: frozenset[str]) -> JsonObject | ParseProblem:
    """Return the answer object, or what is wrong with it. Citations that name no evidence are moved to `invented`."""
    value = read_object(raw)
    if isinstance(value, ParseProblem):
        return value
    if value.get("status") not in ("answer", "insufficient_evidence"):
        return ParseProblem("malformed", "`status` must be answer or insufficient_evidence")
    is_answer = value["status"] == "answer"
    chosen = _chosen(value.get("answer"), letters) if is_answer else ""
    if isinstance(chosen, ParseProblem):
        return chosen
    confidence = value.get("confidence")
    if confidence is None and not is_answer:
        confidence = 0.0
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not 0 <= confidence <= 1:
        return ParseProblem("malformed", "`confidence` must be a number from 0 to 1")
    cited = value.get("citations", [])
    if not isinstance(cited, list):
        return ParseProblem("malformed", "`citations` must be a list of evidence ids")
    text = value.get("text", "")
    words = text.strip()[:MAX_TEXT] if isinstance(text, str) else ""
    if is_answer and not words:
        return ParseProblem("malformed", "`text` must say the answer in words")
    names = list(dict.fromkeys(_named(str(item), known) for item in cited))
    return {
        "status": value["status"],
        "answer": chosen,
        "text": words or NOTHING_SAID,
        "confidence": float(confidence),
        "citations": [name for name in names if name in known],
        "invented": [name for name in names if name not in known],
    }


def _chosen(answer: object, letters: tuple[str, ...]) -> str | ParseProblem:
    """Return the letter, or where a person's own question has no options the few words ("3" may be a number)."""
    if letters:
        known = next((letter for letter in letters if letter == answer), None)
        return known or ParseProblem("malformed", f"`answer` must be one of {', '.join(letters)}")
    is_number = isinstance(answer, int | float) and not isinstance(answer, bool)
    words = str(answer).strip() if is_number or isinstance(answer, str) else ""
    return words[:MAX_ANSWER] or ParseProblem("malformed", "`answer` must say the answer in a few words")


def _named(item: str, known: frozenset[str]) -> str:
    """Return the evidence's id where a citation is that, also as the evidence shows it: "[id] title: text"."""
    match = _BRACKETED.match(item)
    inside = match.group(1) if match else item.strip()
    return inside if inside in known else item[:200]


def grounded(answer: JsonObject, known: frozenset[str]) -> JsonObject:
    """Return `answer`, or insufficient evidence in its place where there is no evidence it could rest on."""
    if answer["status"] != "answer" or known:
        return answer
    return {
        **answer,
        "status": "insufficient_evidence",
        "answer": "",
        "text": NOTHING_GATHERED,
        "confidence": 0.0,
        "withheld": answer["answer"],
    }
