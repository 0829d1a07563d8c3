"""A student that holds one wrong belief, gives it up under good questions, and does not learn from being told."""

import random

from runtime.contracts.json_types import JsonObject
from runtime.contracts.sample import Level, TutorSample
from runtime.contracts.state import AgentState
from runtime.contracts.trace_event import StudentTurn
from runtime.gates.leak import content_words, leak_reason

# Mastery needed before the belief is given up, and what each kind of response is worth to whom.
NEEDED: dict[Level, float] = {"novice": 2.5, "medium": 2.0, "expert": 1.5}
WORTH: dict[str, dict[Level, float]] = {
    "ASK_PROBE": {"novice": 0.5, "medium": 0.8, "expert": 1.0},
    "HINT": {"novice": 1.0, "medium": 0.9, "expert": 0.8},
    "MICROLESSON": {"novice": 1.0, "medium": 0.7, "expert": 0.4},
    "QUIZ": {"novice": 0.4, "medium": 0.6, "expert": 0.8},
}
OFF_TOPIC = 0.4
ON_TOPIC_WORDS = 2


class SimulatedStudent:
    """Implements Student; deterministic under (sample, seed)."""

    def __init__(self, sample: TutorSample, seed: int) -> None:
        self._sample = sample
        self._level: Level = sample.student.level
        self._mastery = 0.0
        self._random = random.Random(f"student:{sample.id}:{seed}")
        self._needed = NEEDED[self._level] + self._random.choice((0.0, 0.0, 0.5))

    def open(self) -> str:
        """Return the first message: the question, its options, and the belief, without a choice."""
        sample = self._sample
        if sample.opening:
            return sample.opening
        options = "\n".join(f"{letter}) {text}" for letter, text in sample.options.items())
        starts = {
            "novice": "I am new to this.",
            "medium": "I have read about this.",
            "expert": "I know this field, but I want to be sure.",
        }
        return f"{sample.question}\n{options}\n{starts[self._level]} My thinking so far: {sample.student.belief}"

    def reply(self, action: JsonObject, state: AgentState, step: int) -> StudentTurn:
        """Return the answer to a response: the wrong option, a partial insight, or the right option once mastered."""
        del state, step
        text = str(action.get("text", ""))
        kind = str(action.get("action", ""))
        sample = self._sample
        if self._mastery >= self._needed:
            return StudentTurn(f"Yes, I am sure now: {sample.answer}.", sample.answer, "correct")
        if leak_reason(text, sample.answer, sample.options, sample.accepted):
            return StudentTurn(f"So you are telling me it is {sample.answer}.", sample.answer, "correct", told=True)
        self._mastery += self._gain(kind, text)
        if self._mastery >= self._needed:
            return StudentTurn(f"Then I change my mind: {sample.answer}.", sample.answer, "correct")
        choice = sample.student.choice
        if self._mastery >= self._needed - 1.0 and sample.findings:
            finding = self._random.choice(sample.findings)
            return StudentTurn(f"I do see this: {finding} I still lean to {choice}.", choice, "partial")
        return StudentTurn(f"I would say {choice}. {sample.student.belief}", choice, "wrong")

    def _gain(self, kind: str, text: str) -> float:
        worth = WORTH.get(kind, {}).get(self._level, 0.0)
        sample = self._sample
        topic = {
            word for part in (sample.question, *sample.findings, sample.explanation) for word in content_words(part)
        }
        is_on_topic = len(topic & set(content_words(text))) >= ON_TOPIC_WORDS
        return worth if is_on_topic else worth * OFF_TOPIC
