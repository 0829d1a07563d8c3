"""The solver's answer: text, confidence and citations that exist, or "insufficient evidence"."""

from typing import NamedTuple

from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ModelRequest
from runtime.contracts.rule import Rule
from runtime.contracts.sample import TutorSample
from runtime.contracts.state import AgentState
from runtime.contracts.trace_event import Attempt
from runtime.loop.ask_model import ask
from runtime.loop.parts import EpisodeParts, step_seed
from runtime.prompts.assemble import citation_ids, solver_messages
from runtime.prompts.schemas import answer_schema
from runtime.rules.render_rules import render_rules
from runtime.state.parse_action import MAX_TEXT, ParseProblem, read_object


class Solved(NamedTuple):
    """`answer` is None when no attempt gave a usable answer."""

    answer: JsonObject | None
    attempts: tuple[Attempt, ...]


async def solve(
    parts: EpisodeParts, rules: tuple[Rule, ...], state: AgentState, sample: TutorSample, seed: int
) -> Solved:
    """Return the solver's checked answer on the evidence in `state`. Raises: ModelError."""
    known = citation_ids(state)
    letters = tuple(sample.options)
    rendered = render_rules(rules, parts.rules_token_budget)
    request = ModelRequest(
        messages=solver_messages(rendered.text, state, sample),
        schema=answer_schema(letters),
        seed=0,
        purpose="solve",
        max_tokens=260,
        state=state,
        rules=rendered.included,
        sample=sample,
        step=state.spent.steps,
    )
    asked = await ask(
        parts.solver,
        request,
        None,
        lambda attempt: step_seed(seed, state.spent.steps, attempt, "solve"),
        lambda raw: parse_answer(raw, letters, known),
    )
    return Solved(asked.value, asked.attempts)


def parse_answer(raw: str, letters: tuple[str, ...], known: frozenset[str]) -> JsonObject | ParseProblem:
    """Return the answer object, or what is wrong with it. Citations that name no evidence are moved to `invented`."""
    value = read_object(raw)
    if isinstance(value, ParseProblem):
        return value
    if value.get("status") not in ("answer", "insufficient_evidence"):
        return ParseProblem("malformed", "`status` must be answer or insufficient_evidence")
    is_answer = value["status"] == "answer"
    if is_answer and value.get("answer") not in letters:
        return ParseProblem("malformed", f"`answer` must be one of {', '.join(letters)}")
    confidence = value.get("confidence", 0.0)
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not 0 <= confidence <= 1:
        return ParseProblem("malformed", "`confidence` must be a number from 0 to 1")
    cited = value.get("citations", [])
    if not isinstance(cited, list):
        return ParseProblem("malformed", "`citations` must be a list of evidence ids")
    names = list(dict.fromkeys(str(item)[:200] for item in cited))
    text = value.get("text", "")
    return {
        "status": value["status"],
        "answer": value["answer"] if is_answer else "",
        "text": text[:MAX_TEXT] if isinstance(text, str) else "",
        "confidence": float(confidence),
        "citations": [name for name in names if name in known],
        "invented": [name for name in names if name not in known],
    }
