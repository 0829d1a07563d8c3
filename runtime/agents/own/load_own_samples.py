"""Sample files of a person's own agent. What cannot be used is reported with its line, and the rest goes on."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from stat import S_ISREG
from typing import Annotated, Literal, NamedTuple, TypeAlias, TypeVar

from pydantic import BaseModel, Field, StringConstraints, ValidationError
from pydantic_core import ErrorDetails

from runtime.agents.own.sample import OwnSample
from runtime.agents.registry import SampleLoad
from runtime.contracts.errors import RuleError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.sample import Frozen, SampleRef, Source, Split
from runtime.rules.problem import did_you_mean
from runtime.rules.read_yaml import FieldPath, YamlDocument, read_yaml_with_marks
from runtime.tools.image_refs import image_problem

MAX_FILE_BYTES = 2 * 1024 * 1024
MAX_DEPTH = 24
Id: TypeAlias = Annotated[
    str, StringConstraints(min_length=1, max_length=80, pattern=r"^[A-Za-z0-9]+(?:[._~-][A-Za-z0-9]+)*$")
]
Tag: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=60)]
_Model = TypeVar("_Model", bound=BaseModel)


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
    for path in _files(folders, agent, problems):
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


def _files(folders: Sequence[Path], agent: str, problems: list[SampleRef]) -> Iterator[Path]:
    for folder in folders:
        inside = folder / agent
        try:
            entries = sorted(inside.iterdir())
        except (FileNotFoundError, NotADirectoryError):
            problems.append(_folder(inside, f"no folder {agent!r} in {folder}; put sample files for this agent there"))
            continue
        except OSError as exc:
            problems.append(_folder(inside, f"cannot be looked into ({exc.strerror}); check its name and permissions"))
            continue
        if not any(path.suffix == ".yaml" for path in entries):
            problems.append(_folder(inside, "holds no *.yaml; put sample files there"))
        for path in entries:
            if path.suffix == ".yaml":
                yield path
            elif path.suffix.lower() in (".yml", ".yaml"):
                problems.append(
                    SampleRef(path=str(path), where="file", problem=f"is not read: rename it to {path.stem}.yaml")
                )


def _folder(path: Path, problem: str) -> SampleRef:
    return SampleRef(path=str(path), where="folder", problem=problem)


def _document(path: Path) -> YamlDocument | str:
    """Return what the file holds, or why it cannot be used."""
    try:
        found = path.stat()
        # Opening a pipe would wait for a writer for ever.
        if not S_ISREG(found.st_mode):
            return "cannot be read: it is a folder, pipe or device; put a regular file in its place"
        if found.st_size > MAX_FILE_BYTES:
            return f"the file has {found.st_size} bytes, more than {MAX_FILE_BYTES}; split it"
        return read_yaml_with_marks(path.read_bytes(), str(path), max_bytes=MAX_FILE_BYTES, max_depth=MAX_DEPTH)
    except FileNotFoundError:
        return "leads to no file; put the file there, or remove the link"
    except OSError as exc:
        return f"cannot be read ({exc.strerror}); check its permissions and links"
    except RuleError as exc:
        return str(exc)


def _read(path: Path, agent: str, image_base: Path | None, problems: list[SampleRef]) -> Iterator[_Found]:
    document = _document(path)
    if isinstance(document, str):
        problems.append(SampleRef(path=str(path), where="file", problem=document))
        return
    reader = _Reader(str(path), document, problems)
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
            yield _Found(OwnSample.model_validate(values), reader.place(where))


class _Reader:
    """Checks parts of one document and reports what is wrong at the line it stands on."""

    def __init__(self, path: str, document: YamlDocument, problems: list[SampleRef]) -> None:
        self._path, self._marks, self._problems = path, document.marks, problems

    def validated(self, model: type[_Model], raw: object, where: FieldPath) -> _Model | None:
        """Return `raw` as `model`, or None after reporting every wrong field."""
        try:
            return model.model_validate(raw)
        except ValidationError as exc:
            for error in exc.errors(include_url=False, include_input=False):
                self.report((*where, *error["loc"]), _problem(error, model))
            return None

    def report(self, field: FieldPath, problem: str) -> None:
        """Add a problem; `where` is the field's path, the line that of the nearest thing written."""
        place = self.place(field)
        self._problems.append(place.model_copy(update={"problem": f"{place.problem}: {problem}"}))

    def place(self, field: FieldPath) -> SampleRef:
        """Return where `field` stands; `problem` says the line."""
        marks = (self._marks.get(field[:length]) for length in range(len(field), -1, -1))
        line = next((mark.line for mark in marks if mark is not None), 1)
        return SampleRef(path=self._path, where=".".join(map(str, field)) or "file", problem=f"line {line}")


def _problem(error: ErrorDetails, model: type[BaseModel]) -> str:
    name = str(error["loc"][-1]) if error["loc"] else "file"
    if error["type"] == "extra_forbidden":
        owner = Source if "source" in error["loc"][:-1] else model
        known = [info.alias or field for field, info in owner.model_fields.items()]
        return f"unknown field {name!r}; {did_you_mean(name, known)}"
    if error["type"] == "missing":
        return f"field {name!r} is missing; add it"
    return f"{name}: {error['msg'][0].lower()}{error['msg'][1:]}; correct the value"
