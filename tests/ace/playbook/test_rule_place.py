"""A problem stands where its field is written."""

import pytest

from ace.playbook.place import problem_at
from runtime.contracts.playbook import RuleFile
from runtime.rules.read_yaml import FieldPath
from tests.ace.building import rule

SOURCE = b"# first\nschema: 1\nid: a.x\ntitle: A rule\nagent: tutor\ntext: abc\nauthors: [one, two]\n"
FILE = RuleFile("playbooks/tutor/a/x.yaml", rule("a.x"), SOURCE)


@pytest.mark.parametrize(
    ("field", "place"),
    [("id", (3, 5)), (("authors", 1), (7, 16)), ("when", (2, 1))],
    ids=["a field", "an element", "a field that is not there"],
)
def test_place(field: str | FieldPath, place: tuple[int, int]) -> None:
    problem = problem_at(FILE, field, "id", "warning", "wrong")
    assert (problem.line, problem.column) == place
    assert str(problem) == f"{FILE.path}:{place[0]}:{place[1]}: wrong"
