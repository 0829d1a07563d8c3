"""The JSON form of a lint report."""

import json

from ace.report.lint_json import lint_json
from tests.ace.report.linting import EVIL_MESSAGE, HOSTILE, ORDINARY, PATH


def test_counts_problems_and_notes_are_there() -> None:
    value = lint_json(ORDINARY)
    assert (value["files"], value["errors"], value["warnings"]) == (2, 3, 1)
    problems = value["problems"]
    assert isinstance(problems, list)
    assert problems[0] == {
        "path": PATH,
        "line": 2,
        "column": 5,
        "code": "id",
        "severity": "error",
        "message": "id: wrong",
    }
    assert value["notes"] == ["history is shallow: ids are not known"]


def test_hostile_text_comes_back_as_it_was() -> None:
    value = json.loads(json.dumps(lint_json(HOSTILE), ensure_ascii=True))
    assert value["problems"][0]["message"] == EVIL_MESSAGE
