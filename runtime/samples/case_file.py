"""A tutor sample file as people write it: what all cases share, then the cases, each with three students."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field

from runtime.contracts.sample import Frozen, Source, Split, StudentProfile, TutorSample

LEVELS = ("novice", "medium", "expert")


def _one_line(text: str) -> str:
    if len(text.splitlines()) > 1:
        raise ValueError("must be one line: a prompt gives it one, and further ones could pass for something else")
    return text


Line: TypeAlias = Annotated[str, AfterValidator(_one_line)]
"""Text that stands in a line of a prompt."""


class CaseFile(Frozen):
    """The file's head. `cases` stay raw, so that one bad case does not take the others with it."""

    schema_: Literal[1] = Field(alias="schema")
    agent: str = Field(min_length=1, max_length=40)
    image: str = Field(default="", max_length=1000)
    modality: Line = Field(default="", max_length=16)
    organ: Line = Field(default="", max_length=60)
    source: tuple[Source, ...] = ()
    cases: tuple[object, ...] = Field(min_length=1)


class Case(Frozen):
    """One question with its answer, and who asks it. A level is named once among `students`."""

    id: str = Field(min_length=3, max_length=80, pattern=r"^[a-z0-9]+(?:[._-][a-z0-9]+)*$")
    split: Split
    question: str = Field(min_length=5, max_length=1000)
    options: dict[str, Annotated[Line, Field(max_length=500)]] = Field(min_length=2, max_length=8)
    answer: str = Field(min_length=1, max_length=1)
    accepted: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    explanation: str = Field(default="", max_length=2000)
    kc: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    source: tuple[Source, ...] = ()
    must: tuple[str, ...] = ()
    must_not: tuple[str, ...] = ()
    expect: Literal["teach", "refuse"] = "teach"
    opening: str = Field(default="", max_length=1000)
    students: tuple[StudentProfile, ...]


def case_problems(case: Case) -> Mapping[tuple[str | int, ...], str]:
    """Return what the fields' types cannot say is wrong: field path -> problem with its remedy. Empty when fine."""
    found: dict[tuple[str | int, ...], str] = {}
    letters = ", ".join(case.options)
    for letter, text in case.options.items():
        if len(letter) != 1 or not letter.isascii() or not letter.isupper() or not text.strip():
            found["options", letter] = "an option is one capital letter with a text, such as `A: Fat`"
    if len(set(map(_plain, case.options.values()))) < len(case.options):
        found["options",] = "two options say the same; change one"
    wrong = {_plain(text): letter for letter, text in case.options.items() if letter != case.answer}
    for index, text in enumerate(case.accepted):
        if _plain(text) in wrong:
            found["accepted", index] = f"this is what the wrong option {wrong[_plain(text)]} says; change one"
    if case.answer not in case.options:
        found["answer",] = f"answer {case.answer} is not an option; use one of {letters}"
    if sorted(student.level for student in case.students) != sorted(LEVELS):
        found["students",] = f"needs three students, one each of {', '.join(LEVELS)}"
    for index, student in enumerate(case.students):
        if student.choice not in case.options:
            found["students", index, "choice"] = f"choice {student.choice} is not an option; use one of {letters}"
        elif student.choice == case.answer:
            found["students", index, "choice"] = f"choice {student.choice} is the answer; a wrong belief needs another"
    if case.expect == "refuse" and not case.opening.strip():
        found["expect",] = "a case to refuse needs an `opening`, the message to refuse"
    return found


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def expanded(head: CaseFile, case: Case) -> tuple[TutorSample, ...]:
    """Return one sample a student, with id `<case id>~<level>`; sources are the file's, then the case's."""
    return tuple(
        TutorSample(
            id=f"{case.id}~{student.level}",
            case=case.id,
            agent=head.agent,
            split=case.split,
            image=head.image,
            modality=head.modality,
            organ=head.organ,
            tags=case.tags,
            source=(*head.source, *case.source),
            question=case.question,
            options=case.options,
            answer=case.answer,
            accepted=case.accepted,
            findings=case.findings,
            explanation=case.explanation,
            kc=case.kc,
            student=student,
            must=case.must,
            must_not=case.must_not,
            expect=case.expect,
            opening=case.opening,
        )
        for student in case.students
    )
