"""Single facts as JSON objects: short, on one line, in words where a figure needs them."""

import json

import pytest

from ace.curator.asking.cluster_facts import earlier_answers
from ace.curator.asking.fact_json import band_json, can_go_json, coverage_json, rejection_json, rule_json, title_json
from ace.curator.conditions.numeric_bands import FieldBand
from ace.curator.draft import Attempt, Draft
from ace.curator.facts.coverage import RuleFigures
from ace.rejections.rejection import Rejection
from tests.ace.building import WEB_RULE, rule

LONG = "word " * 150
RULE = rule("tools.web", title=LONG[:120], text=LONG, **WEB_RULE)


def test_earlier_answers_are_told_with_what_was_wrong() -> None:
    raw = '{"op": "add", "rule_id": "a.b", "text": "Do it.", "when": "state.mood", "require": ""}'
    fact = earlier_answers(
        [
            Attempt("c-1", 1, "I think that " + "x" * 500, None, problem="not JSON: no value"),
            Attempt("c-1", 2, raw, None, failing=("schema: no such field", "separation: too wide; fires on 9 of 9")),
        ]
    )
    prose, operation = fact.items
    assert isinstance(prose, dict)
    assert (len(prose["answer"]), prose["wrong"]) == (200, ["not JSON: no value"])
    assert operation == {
        "answer": {"op": "add", "rule_id": "a.b", "text": "Do it.", "when": "state.mood"},
        "wrong": ["schema: no such field", "separation: too wide; fires on 9 of 9"],
    }


SAYS = {"candidate 1": "Do not use `zoom` twice.", "candidate 2": "Do not use `ocr`."}


@pytest.mark.parametrize(
    ("failing", "when", "says", "instead"),
    [
        pytest.param("separation: too wide", "true", SAYS, "write candidate 1 or candidate 2 in", id="its condition"),
        pytest.param("schema: no such field", "a.b", SAYS, "write candidate 1 or candidate 2 in", id="no such field"),
        pytest.param("words: unknown word", "candidate 2", SAYS, "say in `text`: Do not use `ocr`.", id="its words"),
        pytest.param("words: unknown word", "true", SAYS, "", id="words of its own condition"),
        pytest.param("separation: too wide", "true", {}, "", id="none was found"),
    ],
)
def test_what_would_do_instead_is_said_where_code_knows(
    failing: str, when: str, says: dict[str, str], instead: str
) -> None:
    raw = json.dumps({"op": "add", "rule_id": "a.b", "when": when})
    told = earlier_answers([Attempt("c", 1, raw, None, failing=(failing,))], says).items[0]
    assert isinstance(told, dict)
    assert instead in str(told.get("instead", ""))
    assert ("instead" in told) is bool(instead)


def test_long_texts_are_cut_and_conditions_are_not() -> None:
    shown = rule_json(RULE)
    assert (len(str(shown["text"])), shown["when"]) == (200, WEB_RULE["when"])
    assert len(str(title_json(RULE)["title"])) == 100
    reject = Rejection(
        fingerprint="b" * 64, op="edit", rule="a.b", text=LONG, reason=LONG, by="a lead", date="2026-11-01"
    )
    assert {name: len(str(value)) for name, value in rejection_json(reject).items() if name in ("text", "reason")} == {
        "text": 160,
        "reason": 240,
    }


@pytest.mark.parametrize(("mark", "failing"), [("many", 9), ("few", 0)])
def test_a_band_says_how_many_failed_in_it(mark: str, failing: int) -> None:
    band = FieldBand("state.step", 2.0, None, False, 10, failing, failing / 10, 0.0, 1.0, mark, 0.9)
    assert band_json(band) == {
        "field": "state.step",
        "from": 2.0,
        "up_to": None,
        "failing": f"{failing} of 10 decisions ({mark})",
    }


def test_how_far_a_rule_reaches_is_said_with_its_false_alarms() -> None:
    assert coverage_json(RuleFigures("a.b", 3, 5, 6, 1, 40)) == {
        "rule": "a.b",
        "fires": "on 3 of 6 failing decisions, speaks about 5",
        "false_alarms": "1 of 40 good decisions",
    }


def test_a_deletion_names_no_rules_to_merge() -> None:
    draft = Draft("delete", RULE.id, RULE, None, None, None, "It never spoke.", "x")
    assert can_go_json(draft) == {"op": "delete", "rule_id": RULE.id, "why": "It never spoke."}
    assert json.dumps(can_go_json(draft))
