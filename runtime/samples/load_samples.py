"""Sample files to samples. What cannot be used is reported with its line, and the rest goes on."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from runtime.contracts.errors import RuleError
from runtime.contracts.sample import SampleRef, Source, Split, StudentProfile, TutorSample
from runtime.rules.problem import did_you_mean
from runtime.rules.read_yaml import FieldPath, Mark, YamlDocument, read_yaml_with_marks
from runtime.samples.case_file import Case, CaseFile, case_problems, expanded
from runtime.tools.image_refs import image_problem

MAX_FILE_BYTES = 512 * 1024
MAX_DEPTH = 6
OPEN_SPLITS: frozenset[Split] = frozenset({"dev", "must_pass"})
_Model = TypeVar("_Model", bound=BaseModel)


class LoadResult(NamedTuple):
    """Usable samples, sorted by id, and what could not be used, in the order of files and lines."""

    samples: tuple[TutorSample, ...]
    problems: tuple[SampleRef, ...]


class _Found(NamedTuple):
    """One usable case and where it stands: file, place in its list, line."""

    head: CaseFile
    case: Case
    path: Path
    number: int
    line: int


def load_samples(
    folders: Sequence[Path], split: frozenset[Split] | None, agent: str, image_base: Path | None = None
) -> LoadResult:
    """Return the samples of `agent` in `<folder>/<agent>/*.yaml`, three to a case, and the problems found.

    `split` None gives dev and must_pass. Sealed samples come only when `split` names them; sealed cases are checked
    all the same, so that a problem in one is seen. A file whose image cannot be had gives a problem and no samples;
    `image_base` is the folder relative image paths start from, None leaves those unchecked. Never raises for what a
    file says.
    """
    problems: list[SampleRef] = []
    cases: dict[str, _Found] = {}
    for path in _files(folders, agent, problems):
        for found in _read_file(path, agent, image_base, problems):
            first = cases.setdefault(found.case.id, found)
            if first is not found:
                problems.append(_used_twice(found, first))
    wanted = OPEN_SPLITS if split is None else split
    chosen = (
        sample for found in cases.values() if found.case.split in wanted for sample in expanded(found.head, found.case)
    )
    return LoadResult(tuple(sorted(chosen, key=lambda sample: sample.id)), tuple(problems))


def _files(folders: Sequence[Path], agent: str, problems: list[SampleRef]) -> Iterator[Path]:
    if not agent or agent in {".", ".."} or "/" in agent or "\\" in agent:
        problems.append(SampleRef(path=agent, where="agent", problem=f"{agent!r} is not an agent's name"))
        return
    for folder in folders:
        inside = folder / agent
        found = _listed(inside, problems)
        if found is not None and not any(path.suffix == ".yaml" for path in found):
            problems.append(
                SampleRef(path=str(inside), where="folder", problem="holds no *.yaml; put sample files there")
            )
        for path in found or ():
            if path.suffix == ".yaml":
                yield path
            elif path.suffix.lower() in (".yml", ".yaml"):
                problem = f"is not read: rename it to {path.stem}.yaml"
                problems.append(SampleRef(path=str(path), where="file", problem=problem))


def _listed(inside: Path, problems: list[SampleRef]) -> list[Path] | None:
    """Return what is in the agent's folder, None after reporting why that cannot be told."""
    try:
        return sorted(inside.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        problem = f"no folder {inside.name!r} in {inside.parent}; put sample files for this agent there"
    except OSError as exc:
        problem = f"cannot be looked into ({exc.strerror}); check its name and permissions"
    problems.append(SampleRef(path=str(inside), where="folder", problem=problem))
    return None


def _document(path: Path) -> YamlDocument | str:
    """Return what the file holds, or why it cannot be used."""
    try:
        found = path.stat()
        # Opening a pipe would wait for a writer for ever; reading gigabytes only to refuse them fills the memory.
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


def _read_file(path: Path, agent: str, image_base: Path | None, problems: list[SampleRef]) -> Iterator[_Found]:
    document = _document(path)
    if isinstance(document, str):
        problems.append(SampleRef(path=str(path), where="file", problem=document))
        return
    reader = _FileReader(str(path), document, problems)
    head = reader.validated(CaseFile, document.value, ())
    if head is None:
        return
    if head.agent != agent:
        reader.report(("agent",), f"this file is for agent {head.agent!r}; move it to that agent's folder")
        return
    problem = image_problem(head.image, image_base) if head.image else ""
    if problem:
        reader.report(("image",), problem)
    for index, raw in enumerate(head.cases):
        case = reader.case(raw, index)
        if case is not None and not problem:
            yield _Found(head, case, path, index, reader.line(("cases", index)))


def _used_twice(found: _Found, first: _Found) -> SampleRef:
    problem = f"case id {found.case.id!r} is already used at {first.path}:{first.line}; rename or remove one"
    return SampleRef(path=str(found.path), where=f"cases.{found.number}.id", problem=f"line {found.line}: {problem}")


class _FileReader:
    """Checks parts of one document and reports what is wrong at the line it stands on."""

    def __init__(self, path: str, document: YamlDocument, problems: list[SampleRef]) -> None:
        self._path = path
        self._marks: Mapping[FieldPath, Mark] = document.marks
        self._problems = problems

    def case(self, raw: object, index: int) -> Case | None:
        """Return the case, or None after reporting every problem of it."""
        where: FieldPath = ("cases", index)
        case = self.validated(Case, raw, where)
        found = case_problems(case) if case else {}
        for field, problem in found.items():
            self.report((*where, *field), problem)
        return None if found else case

    def validated(self, model: type[_Model], raw: object, where: FieldPath) -> _Model | None:
        """Return `raw` as `model`, or None after reporting every wrong field."""
        try:
            return model.model_validate(raw)
        except ValidationError as exc:
            for error in exc.errors(include_url=False, include_input=False):
                self.report((*where, *error["loc"]), _problem(error, model))
            return None

    def report(self, field: FieldPath, problem: str) -> None:
        """Add a problem; `where` is the field's path with the line of the nearest thing written."""
        where = ".".join(map(str, field)) or "file"
        text = f"line {self.line(field)}: {problem}"
        self._problems.append(SampleRef(path=self._path, where=where, problem=text))

    def line(self, field: FieldPath) -> int:
        """Return the line of `field`, or of what would hold it when it is not written."""
        for length in range(len(field), -1, -1):
            mark = self._marks.get(field[:length])
            if mark is not None:
                return mark.line
        return 1


def _problem(error: ErrorDetails, model: type[BaseModel]) -> str:
    """What pydantic found, with what to do about it."""
    name = str(error["loc"][-1]) if error["loc"] else "file"
    if error["type"] == "extra_forbidden":
        known = _fields_at(error, model)
        return f"unknown field {name!r}; {did_you_mean(name, known) if known else 'remove it'}"
    if error["type"] == "missing":
        return f"field {name!r} is missing; add it"
    return f"{name}: {error['msg'][0].lower()}{error['msg'][1:]}; correct the value"


def _fields_at(error: ErrorDetails, model: type[BaseModel]) -> list[str]:
    """The fields known where the unknown one stands: the model's own, else a student's or a source's."""
    parent = str(error["loc"][0]) if len(error["loc"]) > 1 else ""
    nested: dict[str, type[BaseModel]] = {"students": StudentProfile, "source": Source}
    owner = nested.get(parent, model)
    return [info.alias or name for name, info in owner.model_fields.items()]
