"""A model's text becomes one action or a message, whatever it is; nothing raises."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.contracts.action import ACTION_KINDS, Action
from runtime.contracts.json_types import JsonObject, canonical_json
from runtime.state.parse_action import MAX_TEXT, ParseProblem, action_from_json, parse_action

TOOLS = ("retrieve", "zoom")
PROBE = '{"action":"ASK_PROBE","text":"What do you see?"}'
CALL = '{"action":"REQUEST_TOOL","tool":"zoom","arguments":%s}'


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (PROBE, Action("ASK_PROBE", text="What do you see?")),
        (f"```json\n{PROBE}\n```", Action("ASK_PROBE", text="What do you see?")),
        (f"\n```\n{PROBE}```  ", Action("ASK_PROBE", text="What do you see?")),
        (f"{PROBE},", Action("ASK_PROBE", text="What do you see?")),
        ('{"action":"HINT","text":"Look."}', Action("HINT", text="Look.", hint_level=1)),
        ('{"action":"HINT","text":"Look.","hint_level":3}', Action("HINT", text="Look.", hint_level=3)),
        ('{"action":"QUIZ","text":"Which?","hint_level":9}', Action("QUIZ", text="Which?")),
        (CALL % "{}", Action("REQUEST_TOOL", tool="zoom")),
        ('{"action":"REQUEST_TOOL","tool":"made_up"}', Action("REQUEST_TOOL", tool="made_up")),
        ('{"action":"REVEAL_ANSWER","reason":7}', Action("REVEAL_ANSWER")),
        ('{"action":"REVEAL_ANSWER","reason":"they have it"}', Action("REVEAL_ANSWER", reason="they have it")),
    ],
    ids=[
        "plain",
        "json fence",
        "bare fence",
        "trailing comma",
        "hint without level",
        "hint level 3",
        "level on another kind is dropped",
        "tool",
        "unknown tool is the registry's matter",
        "reason of another type is dropped",
        "reason",
    ],
)
def test_one_action_is_read(raw: str, expected: Action) -> None:
    assert parse_action(raw, TOOLS) == expected


@pytest.mark.parametrize(
    ("raw", "kind", "says"),
    [
        ("", "malformed", "empty"),
        ("```json\n```", "malformed", "empty"),
        ("I would look first.", "malformed", "not JSON at character 0"),
        (f"Sure! {PROBE}", "malformed", "not JSON at character 0"),
        (f"{PROBE} I hope this helps.", "malformed", "text after"),
        (PROBE[:-10], "malformed", "not JSON at character"),
        (f"{PROBE}\n{PROBE}", "several_tools", "exactly one"),
        (f"[{PROBE},{PROBE}]", "several_tools", "exactly one"),
        (f"{PROBE},[{PROBE}]", "several_tools", "exactly one"),
        ('{"action":"REQUEST_TOOL","tools":["zoom","ocr"]}', "several_tools", "one tool a turn"),
        ('{"action":"REQUEST_TOOL","tool":["zoom"]}', "several_tools", "one tool a turn"),
        ('"HINT"', "malformed", "one JSON object"),
        ("null", "malformed", "one JSON object"),
        ("{}", "malformed", "`action` must be one of ASK_PROBE"),
        ('{"action":["HINT"],"text":"x"}', "malformed", "`action` must be one of"),
        ('{"action":"hint","text":"x"}', "malformed", "`action` must be one of"),
        ('{"action":"ASK_PROBE","text":null}', "malformed", "`text` must be a string"),
        ('{"action":"ASK_PROBE","text":"  "}', "malformed", "ASK_PROBE needs a `text`"),
        ('{"action":"HINT","text":"x","hint_level":true}', "malformed", "from 1 to 3"),
        ('{"action":"HINT","text":"x","hint_level":4}', "malformed", "from 1 to 3"),
        ('{"action":"HINT","text":"x","hint_level":2.0}', "malformed", "from 1 to 3"),
        ('{"action":"HINT","text":"x","hint_level":null}', "malformed", "from 1 to 3"),
        ('{"action":"REQUEST_TOOL","arguments":{}}', "malformed", "one of retrieve, zoom"),
        (CALL % "[1]", "malformed", "`arguments` must be"),
        (CALL % "null", "malformed", "`arguments` must be"),
        (CALL % '{"box":[NaN,0,1,1]}', "malformed", "NaN is no finite number"),
        (CALL % '{"box":[-Infinity,0,1,1]}', "malformed", "no finite number"),
        (CALL % '{"box":[1e999,0,1,1]}', "malformed", "no finite number"),
        (CALL % ('{"k":' + "9" * 5000 + "}"), "malformed", "5000 digits"),
        (CALL % ('{"a":' * 30 + "1" + "}" * 30), "malformed", "levels deep"),
        ("[" * 10_000, "malformed", "levels deep"),
        ('{"a":' * 10_000, "malformed", "levels deep"),
    ],
    ids=[
        "empty",
        "empty fence",
        "prose",
        "prose before",
        "prose after",
        "cut off",
        "two objects",
        "list of actions",
        "object and list",
        "list of tools",
        "tool as list",
        "a string",
        "null",
        "empty object",
        "action as list",
        "lower case",
        "null text",
        "blank text",
        "bool level",
        "level 4",
        "float level",
        "null level",
        "no tool",
        "arguments as list",
        "null arguments",
        "nan",
        "infinity",
        "overflowing float",
        "huge integer",
        "30 levels",
        "10,000 brackets",
        "10,000 braces",
    ],
)
def test_what_is_not_one_action_is_said_so(raw: str, kind: str, says: str) -> None:
    problem = parse_action(raw, TOOLS)
    assert isinstance(problem, ParseProblem)
    assert problem.kind == kind
    assert says in problem.message
    assert len(problem.message) < 300


def test_lone_surrogates_and_nul_stay_readable_actions() -> None:
    action = parse_action('{"action":"ASK_PROBE","text":"a\\ud800b\\u0000"}', TOOLS)
    assert isinstance(action, Action)
    assert action.text == "a\ud800b\x00"


def test_long_texts_are_cut() -> None:
    action = parse_action(json.dumps({"action": "QUIZ", "text": "x" * 5000, "reason": "y" * 5000}), TOOLS)
    assert isinstance(action, Action)
    assert (len(action.text), len(action.reason)) == (MAX_TEXT, 300)


def test_a_number_of_many_digits_within_the_limit_is_exact() -> None:
    action = parse_action(CALL % ('{"k":' + "9" * 200 + "}"), TOOLS)
    assert isinstance(action, Action)
    assert action.arguments == {"k": 10**200 - 1}


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
fields = st.fixed_dictionaries(
    {},
    optional={
        "action": st.sampled_from(ACTION_KINDS) | values,
        "text": st.text(max_size=20) | values,
        "tool": st.sampled_from(TOOLS) | values,
        "arguments": st.dictionaries(st.text(max_size=6), values, max_size=3) | values,
        "hint_level": st.integers(-1, 5) | values,
        "reason": values,
    },
)


@given(fields)
def test_any_json_object_gives_an_action_that_can_be_hashed_or_a_problem(value: JsonObject) -> None:
    parsed = parse_action(json.dumps(value), TOOLS)
    if isinstance(parsed, Action):
        canonical_json(parsed.to_json())
        assert action_from_json(parsed.to_json()) == parsed


@given(st.text(max_size=60))
def test_any_text_gives_an_action_or_a_problem(raw: str) -> None:
    assert isinstance(parse_action(raw, TOOLS), Action | ParseProblem)


def test_a_trace_that_holds_no_action_is_an_error() -> None:
    with pytest.raises(ValueError, match="`action` must be one of"):
        action_from_json({"action": "DANCE"})
