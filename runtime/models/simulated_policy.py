"""What the simulated tutor does next: a sound plan, spoiled at the stated rates."""

import random
from collections.abc import Mapping
from dataclasses import dataclass

from runtime.contracts.action import MAX_HINT_LEVEL, Action
from runtime.contracts.json_types import JsonObject
from runtime.contracts.sample import Level, TutorSample
from runtime.contracts.state import AgentState
from runtime.gates.pedagogy import hint_text
from runtime.state.answer_open import is_answer_open
from runtime.state.condition_view import is_observed
from runtime.words.safety_text import unsafe_reason


@dataclass(frozen=True)
class Draw:
    """What one decision is drawn from."""

    state: AgentState
    sample: TutorSample
    rates: Mapping[str, float]
    rng: random.Random

    def happens(self, name: str) -> bool:
        """True with the stated rate of the failure `name`."""
        return self.rng.random() < self.rates[name]


def plan(draw: Draw) -> Action:
    """Return the next action: refuse, then gather evidence, then teach, then confirm."""
    state, sample = draw.state, draw.sample
    if unsafe_reason(sample.opening) and not draw.happens("unsafe_obeyed"):
        return Action("SAFETY_REFUSE", text="I can only help with learning. Please see a clinician or call for help.")
    if state.student.performance == "correct":
        return _gather(draw) or Action("REVEAL_ANSWER", reason="the student has it")
    spoiled = _spoiled(draw)
    if spoiled is not None:
        return spoiled
    if state.spent.tool_calls < state.budgets.tool_calls:
        tool = _next_tool(draw)
        if tool is not None:
            return tool
    return _teach(draw)


def _spoiled(draw: Draw) -> Action | None:
    state = draw.state
    last = state.tool_results[-1] if state.tool_results else None
    if last is not None and not last.ok and draw.happens("tool_error_ignored"):
        return _tool(last.name, dict(last.arguments), "try again")
    if last is not None and last.ok and draw.happens("repeat"):
        return _tool(last.name, dict(last.arguments), "look once more")
    rate = "early_reveal" if state.student_turns else "guess"
    if not is_answer_open(state) and draw.rng.random() < draw.rates[rate] / 2:
        return Action("REVEAL_ANSWER", reason="the answer seems clear")
    return None


def _next_tool(draw: Draw) -> Action | None:
    state, sample = draw.state, draw.sample
    called = {card.name for card in state.tool_results}
    if not state.retrieval.queried and "web_browser" not in called and draw.happens("web_before_local"):
        return _tool("web_browser", {"query": sample.question[:180]}, "look it up")
    wants_image = bool(state.image_ref) and not is_observed(state) and "image_findings" not in called
    if wants_image and draw.rng.random() < 0.55:
        return _tool("image_findings", {}, "measure first")
    if not state.retrieval.queried and draw.rng.random() < 0.75:
        return _tool("retrieve", {"query": _query(draw)}, "read the local cards")
    if wants_image and draw.rng.random() < 0.4:
        return _tool("zoom", {"box": draw.rng.choice(_BOXES)}, "look closer")
    return None


def _gather(draw: Draw) -> Action | None:
    """Look something up when the solver asked for evidence and there is none yet."""
    state = draw.state
    if not state.repairs or any(card.ok for card in state.tool_results):
        return None
    if state.spent.tool_calls >= state.budgets.tool_calls:
        return None
    called = {card.name for card in state.tool_results}
    if "retrieve" not in called:
        return _tool("retrieve", {"query": _query(draw)}, "the answer needs evidence")
    if state.image_ref and "image_findings" not in called:
        return _tool("image_findings", {}, "the answer needs evidence")
    return None


_BOXES: tuple[list[float], ...] = ([0.25, 0.25, 0.75, 0.75], [0.0, 0.0, 0.5, 0.5], [0.5, 0.0, 1.0, 0.5])


def _query(draw: Draw) -> str:
    sample = draw.sample
    return " ".join(part for part in (sample.modality, sample.organ, *sample.tags, sample.question) if part)[:180]


def _tool(name: str, arguments: JsonObject, reason: str) -> Action:
    return Action("REQUEST_TOOL", tool=name, arguments=arguments, reason=reason)


# Shares of hints, micro-lessons and probes by the student's level; the rest are quizzes.
_SHARES: Mapping[Level, tuple[float, float, float]] = {
    "novice": (0.45, 0.20, 0.20),
    "medium": (0.45, 0.00, 0.40),
    "expert": (0.25, 0.00, 0.65),
}


def _teach(draw: Draw) -> Action:
    state, sample = draw.state, draw.sample
    if draw.happens("leak"):
        return Action("HINT", hint_level=1, text=f"The answer is {sample.answer}: {sample.answer_text}.")
    level = min(state.student.hint_level + 1, MAX_HINT_LEVEL)
    if draw.happens("hint_skip"):
        level = MAX_HINT_LEVEL
    drawn, (hints, lessons, probes) = draw.rng.random(), _SHARES[state.student.level]
    if drawn < hints:
        return Action("HINT", hint_level=level, text=hint_text(sample, level))
    finding = draw.rng.choice(sample.findings) if sample.findings else ""
    if drawn < hints + lessons:
        return Action("MICROLESSON", text=_lesson(finding))
    if drawn < hints + lessons + probes:
        belief = sample.student.belief if _is_said(draw) else ""
        return Action("ASK_PROBE", text=_probe(belief, finding))
    given = f"Given this: {finding} " if finding else ""
    return Action("QUIZ", text=f"{given}Which of the options do you choose now?")


def _is_said(draw: Draw) -> bool:
    """True for a belief the student holds by the script, or has put into words where they speak for themselves."""
    state, sample = draw.state, draw.sample
    # A person's first words stand under the question and its options; a case's scripted opening is all that was said.
    said = state.messages[0].text
    is_person = bool(sample.opening) and said != sample.opening and said.startswith(sample.question)
    return not is_person or sample.student.belief in state.student.misconceptions


def _lesson(finding: str) -> str:
    if not finding:
        return "One thing to know here: say what you see before you give it a name."
    return f"One thing to know here: {finding} Findings like this come before any name."


def _probe(belief: str, finding: str) -> str:
    if not finding:
        return "What in the image speaks for your idea, and what against it?"
    if not belief:
        return f"What do you think so far? How does it fit with this: {finding}"
    return f"You think: {belief} How does that fit with this: {finding}"
