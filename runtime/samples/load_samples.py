"""Sample files to samples. What cannot be used is reported with its line, and the rest goes on."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel

from runtime.contracts.sample import SampleRef, Source, Split, StudentProfile, TutorSample
from runtime.images.image_refs import image_problem
from runtime.rules.read_yaml import FieldPath
from runtime.samples.case_file import Case, CaseFile, case_problems, expanded
from runtime.samples.file_reader import FileReader, parse_document, read_file, sample_files

OPEN_SPLITS: frozenset[Split] = frozenset({"dev", "must_pass"})
_FILES_KEPT = 1024
_NESTED: Mapping[str, type[BaseModel]] = {"students": StudentProfile, "source": Source}


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
    for path in sample_files(folders, agent, problems):
        for found in _read_file(path, agent, image_base, problems):
            first = cases.setdefault(found.case.id, found)
            if first is not found:
                problems.append(_used_twice(found, first))
    wanted = OPEN_SPLITS if split is None else split
    chosen = (
        sample for found in cases.values() if found.case.split in wanted for sample in expanded(found.head, found.case)
    )
    return LoadResult(tuple(sorted(chosen, key=lambda sample: sample.id)), tuple(problems))


def _read_file(path: Path, agent: str, image_base: Path | None, problems: list[SampleRef]) -> Iterator[_Found]:
    data = read_file(path)
    file = data if isinstance(data, str) else _checked_file(path, data)
    if isinstance(file, str):
        problems.append(SampleRef(path=str(path), where="file", problem=file))
        return
    problems.extend(file.head_problems)
    if file.head is None:
        return
    if file.head.agent != agent:
        problem = f"this file is for agent {file.head.agent!r}; move it to that agent's folder"
        problems.append(_at(path, "agent", file.agent_line, problem))
        return
    problem = image_problem(file.head.image, image_base) if file.head.image else ""
    if problem:
        problems.append(_at(path, "image", file.image_line, problem))
    problems.extend(file.problems)
    if not problem:
        yield from file.cases


class _File(NamedTuple):
    """What one file says, whatever agent and images it is read for."""

    head: CaseFile | None
    head_problems: tuple[SampleRef, ...]
    cases: tuple[_Found, ...] = ()
    problems: tuple[SampleRef, ...] = ()
    agent_line: int = 1
    image_line: int = 1


@lru_cache(maxsize=_FILES_KEPT)
def _checked_file(path: Path, data: bytes) -> _File | str:
    """Return what `data` says, or why it cannot be used. Judging reads the same files many times."""
    document = parse_document(path, data)
    if isinstance(document, str):
        return document
    head_problems: list[SampleRef] = []
    head = FileReader(str(path), document, head_problems, _NESTED).validated(CaseFile, document.value, ())
    if head is None:
        return _File(None, tuple(head_problems))
    problems: list[SampleRef] = []
    reader = FileReader(str(path), document, problems, _NESTED)
    checked = [(index, _checked_case(reader, raw, index)) for index, raw in enumerate(head.cases)]
    cases = (
        _Found(head, case, path, index, reader.line(("cases", index))) for index, case in checked if case is not None
    )
    lines = reader.line(("agent",)), reader.line(("image",))
    return _File(head, tuple(head_problems), tuple(cases), tuple(problems), *lines)


def _at(path: Path, where: str, line: int, problem: str) -> SampleRef:
    return SampleRef(path=str(path), where=where, problem=f"line {line}: {problem}")


def _used_twice(found: _Found, first: _Found) -> SampleRef:
    problem = f"case id {found.case.id!r} is already used at {first.path}:{first.line}; rename or remove one"
    return SampleRef(path=str(found.path), where=f"cases.{found.number}.id", problem=f"line {found.line}: {problem}")


def _checked_case(reader: FileReader, raw: object, index: int) -> Case | None:
    """Return the case, or None after reporting every problem of it."""
    where: FieldPath = ("cases", index)
    case = reader.validated(Case, raw, where)
    found = case_problems(case) if case else {}
    for field, problem in found.items():
        reader.report((*where, *field), problem)
    return None if found else case
