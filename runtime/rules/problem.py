"""What is wrong in a file, where, and what to write instead."""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from runtime.contracts.errors import RuleError

Severity: TypeAlias = Literal["error", "warning"]


@dataclass(frozen=True, order=True)
class Problem:
    """One finding. `line` and `column` count from 1; `code` is a short stable name such as `yaml-alias`."""

    path: str
    line: int
    column: int
    code: str
    severity: Severity
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.message}"


class RuleFileError(RuleError):
    """One or more files cannot be used; `problems` has each of them, str() one a line."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the known name closest to `name`, empty when none is close."""
    found = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return found[0] if found else ""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return the remedy for an unknown name: the nearest known one, or all of them."""
    names = sorted(known)
    close = nearest(name, names)
    return f"did you mean `{close}`?" if close else f"use one of: {', '.join(names)}"
