"""A student that holds one wrong belief, gives it up under good questions, and does not learn from being told."""

import random
import re

from runtime.contracts.json_types import JsonObject
from runtime.contracts.sample import TutorSample
from runtime.contracts.state import AgentState
from runtime.contracts.trace_event import StudentTurn
from runtime.gates.teaching_order import describes
from runtime.students.levels import LEVELS
from runtime.words.leak import content_words, leak_reason

ON_TOPIC_WORDS = 2
STUBBORN_MORE = 1.5
# A word this long that neither the question nor the student has used is a term a novice may not know.
TERM_CHARS = 10
_WORD = re.compile(r"[A-Za-z][a-z]+(?:-[a-z]+)*")


class SimulatedStudent:
    """Implements Student; deterministic under (sample, seed). How the levels differ: runtime/students/levels.py."""

    def __init__(self, sample: TutorSample, seed: int) -> None:
        self._sample = sample
        self._traits = LEVELS[sample.student.level]
        self._mastery = 0.0
        self._random = random.Random(f"student:{sample.id}:{seed}")
        self._needed = self._traits.needed + self._random.choice((0.0, 0.0, 0.5))
        self._may_ask = self._random.random() < self._traits.asks_terms
        if self._random.random() < self._traits.stubborn:
            self._needed += STUBBORN_MORE

    def open(self) -> str:
        """Return the first message: the question, its options, and the belief, without a choice."""
        sample = self._sample
        if sample.opening:
            return sample.opening
        options = "\n".join(f"{letter}) {text}" for letter, text in sample.options.items())
        return f"{sample.question}\n{options}\n{self._say(self._traits.opening)}"

    def reply(self, action: JsonObject, state: AgentState, step: int) -> StudentTurn:
        """Return the answer to a response: the wrong option, a partial insight, or the right option once mastered.

        A novice may first ask what a term means, which is no attempt; an expert objects to what names no finding.
        """
        del state, step
        text = str(action.get("text", ""))
        sample, traits = self._sample, self._traits
        if self._is_won():
            return self._right(traits.sure)
        if leak_reason(text, sample.answer, sample.options, sample.accepted):
            return StudentTurn(self._say(traits.told), sample.answer, "correct", told=True)
        term = self._unknown_term(text)
        if term:
            self._may_ask = False
            return StudentTurn(self._say(traits.asks, term=term), "", "none")
        gain, is_to_the_point = self._gain(str(action.get("action", "")), text)
        self._mastery += gain
        if self._is_won():
            return self._right(traits.changed)
        choice = sample.student.choice
        if traits.objects and not is_to_the_point:
            return StudentTurn(self._say(traits.objects), choice, "wrong")
        if self._mastery >= self._needed - 1.0 and sample.findings:
            finding = self._random.choice(sample.findings)
            return StudentTurn(self._say(traits.partial, finding=finding), choice, "partial")
        return StudentTurn(self._say(traits.wrong), choice, "wrong")

    def transfer(self) -> StudentTurn:
        """Return the answer to a like case afterwards, without help: right only if the idea itself was understood.

        Who was told the answer falls back on the belief, as told students do.
        """
        if self._is_won():
            return self._right(self._traits.sure)
        return StudentTurn(self._say(self._traits.wrong), self._sample.student.choice, "wrong")

    def _is_won(self) -> bool:
        return self._mastery >= self._needed

    def _right(self, template: str) -> StudentTurn:
        return StudentTurn(self._say(template), self._sample.answer, "correct")

    def _say(self, template: str, finding: str = "", term: str = "") -> str:
        sample = self._sample
        words = {"{choice}": sample.student.choice, "{belief}": sample.student.belief, "{answer}": sample.answer}
        for name, word in {**words, "{finding}": finding, "{term}": term}.items():
            template = template.replace(name, word)
        return template

    def _unknown_term(self, text: str) -> str:
        """The first long word that the case's question, options and belief do not use; empty when all are known."""
        if not self._may_ask:
            return ""
        sample = self._sample
        known = set(content_words(" ".join((sample.question, *sample.options.values(), sample.student.belief))))
        terms = (word for word in _WORD.findall(text) if len(word) >= TERM_CHARS)
        return next((term for term in terms if not set(content_words(term)) & known), "")

    def _gain(self, kind: str, text: str) -> tuple[float, bool]:
        """What a response is worth, and whether it was to the point."""
        sample = self._sample
        worth = self._traits.worth.get(kind, 0.0)
        topic = {
            word for part in (sample.question, *sample.findings, sample.explanation) for word in content_words(part)
        }
        is_to_the_point = len(topic & set(content_words(text))) >= ON_TOPIC_WORDS
        if self._traits.wants_findings and sample.findings:
            is_to_the_point = describes(text, sample.findings)
        return (worth if is_to_the_point else worth * self._traits.off_topic), is_to_the_point
