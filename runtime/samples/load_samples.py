"""Sample files to samples. What cannot be used is reported with its line, and the rest goes on."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel

from runtime.contracts.sample import SampleRef, Source, Split, StudentProfile, TutorSample
from runtime.rules.read_yaml import FieldPath
from runtime.samples.case_file import Case, CaseFile, case_problems, expanded
from runtime.samples.file_reader import FileReader, read_document, sample_files
from runtime.tools.image_refs import image_problem

OPEN_SPLITS: frozenset[Split] = frozenset({"dev", "must_pass"})
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
    document = read_document(path)
    if isinstance(document, str):
        problems.append(SampleRef(path=str(path), where="file", problem=document))
        return
    reader = FileReader(str(path), document, problems, _NESTED)
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
        case = _checked_case(reader, raw, index)
        if case is not None and not problem:
            yield _Found(head, case, path, index, reader.line(("cases", index)))


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
