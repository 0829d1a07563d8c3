"""What `ace lint` found: the files looked at, their problems, and what could not be looked at."""

from collections.abc import Mapping
from dataclasses import dataclass

from runtime.rules.problem import Problem


@dataclass(frozen=True)
class LintReport:
    """`files`: path from the repository's top -> content. `notes`: what was not checked and why, whole sentences."""

    files: Mapping[str, bytes]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...] = ()

    @property
    def errors(self) -> int:
        """How many problems keep the playbook from being used."""
        return sum(problem.severity == "error" for problem in self.problems)

    @property
    def warnings(self) -> int:
        """How many problems are for a reviewer to weigh."""
        return len(self.problems) - self.errors
