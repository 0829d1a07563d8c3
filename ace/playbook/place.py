"""Where in its file a problem of a rule stands."""

import re

from runtime.contracts.playbook import RuleFile
from runtime.rules.condition_place import place_in_file
from runtime.rules.problem import Problem, Severity
from runtime.rules.read_yaml import FieldPath, Mark, read_yaml_with_marks


def problem_at(file: RuleFile, field: str | FieldPath, code: str, severity: Severity, message: str) -> Problem:
    """Return a problem at a field of a rule file, at its first line where the field is not written.

    The file is read again only here, for the place.
    """
    marks = read_yaml_with_marks(file.source, file.path).marks
    where: FieldPath = (field,) if isinstance(field, str) else field
    mark = marks.get(where, marks[()])
    return Problem(file.path, mark.line, mark.column, code, severity, message)


def problem_in_condition(file: RuleFile, field: str, code: str, said: tuple[str, int]) -> Problem:
    """Return an error within the condition `field` (`when` or `require`): its message and where, in characters from the
    condition's start."""
    message, offset = said
    marks = read_yaml_with_marks(file.source, file.path).marks
    source: str | None = getattr(file.rule, field)
    mark = place_in_file(file.source, marks.get((field,), marks[()]), source or "", offset)
    return Problem(file.path, mark.line, mark.column, code, "error", message)


def problem_at_word(file: RuleFile, field: str, word: str, said: tuple[str, str]) -> Problem:
    """Return a warning (its code and message) at the first place of `word` in a field, else at the field's start."""
    code, message = said
    mark = read_yaml_with_marks(file.source, file.path).marks.get((field,), Mark(1, 1))
    lines = file.source.decode("utf-8", "replace").split("\n")
    pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    for number, line in enumerate(lines[mark.line - 1 :], mark.line):
        found = pattern.search(line, mark.column - 1 if number == mark.line else 0)
        if found:
            return Problem(file.path, number, found.start() + 1, code, "warning", message)
    return Problem(file.path, mark.line, mark.column, code, "warning", message)
