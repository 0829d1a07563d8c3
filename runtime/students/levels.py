"""What sets novices, medium students and experts apart: what moves them, and how they talk."""

from collections.abc import Mapping
from dataclasses import dataclass

from runtime.contracts.sample import Level


@dataclass(frozen=True)
class LevelTraits:
    """One level of the simulated student.

    `needed`: mastery before the wrong belief is given up. `worth`: mastery one good response of a kind brings;
    `off_topic`: the share of it that one beside the point brings. `asks_terms`: how likely the student is one who asks
    about the first unknown term. `stubborn`: how likely it is one who holds on to the belief for longer.
    `wants_findings`: a response that describes no finding of the image counts as beside the point and is objected to.
    The texts are what is said; {choice}, {belief}, {finding}, {answer} and {term} stand for the case's own words.
    """

    needed: float
    worth: Mapping[str, float]
    off_topic: float
    asks_terms: float
    stubborn: float
    wants_findings: bool
    opening: str
    wrong: str
    partial: str
    changed: str
    sure: str
    told: str
    asks: str
    objects: str


LEVELS: Mapping[Level, LevelTraits] = {
    "novice": LevelTraits(
        needed=2.5,
        worth={"ASK_PROBE": 0.5, "HINT": 1.0, "MICROLESSON": 1.0, "QUIZ": 0.4},
        off_topic=0.25,
        asks_terms=0.25,
        stubborn=0.35,
        wants_findings=False,
        opening="I am new to this. My thinking so far: {belief}",
        wrong="Hmm, I would say {choice}. {belief}",
        partial="Oh, I do see this: {finding} But I still lean to {choice}.",
        changed="Then I change my mind: {answer}. Is that how one does it?",
        sure="Yes, I am sure now: {answer}.",
        told="So you are telling me it is {answer}.",
        asks="Sorry, what does \u201c{term}\u201d mean?",
        objects="",
    ),
    "medium": LevelTraits(
        needed=2.0,
        worth={"ASK_PROBE": 0.8, "HINT": 0.9, "MICROLESSON": 0.7, "QUIZ": 0.6},
        off_topic=0.2,
        asks_terms=0.0,
        stubborn=0.25,
        wants_findings=False,
        opening="I have read about this. My thinking so far: {belief}",
        wrong="I would say {choice}. {belief}",
        partial="I do see this: {finding} Set beside the rest, I still lean to {choice}.",
        changed="Then I change my mind: {answer}.",
        sure="Yes, I am sure now: {answer}.",
        told="So you are telling me it is {answer}.",
        asks="",
        objects="",
    ),
    "expert": LevelTraits(
        needed=1.5,
        worth={"ASK_PROBE": 1.0, "HINT": 0.8, "MICROLESSON": 0.4, "QUIZ": 0.8},
        off_topic=0.1,
        asks_terms=0.0,
        stubborn=0.15,
        wants_findings=True,
        opening="I know this field, but I want to be sure. My thinking so far: {belief}",
        wrong="I stay with {choice}: {belief}",
        partial="Granted, I do see this: {finding} It does not rule out {choice}.",
        changed="That settles it: {answer}.",
        sure="Nothing speaks against it: {answer}.",
        told="You say it is {answer}; you have not shown me why.",
        asks="",
        objects="That does not convince me. Which finding in the image speaks against {choice}?",
    ),
}
