import json

import pytest
from jsonschema import Draft202012Validator

from runtime.agents.inspector.parse_proposal import (
    NAMES,
    parse_proposal,
    proposal_schema,
    read_ids,
    simple_proposal_schema,
)
from runtime.contracts.json_types import JsonObject
from runtime.inspection.actions import Look, Proposal, Report
from runtime.state.parse_action import ParseProblem


def _problem(value: object) -> str:
    found = parse_proposal(json.dumps(value))
    assert isinstance(found, ParseProblem)
    assert found.kind == "malformed"
    return found.message


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"action": "find_candidates"}, Look("find_candidates")),
        ({"action": "find_candidates", "ids": ["x"], "text": "first"}, Look("find_candidates")),
        ({"action": "measure_candidate", "ids": [2, 1]}, Look("measure_candidate", {"ids": [2, 1]})),
        ({"action": "measure_candidate", "ids": 3}, Look("measure_candidate", {"ids": [3]})),
        ({"action": "measure_candidate", "id": 3}, Look("measure_candidate", {"ids": [3]})),
        ({"action": "view_candidate", "id": 3}, Look("view_candidate", {"id": 3})),
        ({"action": "view_candidate", "ids": [3]}, Look("view_candidate", {"id": 3})),
        (
            {"action": "submit_report", "kept_ids": [3, 1], "verdict": "reject", "reasons": "bright"},
            Report((3, 1), "reject", "bright"),
        ),
        ({"action": "submit_report", "kept_ids": [], "verdict": "accept"}, Report((), "accept")),
    ],
    ids=[
        "find",
        "fields not needed",
        "measure",
        "one number as ids",
        "one id",
        "view",
        "view by ids",
        "report",
        "none",
    ],
)
def test_one_object_is_one_proposal(value: JsonObject, expected: Proposal) -> None:
    assert parse_proposal(json.dumps(value)) == expected
    assert parse_proposal(f"```json\n{json.dumps(value)}\n```") == expected


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({}, "`action` must be one of find_candidates, measure_candidate, view_candidate, submit_report"),
        ({"action": "REQUEST_TOOL", "tool": "find_candidates"}, "`action` must be one of find_candidates"),
        ({"action": "measure_candidate"}, "`ids` takes whole numbers, such as 3; nothing is none"),
        ({"action": "measure_candidate", "ids": []}, "measure_candidate needs `ids`, such as [1, 2]"),
        ({"action": "measure_candidate", "ids": ["3"]}, '`ids` takes whole numbers, such as 3; the text "3" is none'),
        ({"action": "measure_candidate", "id": "3"}, '`id` takes whole numbers, such as 3; the text "3" is none'),
        ({"action": "measure_candidate", "ids": [1, 2.0]}, "`ids` takes whole numbers, such as 3; 2.0 is none"),
        ({"action": "measure_candidate", "ids": [True]}, "`ids` takes whole numbers, such as 3; True is none"),
        ({"action": "measure_candidate", "ids": [1, -2]}, "`ids`: candidates are numbered from 1; there is no -2"),
        ({"action": "measure_candidate", "ids": [0]}, "there is no 0"),
        ({"action": "measure_candidate", "ids": [1, 2, 1]}, "`ids` has 1 twice; give each id once"),
        ({"action": "measure_candidate", "ids": list(range(1, 1001))}, "`ids` has 1000 entries; give at most 40"),
        ({"action": "view_candidate"}, "`id` takes whole numbers, such as 3; nothing is none"),
        ({"action": "view_candidate", "id": [1, 2]}, "view_candidate shows one candidate a turn: give one number as"),
        ({"action": "view_candidate", "ids": []}, "view_candidate shows one candidate a turn"),
        ({"action": "submit_report", "verdict": "accept"}, "submit_report needs `kept_ids`: a list of candidate ids"),
        ({"action": "submit_report", "kept_ids": 3, "verdict": "reject"}, "submit_report needs `kept_ids`: a list"),
        ({"action": "submit_report", "kept_ids": ["3"], "verdict": "reject"}, "`kept_ids` takes whole numbers"),
        ({"action": "submit_report", "kept_ids": [3, 3], "verdict": "reject"}, "`kept_ids` has 3 twice"),
        ({"action": "submit_report", "kept_ids": [-1], "verdict": "reject"}, "`kept_ids`: candidates are numbered"),
        ({"action": "submit_report", "kept_ids": [1]}, "submit_report needs a `verdict`: accept or reject"),
        ({"action": "submit_report", "kept_ids": [1], "verdict": "scrap"}, "submit_report needs a `verdict`"),
        ({"action": "submit_report", "kept_ids": [1], "verdict": ["reject"]}, "submit_report needs a `verdict`"),
        (
            {"action": "submit_report", "kept_ids": [1], "verdict": "reject", "reasons": ["x"]},
            "`reasons` must be one text",
        ),
    ],
)
def test_what_is_wrong_is_said_so_that_a_model_can_act_on_it(value: JsonObject, said: str) -> None:
    assert said in _problem(value)


@pytest.mark.parametrize(
    "raw",
    [
        '{"action":"find_candidates"}{"action":"measure_candidate","ids":[1]}',
        '[{"action":"find_candidates"}]',
        '{"action":["find_candidates","measure_candidate"]}',
    ],
    ids=["two objects", "a list", "two names"],
)
def test_two_actions_are_one_too_many(raw: str) -> None:
    found = parse_proposal(raw)
    assert isinstance(found, ParseProblem)
    assert found.kind == "several_tools"


@pytest.mark.parametrize(
    "raw",
    ["", "I would look first.", "3", '{"action":', '{"action":"view_candidate","id":NaN}'],
    ids=["empty", "prose", "number", "cut off", "not a number"],
)
def test_talk_is_no_proposal(raw: str) -> None:
    found = parse_proposal(raw)
    assert isinstance(found, ParseProblem)
    assert found.kind == "malformed"


def test_a_message_stays_short_whatever_was_written() -> None:
    for value in (10**250, "x" * 5000, -(10**250), [["x" * 500]]):
        assert len(_problem({"action": "measure_candidate", "ids": [value, value]})) < 120


def test_a_very_long_reason_is_cut() -> None:
    value = {"action": "submit_report", "kept_ids": [], "verdict": "accept", "reasons": "x" * 9000}
    found = parse_proposal(json.dumps(value))
    assert isinstance(found, Report)
    assert len(found.reasons) == 1200


def test_ids_keep_their_order() -> None:
    assert read_ids([3, 1, 2], "ids") == (3, 1, 2)


@pytest.mark.parametrize("schema", [proposal_schema(), simple_proposal_schema()], ids=["choice", "flat"])
def test_what_fits_a_schema_is_read(schema: JsonObject) -> None:
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    wanted: dict[str, JsonObject] = {
        "find_candidates": {},
        "measure_candidate": {"ids": [1, 2]},
        "view_candidate": {"id": 1},
    }
    for name in NAMES:
        fields: JsonObject = {"kept_ids": [1], "verdict": "reject"}
        if "anyOf" in schema:
            fields = wanted.get(name, {**fields, "reasons": "bright"})
        else:
            fields["ids"] = [2]
        value = {"action": name, **fields}
        validator.validate(value)
        assert not isinstance(parse_proposal(json.dumps(value)), ParseProblem)


def test_an_id_that_is_none_does_not_fit_the_schema() -> None:
    validator = Draft202012Validator(proposal_schema())
    for ids in (["1"], [0], [-1], [1.5], []):
        assert not validator.is_valid({"action": "measure_candidate", "ids": ids})
