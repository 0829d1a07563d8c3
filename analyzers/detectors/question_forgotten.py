"""The student asked something, and nobody ever came back to it."""

import re

from analyzers.detectors.reading import About, finding_at, proposed_kind, proposed_text
from analyzers.finding import Finding
from runtime.contracts.action import RESPONSES
from runtime.contracts.trace_event import Episode, Step

ABOUT = About("question_forgotten", "misalignment", "minor")
# How many responses the tutor has to take the question up.
PATIENCE = 2
_QUESTION = re.compile(r"[^.!?\n]*\?")
_WORD = re.compile(r"[^\W\d_]{3,}")
_STEM = 5
_DEFERS = re.compile(r"\b(?:question|come back to|asked|you ask|get to that|first things first)\b", re.IGNORECASE)
_COMMON_WORDS = (
    "about again also another answer anything are because been being both but can could did does doing "
    "done each else ever every explain find for from get give going good had has have hear help hint how "
    "into isn its just know like look made make many maybe mean means meant mine more most much need not "
    "now one option other ours please really right said say see seem shall should show some something "
    "sorry sure tell than thank thanks that the their them then there these they thing things think this "
    "those understand use very want was way were what when where which while who why will with word would "
    "wrong yes you your "
)
_COMMON = frozenset(_COMMON_WORDS.split())


def detect(episode: Episode) -> list[Finding]:
    """Find responses after which a question of the student was left behind: neither of two takes up a word of it.

    A turn that answers (names an option) is no question, "Is that right?" asks for nothing one could miss, and saying
    that one comes back to it is taking it up. Bucket: misalignment. Severity: minor. Remedy: answer what the student
    asked first, or say when.
    """
    found = []
    for position, step in enumerate(episode.steps):
        words = _asked(step)
        if not words:
            continue
        after = [one for one in episode.steps[position + 1 :] if proposed_kind(one) in (*RESPONSES, "REVEAL_ANSWER")]
        answers = after[:PATIENCE]
        if len(answers) == PATIENCE and not any(_takes_up(_said(one), words) for one in answers):
            message = "the student's question was not taken up in the next two responses"
            found.append(finding_at(episode, answers[-1], ABOUT, message))
    return found


def _asked(step: Step) -> frozenset[str]:
    """Return the beginnings of the words a student's turn asks about, empty when it asks nothing."""
    student = step.student
    if student is None or student.choice or student.performance not in ("none", ""):
        return frozenset()
    return frozenset(stem for question in _QUESTION.findall(student.text) for stem in _stems(question))


def _said(step: Step) -> str:
    """What the student read: a gate may have changed the text, and the answer's own words come in `shown`."""
    taken = (step.taken or {}).get("text")
    told = step.shown if proposed_kind(step) == "REVEAL_ANSWER" else ""
    return " ".join([proposed_text(step), taken if isinstance(taken, str) else "", told])


def _takes_up(text: str, words: frozenset[str]) -> bool:
    return bool(words & _stems(text)) or _DEFERS.search(text) is not None


def _stems(text: str) -> set[str]:
    return {word[:_STEM] for word in _WORD.findall(text.lower()) if word not in _COMMON}
