"""What conditions see of the inspector's decisions."""

import pytest

from runtime.contracts.json_types import JsonObject, canonical_json
from runtime.contracts.tool_call import ErrorClass, ToolCall
from runtime.inspection.actions import Look, Report
from runtime.inspection.context import INSPECTOR_CONTEXT
from runtime.inspection.view import (
    decision_context,
    decision_view,
    proposal_context,
    request_context,
    state_view,
)
from tests.runtime.agents.inspector.inspections import BRIGHT, DIM, casting, found
from tests.runtime.builders import card

CASE = casting()


def _leaves(context: JsonObject) -> dict[str, object]:
    """Every value by its dotted path; the arguments of a call are one value."""
    out: dict[str, object] = {}
    for key, value in context.items():
        if isinstance(value, dict) and key != "arguments":
            out |= {f"{key}.{path}": leaf for path, leaf in _leaves(value).items()}
        else:
            out[key] = value
    return out


@pytest.mark.parametrize(
    "context",
    [
        proposal_context(Look("measure_candidate", {"ids": [1]}), found(), CASE),
        proposal_context(Report((1,), "reject", "bright"), found(1), CASE),
        decision_context("KEEP", 1, Report((1,), "reject"), found(1), CASE),
        decision_context("DROP", 2, Report((), "accept"), found(1), CASE),
    ],
    ids=["tool", "report", "keep", "drop unmeasured"],
)
def test_every_decision_has_the_documented_fields_with_their_types(context: JsonObject) -> None:
    leaves = _leaves(context)
    assert set(leaves) == {field.path for field in INSPECTOR_CONTEXT}
    for field in INSPECTOR_CONTEXT:
        assert type(leaves[field.path]) is type(field.default), field.path
        if field.choices and isinstance(field.default, str):
            assert leaves[field.path] in field.choices


def test_a_kept_candidate_is_seen_with_its_measures() -> None:
    action = decision_context("KEEP", 3, Report((1, 3), "reject", "bright"), found(1, 3), CASE)["action"]
    assert isinstance(action, dict)
    assert (action["measured"], action["kept"], action["name"]) == (True, 2, "KEEP")
    assert [action[name] for name in BRIGHT._fields] == list(BRIGHT)


def test_one_that_was_not_measured_is_seen_with_defaults() -> None:
    action = decision_view("DROP", None, 0)
    assert (action["measured"], action["contrast"], action["aspect_ratio"]) == (False, 0.0, 1.0)


def test_a_report_is_seen_with_its_verdict_and_what_it_keeps() -> None:
    action = proposal_context(Report((2, 1), "accept", "round"), found(), CASE)["action"]
    assert isinstance(action, dict)
    assert action["arguments"] == {"kept_ids": [2, 1], "verdict": "accept"}
    assert (action["text"], action["kept"]) == ("round", 2)


@pytest.mark.parametrize(
    ("ids", "error", "repeats"),
    [([2, 1], None, 1), ([1], None, 0), ([1, 2], "timeout", 0), ([1, 2], "invalid_arguments", 1)],
    ids=["the same ids", "other ids", "timed out before", "failed before"],
)
def test_the_same_look_again_is_a_repeat(ids: list[int], error: ErrorClass | None, repeats: int) -> None:
    arguments: JsonObject = {"ids": [1, 2]}
    calls = (ToolCall("call-1", "measure_candidate", arguments),)
    state = found(calls=calls, cards=(card("measure_candidate", error, arguments),))
    action = proposal_context(Look("measure_candidate", {"ids": list(ids)}), state, CASE)["action"]
    assert isinstance(action, dict)
    assert action["repeats"] == repeats


def test_the_state_says_what_was_found_and_which_tool_failed() -> None:
    cards = (card("find_candidates"), card("measure_candidate", "timeout"))
    seen = state_view(found(1, cards=cards, rejections=1))
    assert (seen["candidates"], seen["unmeasured"], seen["searched"], seen["rejections"]) == (3, 2, True, 1)
    assert seen["tools"] == {
        "called": ["find_candidates", "measure_candidate"],
        "last": "measure_candidate",
        "last_ok": False,
        "last_error": "timeout",
        "failed": ["measure_candidate"],
    }


def test_a_request_holds_each_candidate_kept_and_dropped_as_json() -> None:
    context = request_context(found(1, 2), CASE, 11)
    rows = context["candidates"]
    assert isinstance(rows, list)
    assert [row["id"] for row in rows] == [1, 2, 3]
    assert [row["KEEP"]["contrast"] for row in rows] == [BRIGHT.contrast, DIM.contrast, 0.0]
    assert [row["DROP"]["kind"] for row in rows] == ["DROP"] * 3
    assert (context["calls_left"], context["seed"]) == (6, 11)
    assert canonical_json(context)


def test_before_the_search_a_request_holds_no_candidates() -> None:
    assert request_context(found(candidates=None), CASE, 0)["candidates"] is None
