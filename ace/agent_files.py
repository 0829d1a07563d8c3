"""The files that a person's own agent is made of, as far as they lie in the repository: a trial depends on them."""

import ast
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

# What a run leaves behind, and what others wrote: no part of the agent.
_NOT_CODE = frozenset({"__pycache__", ".git", ".venv", "node_modules"})


def agent_files(repo: Path, path: str, command: Sequence[str], others: Iterable[str]) -> tuple[Path, ...]:
    """Return the agent's files, sorted: its code and what that imports from the repository, and `others`.

    `path`: the Python path "package.module:name", empty where there is none; `command`: words of which those that
    name a file (or, after -m, a module) of the repository are taken; `others`: files or folders from its top, all files
    below. What is imported is read from the source, so that nothing is run; data that the code opens is not seen: name
    it in `others`. What lies outside the repository is left out.
    """
    top = repo.resolve()
    found: set[Path] = set()
    waiting = [*_parts(path.partition(":")[0], top, top), *_of_command(command, top)]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += _imported(file, top)
    for other in others:
        found |= set(_below((top / other).resolve(), top))
    return tuple(sorted(found))


def unusable_files(repo: Path, others: Iterable[str]) -> tuple[str, ...]:
    """Return what is wrong with each of `others` that gives no file to watch: a change to it would go unnoticed."""
    top = repo.resolve()
    return tuple(f"{other!r} {problem}" for other in others if (problem := _problem(top / other, top)))


def _problem(path: Path, top: Path) -> str:
    if not path.resolve().is_relative_to(top):
        return "lies outside the repository: what is there is not part of a trial; copy it in"
    if not path.exists():
        return "does not exist; correct the path (from the repository's top), or delete it"
    if not any(_below(path.resolve(), top)):
        return "holds no file; delete it, or name what the agent reads"
    return ""


def _of_command(command: Sequence[str], top: Path) -> Iterator[Path]:
    for before, word in zip(("", *command), command, strict=False):
        if before == "-m":
            yield from _parts(word, top, top)
            yield from _parts(f"{word}.__main__", top, top)
        elif (file := (top / word).resolve()).is_file() and file.is_relative_to(top):
            yield file


def _imported(file: Path, top: Path) -> Iterator[Path]:
    """Yield the files of the repository that a Python file imports, and those of the packages they are in."""
    if file.suffix != ".py":
        return
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        # It will not run either; its bytes are in the hash.
        return
    for name, level in _names(tree):
        places = (top, file.parent) if level == 0 else (_above(file.parent, level - 1),)
        for place in places:
            yield from _parts(name, place, top)


def _names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the dotted names that are imported, each with how many dots stand before it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, 0) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            # What is imported from a package may be a module of it.
            yield from ((f"{module}.{alias.name}".strip("."), node.level) for alias in node.names)


def _parts(name: str, place: Path, top: Path) -> Iterator[Path]:
    """Yield the files of a dotted name under `place`: each package's `__init__.py`, then the module."""
    words = name.split(".")
    for count in range(1, len(words) + 1):
        found = _module(".".join(words[:count]), place)
        if found is not None and found.is_relative_to(top):
            yield found


def _module(name: str, place: Path) -> Path | None:
    """Return the file of a module under the folder `place`, None where there is none."""
    if not name or not all(part.isidentifier() for part in name.split(".")):
        return None
    base = place.joinpath(*name.split("."))
    for file in (base.with_name(f"{base.name}.py"), base / "__init__.py"):
        if file.is_file():
            return file.resolve()
    return None


def _above(folder: Path, levels: int) -> Path:
    for _ in range(levels):
        folder = folder.parent
    return folder


def _below(path: Path, top: Path) -> Iterator[Path]:
    if not path.is_relative_to(top):
        return
    if path.is_file():
        yield path
        return
    for file in path.rglob("*"):
        if file.is_file() and not _NOT_CODE.intersection(file.relative_to(top).parts):
            yield file
