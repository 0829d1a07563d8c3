"""Answers counted: from valid JSON to a draft that passes every check."""

import json

import pytest

from ace.bench.curator_tally import Outcome, Share, best_of, outcome_of, tally
from ace.curator.draft import Attempt, Draft
from runtime.contracts.condition_context import TUTOR_CONTEXT
from tests.ace.building import WEB_RULE, rule

NO_CHANGE = json.dumps({"op": "none"})
ADD = json.dumps({"op": "add", "rule_id": "a.b"})


def draft(**fields: object) -> Draft:
    """Return an addition."""
    after = rule("a.b", **fields)
    return Draft("add", "a.b", None, after, None, None, "", "model x")


SOUND = Outcome(ADD, draft(**WEB_RULE), checks=(("schema", True), ("words", True)))
UNSOUND = Outcome(ADD, draft(when="state.mood", require="false"), checks=(("schema", False), ("words", True)))
WORDS_ONLY = Outcome(ADD, draft(), checks=(("words", False),))
REFUSED = Outcome(ADD, None, "not a valid rule: text")
NONE = Outcome(NO_CHANGE, None, "the model proposes no change")
PROSE = Outcome("I would not.", None, "not JSON: x")
LIST = Outcome("[]", None, "not a JSON object")
ODD = Outcome('{"op": "grant"}', None, "unknown operation 'grant'")


def test_each_step_is_counted_of_what_came_before() -> None:
    shares = tally([SOUND, UNSOUND, WORDS_ONLY, REFUSED, NONE, PROSE, LIST, ODD], TUTOR_CONTEXT)
    assert {share.name.strip(): (share.count, share.of) for share in shares} == {
        "valid JSON object": (6, 8),
        "an operation": (5, 8),
        "proposes no change": (1, 8),
        "a draft: valid rule, deletion or merge": (3, 8),
        "drafts with a condition": (2, 3),
        "drafts whose conditions compile": (1, 3),
        "check: schema": (1, 2),
        "check: words": (2, 3),
        "passes every check": (1, 8),
    }


def test_where_no_model_was_asked_nothing_is_said_of_json() -> None:
    shares = tally([Outcome(None, None, "no remedy"), Outcome(None, SOUND.draft, checks=SOUND.checks)], TUTOR_CONTEXT)
    assert shares[0] == Share("a draft: valid rule, deletion or merge", 1, 2)
    assert shares[-1] == Share("passes every check", 1, 2)


def test_a_deletion_is_a_draft_without_a_condition() -> None:
    gone = Outcome(ADD, Draft("delete", "a.b", rule("a.b"), None, None, None, "", "x"), checks=(("silent", False),))
    named = {share.name.strip(): (share.count, share.of) for share in tally([gone], TUTOR_CONTEXT)}
    assert named["a draft: valid rule, deletion or merge"] == (1, 1)
    assert named["drafts with a condition"] == (0, 1)


@pytest.mark.parametrize(
    ("outcomes", "best"),
    [
        pytest.param([PROSE, UNSOUND, SOUND], SOUND, id="fewest failing checks"),
        pytest.param([WORDS_ONLY, UNSOUND], WORDS_ONLY, id="the earliest of equals"),
        pytest.param([UNSOUND, NONE], UNSOUND, id="a draft before none"),
        pytest.param([PROSE, ODD], ODD, id="else the last"),
    ],
)
def test_what_is_kept(outcomes: list[Outcome], best: Outcome) -> None:
    assert best_of(outcomes) is best


def test_an_attempt_brings_its_checks_by_name() -> None:
    attempt = Attempt("c", 1, ADD, SOUND.draft, "", ("words: unknown word: mood; 4 words",), ("schema",))
    outcome = outcome_of(attempt)
    assert outcome.checks == (("schema", True), ("words", False))
    assert not outcome.is_sound


def test_a_share_has_its_interval_also_of_nothing() -> None:
    assert Share("  check: words", 3, 4).to_json() == {
        "name": "check: words", "count": 3, "of": 4, "share": 0.75, "low": 0.3006, "high": 0.9544,
    }  # fmt: skip
    assert Share("x", 0, 0).to_json()["share"] is None
