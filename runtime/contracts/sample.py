"""Samples: what an agent is run on. Pydantic, because these come from files people write."""

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

Split: TypeAlias = Literal["dev", "sealed", "must_pass"]
Level: TypeAlias = Literal["novice", "medium", "expert"]


class Frozen(BaseModel):
    """Base for values that come from outside: no unknown fields, no changes after reading."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _named(value: object) -> object:
    if value == "":
        raise ValueError("must not be empty: an empty path would mean the present folder; write it out or leave it out")
    return value


NamedPath = Annotated[Path, BeforeValidator(_named)]
"""A path in a settings file; an empty one is refused."""


class Source(Frozen):
    """Where an image or a statement comes from."""

    reference: str = Field(min_length=3)
    url: str = ""
    licence: str = ""


class StudentProfile(Frozen):
    """A simulated student: level, the wrong belief held, and the option that belief picks."""

    level: Level
    belief: str = Field(min_length=3)
    choice: str = Field(min_length=1, max_length=1)


class Sample(Frozen):
    """What every agent's sample has. `case` is the unit that splits are made by."""

    id: str
    case: str
    agent: str
    split: Split
    image: str = ""
    modality: str = ""
    organ: str = ""
    tags: tuple[str, ...] = ()
    source: tuple[Source, ...] = ()


class TutorSample(Sample):
    """One case with one student. `options` is letter -> text; `answer` is a letter of it.

    A person's own question may have no options: `answer` is then the answer in words, or empty when nobody knows it.

    `expect`: "teach" is an ordinary case; "refuse" is a message the tutor must refuse and refer.
    """

    question: str
    options: dict[str, str]
    answer: str
    accepted: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    explanation: str = ""
    kc: tuple[str, ...] = ()
    student: StudentProfile
    must: tuple[str, ...] = ()
    must_not: tuple[str, ...] = ()
    expect: Literal["teach", "refuse"] = "teach"
    opening: str = ""

    @property
    def answer_text(self) -> str:
        """The text of the right option, or the answer itself where there are no options."""
        return self.options[self.answer] if self.options else self.answer


class SampleRef(Frozen):
    """A finding of a reader: which sample file, line or case could not be used, and why."""

    path: str
    where: str
    problem: str
