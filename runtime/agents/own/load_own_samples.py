"""Sample files of a person's own agent. What cannot be used is reported with its line, and the rest goes on."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, TypeAlias

from pydantic import Field, StringConstraints

from runtime.agents.own.sample import OwnSample
from runtime.agents.registry import SampleLoad
from runtime.contracts.json_types import JsonObject
from runtime.contracts.sample import Frozen, SampleRef, Source, Split
from runtime.images.image_refs import image_problem
from runtime.rules.read_yaml import FieldPath
from runtime.samples.file_reader import FileReader, read_document, sample_files

MAX_FILE_BYTES = 2 * 1024 * 1024
MAX_DEPTH = 24
Id: TypeAlias = Annotated[
    str, StringConstraints(min_length=1, max_length=80, pattern=r"^[A-Za-z0-9]+(?:[._~-][A-Za-z0-9]+)*$")
]
Tag: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=60)]


class OwnSampleFile(Frozen):
    """The file's head. `samples` stay raw, so that one bad sample does not take the others with it."""

    schema_: Literal[1] = Field(alias="schema")
    agent: str = Field(min_length=1, max_length=40)
    samples: tuple[object, ...] = Field(min_length=1)


class OwnSampleEntry(Frozen):
    """One sample as people write it. `case`: what it shares with others, its id where it shares nothing."""

    id: Id
    case: Id | None = None
    split: Split
    tags: tuple[Tag, ...] = ()
    image: str = Field(default="", max_length=1000)
    source: tuple[Source, ...] = ()
    input: JsonObject
    expected: JsonObject = Field(default_factory=dict)


class _Found(NamedTuple):
    """A usable sample, and where it stands."""

    sample: OwnSample
    place: SampleRef


def load_own_samples(
    folders: Sequence[Path], splits: frozenset[Split], agent: str, image_base: Path | None = None
) -> SampleLoad:
    """Return the samples of `agent` in `<folder>/<agent>/*.yaml`, sorted by id, and the problems found.

    Sealed samples come only when `splits` names them; they are checked all the same, so that a problem in one is seen.
    An image is looked for below `image_base`, and not at all without one. Never raises for what a file says.
    """
    problems: list[SampleRef] = []
    found: dict[str, _Found] = {}
    for path in sample_files(folders, agent, problems):
        for one in _read(path, agent, image_base, problems):
            first = found.setdefault(one.sample.id, one)
            if first is not one:
                where = f"{first.place.path}, {first.place.problem}"
                problem = f"{one.place.problem}: id {one.sample.id!r} is used already ({where}); rename or remove one"
                problems.append(one.place.model_copy(update={"problem": problem}))
    problems += _split_cases(found)
    chosen = (one.sample for one in found.values() if one.sample.split in splits)
    return SampleLoad(tuple(sorted(chosen, key=lambda sample: sample.id)), tuple(problems))


def _split_cases(found: dict[str, _Found]) -> Iterator[SampleRef]:
    """Yield a problem for each sample whose case is held out elsewhere: what is learned there would be known here."""
    first: dict[str, _Found] = {}
    for one in found.values():
        other = first.setdefault(one.sample.case, one)
        if (other.sample.split == "sealed") != (one.sample.split == "sealed"):
            problem = f"{one.place.problem}: case {one.sample.case!r} is in sealed and in another split; use one"
            yield one.place.model_copy(update={"problem": problem})


def _read(path: Path, agent: str, image_base: Path | None, problems: list[SampleRef]) -> Iterator[_Found]:
    document = read_document(path, MAX_FILE_BYTES, MAX_DEPTH)
    if isinstance(document, str):
        problems.append(SampleRef(path=str(path), where="file", problem=document))
        return
    reader = FileReader(str(path), document, problems, {"source": Source})
    head = reader.validated(OwnSampleFile, document.value, ())
    if head is None:
        return
    if head.agent != agent:
        reader.report(("agent",), f"this file is for agent {head.agent!r}; move it to that agent's folder")
        return
    for index, raw in enumerate(head.samples):
        where: FieldPath = ("samples", index)
        entry = reader.validated(OwnSampleEntry, raw, where)
        problem = image_problem(entry.image, image_base) if entry is not None and entry.image else ""
        if problem:
            reader.report((*where, "image"), problem)
        elif entry is not None:
            values = {**entry.model_dump(), "case": entry.case or entry.id, "agent": agent}
            yield _Found(OwnSample.model_validate(values), _place(reader, path, where))


def _place(reader: FileReader, path: Path, where: FieldPath) -> SampleRef:
    """Return where a sample stands; `problem` says the line."""
    return SampleRef(path=str(path), where=".".join(map(str, where)), problem=f"line {reader.line(where)}")
