"""The values that can tell two conditions apart."""

import pytest

from ace.rejections.condition_values import Value, literals_by_field, values_to_try
from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.rules.condition_tokens import tokens_of


@pytest.mark.parametrize(
    ("tests", "path", "values"),
    [
        pytest.param(["state.answer_open"], "state.answer_open", (False, True), id="a truth"),
        pytest.param(["state.errors > 2"], "state.errors", (0, 1, 2, 3), id="a number and its neighbours"),
        pytest.param(["state.retrieval.confidence < 0.5"], "state.retrieval.confidence",
                     (0, 0.01, 0.49, 0.5, 0.51), id="a number with a point"),
        pytest.param(['state.student.level == "expert"'], "state.student.level", ("expert", "novice", "medium"),
                     id="a text of few"),
        pytest.param(['action.text == "a"'], "action.text", ("a", "~one", "~two"), id="any text"),
        pytest.param(['"zoom" in state.tools.failed'], "state.tools.failed",
                     ([], ["zoom"], ["enhance"], ["image_findings"], ["zoom", "enhance"], ["zoom", "image_findings"],
                      ["enhance", "image_findings"]), id="a list"),
        pytest.param(['action.arguments.query == "x"'], "action.arguments.query", (None, "x", "~one", "~two"),
                     id="what need not be there"),
        pytest.param(["action.arguments.n > 1"], "action.arguments.n", (None, 0, 1, 2), id="a number by its use"),
        pytest.param(["size(action.arguments.boxes) > 2"], "action.arguments.boxes",
                     (None, [], ["~one"], ["~two"], ["~one", "~two"], ["~two", "~two"], ["~two", "~two", "~two"]),
                     id="a list by its use"),
        pytest.param(["action.arguments.on"], "action.arguments.on", (None, False, True), id="a truth by its use"),
    ],
)  # fmt: skip
def test_values(tests: list[str], path: str, values: tuple[Value, ...]) -> None:
    found = values_to_try([tuple(tokens_of(test)) for test in tests], TUTOR_CONTEXT)[path]
    assert tuple(found) == pytest.approx(values) if path.endswith("confidence") else tuple(found) == values


def test_fields_that_are_compared_with_each_other_share_their_values() -> None:
    tests = ["action.name in state.tools.failed", 'action.name == "ocr"']
    found = values_to_try([tuple(tokens_of(test)) for test in tests], TUTOR_CONTEXT)
    assert ["ocr"] in found["state.tools.failed"]


def test_literals_are_told_by_field() -> None:
    tests = ["state.errors > 2", 'action.kind in ["HINT", "QUIZ"]', "state.errors < 0x10"]
    assert literals_by_field([tuple(tokens_of(test)) for test in tests]) == {
        "state.errors": {2, 16},
        "action.kind": {"HINT", "QUIZ"},
    }
