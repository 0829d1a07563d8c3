"""Read what people did not want, from one commit. `known_rejections` says which commits count."""

import datetime
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pydantic import ValidationError

from ace.rejections.rejection import Rejection
from ace.rejections.stated_fingerprint import stated_fingerprint
from ace.review.fingerprint import proposal_id
from runtime.rules.allowed_characters import find_mixed_script
from runtime.rules.git_read import SUBMODULE, SYMLINK, TreeEntry, list_tree, read_blobs, resolve_commit
from runtime.rules.problem import Problem, RuleFileError, did_you_mean
from runtime.rules.read_yaml import MAX_BYTES, FieldPath, Mark, YamlDocument, read_yaml_with_marks

FOLDER = ".ace/rejected"
# What people keep in a folder for its own sake: nothing is read from it.
BESIDE = frozenset({f"{FOLDER}/README.md", f"{FOLDER}/.gitkeep"})
_KINDS = {SYMLINK: "a symbolic link", SUBMODULE: "a submodule"}


class FoundRejections(NamedTuple):
    """The rejections that can be read, by path, and every problem of the files that cannot."""

    valid: tuple[Rejection, ...]
    problems: tuple[Problem, ...]


def read_rejections(repo: Path, commit: str) -> tuple[Rejection, ...]:
    """Return every rejection at `commit` (a ref or hash), by path; none where the folder does not exist.

    Raises: RuleError (GitError, RuleFileError) naming every problem; one bad file stops the reading, since a rejection
    that is passed over would let its proposal come back.
    """
    found = find_rejections(repo, commit)
    if found.problems:
        raise RuleFileError(found.problems)
    return found.valid


def find_rejections(repo: Path, commit: str) -> FoundRejections:
    """Return what is in the folder at `commit`, broken files as problems. Raises: GitError."""
    return find_listed(repo, list_tree(repo, resolve_commit(repo, commit), FOLDER))


def find_listed(repo: Path, entries: Iterable[TreeEntry]) -> FoundRejections:
    """Return what `entries`, the folder of a commit, hold; broken files as problems. Raises: GitError."""

    def read(wanted: Sequence[TreeEntry]) -> Mapping[str, bytes]:
        blobs = read_blobs(repo, (entry.sha for entry in wanted), MAX_BYTES)
        return {entry.path: blobs[entry.sha] for entry in wanted}

    return _find(entries, read)


def find_in_tree(repo: Path) -> FoundRejections:
    """Return what is in the folder of the working tree at `repo`: what an author is about to commit."""
    return _find(_tree_entries(repo), lambda wanted: {entry.path: (repo / entry.path).read_bytes() for entry in wanted})


def parse_rejection(data: bytes, path: str) -> Rejection:
    """Return the rejection in `data`; `path` is `.ace/rejected/<12 hex digits>.yaml`.

    Raises: RuleFileError, one line a problem: `path:line:column: field: problem; remedy`.
    """
    document = read_yaml_with_marks(data, path)
    try:
        # Strict through JSON, as rules are read: 1 is no text, and a date is one only in its own form.
        rejection = Rejection.model_validate_json(json.dumps(document.value), strict=True)
    except ValidationError as exc:
        raise RuleFileError(_schema_problems(exc, document, path)) from None
    problems = list(_content_problems(rejection, document, path))
    if problems:
        raise RuleFileError(problems)
    return rejection


def _find(entries: Iterable[TreeEntry], read: Callable[[Sequence[TreeEntry]], Mapping[str, bytes]]) -> FoundRejections:
    """Return what `entries` hold; `read` gives their contents, and is asked for those in their place only."""
    valid: list[Rejection] = []
    problems: list[Problem] = []
    readable: list[TreeEntry] = []
    for entry in entries:
        if not _is_beside(entry):
            misplaced = list(_place_problems(entry))
            problems += misplaced
            readable += [] if misplaced else [entry]
    for path, data in sorted(read(readable).items()):
        try:
            valid.append(parse_rejection(data, path))
        except RuleFileError as exc:
            problems += exc.problems
    return FoundRejections(tuple(valid), tuple(sorted(problems)))


def _is_beside(entry: TreeEntry) -> bool:
    return entry.path in BESIDE and entry.mode not in _KINDS


def _tree_entries(repo: Path) -> Iterator[TreeEntry]:
    """Yield the files under the folder as a commit would hold them; a link is not followed."""
    top = repo / FOLDER
    found = [top] if top.is_symlink() or top.is_file() else sorted(top.rglob("*"))
    for path in found:
        if path.is_symlink() or path.is_file():
            mode = SYMLINK if path.is_symlink() else "100644"
            yield TreeEntry(path.relative_to(repo).as_posix(), mode, "")


def _place_problems(entry: TreeEntry) -> Iterator[Problem]:
    path = PurePosixPath(entry.path)
    if entry.mode in _KINDS:
        yield _problem(entry.path, Mark(1, 1), "path", f"{_KINDS[entry.mode]} is not read; put the file itself here")
    elif path.suffix != ".yaml" or str(path.parent) != FOLDER:
        message = f"only {FOLDER}/<12 hex digits>.yaml is read here; move or delete the file"
        yield _problem(entry.path, Mark(1, 1), "path", message)


def _schema_problems(exc: ValidationError, document: YamlDocument, path: str) -> Iterator[Problem]:
    for error in exc.errors(include_url=False):
        location = error["loc"]
        field = ".".join(str(part) for part in location)
        if error["type"] == "extra_forbidden":
            message = f"unknown field; {did_you_mean(field, Rejection.model_fields)}"
        elif error["type"] == "missing":
            message = "this field is missing; add it"
        else:
            message = f"{error['msg']}; correct this field"
        yield _problem(path, _nearest(document.marks, location), "schema", f"{field}: {message}")


def _content_problems(rejection: Rejection, document: YamlDocument, path: str) -> Iterator[Problem]:
    expected = f"{proposal_id(rejection.fingerprint)}.yaml"
    if PurePosixPath(path).name != expected:
        message = f"fingerprint: the file of this one is called {expected}; rename it, or correct the fingerprint"
        yield _problem(path, _nearest(document.marks, ("fingerprint",)), "path", message)
    stated = stated_fingerprint(rejection)
    if stated is not None and stated != rejection.fingerprint:
        # Else one small file could keep any proposal from coming, under the name of another.
        message = (
            f"fingerprint: what this file says was proposed has {stated[:12]}...; write all of it as it was proposed "
            "(text, when, require, otherwise, ...), or reject it again with `ace reject`"
        )
        yield _problem(path, _nearest(document.marks, ("fingerprint",)), "fingerprint", message)
    for name, day in (("date", rejection.date), ("expires", rejection.expires), ("withdrawn", rejection.withdrawn)):
        if day is not None and not _is_day(day):
            message = f"{name}: there is no day {day}; write year-month-day"
            yield _problem(path, _nearest(document.marks, (name,)), "schema", message)
    for where, mark in document.marks.items():
        word = find_mixed_script(mark.raw)
        if word is not None:
            message = f"{'.'.join(map(str, where))}: {word!a} mixes look-alike letters of two scripts; type it again"
            yield _problem(path, mark, "mixed-script", message)


def _is_day(text: str) -> bool:
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _nearest(marks: Mapping[FieldPath, Mark], location: Sequence[str | int]) -> Mark:
    return marks.get(tuple(location[:1]), marks[()])


def _problem(path: str, mark: Mark, code: str, message: str) -> Problem:
    return Problem(path, mark.line, mark.column, code, "error", message)
