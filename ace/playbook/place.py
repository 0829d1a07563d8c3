"""Where in its file a problem of a rule stands."""

from runtime.contracts.playbook import RuleFile
from runtime.rules.problem import Problem, Severity
from runtime.rules.read_yaml import FieldPath, read_yaml_with_marks


def problem_at(file: RuleFile, field: str | FieldPath, code: str, severity: Severity, message: str) -> Problem:
    """Return a problem at a field of a rule file, at its first line where the field is not written.

    The file is read again only here, for the place.
    """
    marks = read_yaml_with_marks(file.source, file.path).marks
    where: FieldPath = (field,) if isinstance(field, str) else field
    mark = marks.get(where, marks[()])
    return Problem(file.path, mark.line, mark.column, code, severity, message)
