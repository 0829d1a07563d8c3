"""Sample files of any agent: which there are, what they hold, and where in them something is wrong."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from stat import S_ISREG
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from runtime.contracts.errors import RuleError
from runtime.contracts.sample import SampleRef
from runtime.rules.problem import RuleFileError, did_you_mean
from runtime.rules.read_yaml import FieldPath, Mark, YamlDocument, read_yaml_with_marks

MAX_FILE_BYTES = 512 * 1024
MAX_DEPTH = 6
_Model = TypeVar("_Model", bound=BaseModel)


def sample_files(folders: Sequence[Path], agent: str, problems: list[SampleRef]) -> Iterator[Path]:
    """Yield `<folder>/<agent>/*.yaml` in order of name; what keeps a folder from being read goes to `problems`."""
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


def read_document(path: Path, max_bytes: int = MAX_FILE_BYTES, max_depth: int = MAX_DEPTH) -> YamlDocument | str:
    """Return what the file holds, or why it cannot be used."""
    data = read_file(path, max_bytes)
    return data if isinstance(data, str) else parse_document(path, data, max_bytes, max_depth)


def read_file(path: Path, max_bytes: int = MAX_FILE_BYTES) -> bytes | str:
    """Return the file's bytes, or why it cannot be used."""
    try:
        found = path.stat()
        # Opening a pipe would wait for a writer for ever; reading gigabytes only to refuse them fills the memory.
        if not S_ISREG(found.st_mode):
            return "cannot be read: it is a folder, pipe or device; put a regular file in its place"
        if found.st_size > max_bytes:
            return f"the file has {found.st_size} bytes, more than {max_bytes}; split it"
        return path.read_bytes()
    except FileNotFoundError:
        return "leads to no file; put the file there, or remove the link"
    except OSError as exc:
        return f"cannot be read ({exc.strerror}); check its permissions and links"


def parse_document(
    path: Path, data: bytes, max_bytes: int = MAX_FILE_BYTES, max_depth: int = MAX_DEPTH
) -> YamlDocument | str:
    """Return what `data`, the bytes of the file, says, or why it cannot be used."""
    try:
        return read_yaml_with_marks(data, str(path), max_bytes=max_bytes, max_depth=max_depth)
    except RuleFileError as exc:
        # The path stands beside it wherever a problem is told.
        return "; ".join(f"line {one.line}: {one.message}" for one in exc.problems)
    except RuleError as exc:
        return str(exc)


class FileReader:
    """Checks parts of one document and reports what is wrong at the line it stands on.

    `nested`: which model the fields below a field of a checked model have, by the field's name.
    """

    def __init__(
        self,
        path: str,
        document: YamlDocument,
        problems: list[SampleRef],
        nested: Mapping[str, type[BaseModel]] | None = None,
    ) -> None:
        self._path = path
        self._marks: Mapping[FieldPath, Mark] = document.marks
        self._problems = problems
        self._nested = nested or {}

    def validated(self, model: type[_Model], raw: object, where: FieldPath) -> _Model | None:
        """Return `raw` as `model`, or None after reporting every wrong field."""
        try:
            return model.model_validate(raw)
        except ValidationError as exc:
            for error in exc.errors(include_url=False, include_input=False):
                self.report((*where, *error["loc"]), self._problem(error, model))
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

    def _problem(self, error: ErrorDetails, model: type[BaseModel]) -> str:
        """What pydantic found, with what to do about it."""
        name = str(error["loc"][-1]) if error["loc"] else "file"
        if error["type"] == "extra_forbidden":
            known = self._fields_at(error, model)
            return f"unknown field {name!r}; {did_you_mean(name, known) if known else 'remove it'}"
        if error["type"] == "missing":
            return f"field {name!r} is missing; add it"
        return f"{name}: {error['msg'][0].lower()}{error['msg'][1:]}; correct the value"

    def _fields_at(self, error: ErrorDetails, model: type[BaseModel]) -> list[str]:
        """The fields known where the unknown one stands: the model's own, else those of what is nested there."""
        parent = str(error["loc"][0]) if len(error["loc"]) > 1 else ""
        owner = self._nested.get(parent, model)
        return [info.alias or name for name, info in owner.model_fields.items()]
