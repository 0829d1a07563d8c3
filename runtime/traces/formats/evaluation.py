"""A judgement of an episode as other tools can read it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Evaluation:
    """One judgement: of a step (from 0), or of the whole episode where `step` is None.

    `score` is a number where there is one; `label` and `explanation` are words.
    """

    name: str
    label: str = ""
    score: float | None = None
    explanation: str = ""
    step: int | None = None
