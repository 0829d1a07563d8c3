"""A draft's rule loads, and its conditions look at what there is."""

from dataclasses import replace

import pytest

from ace.curator.checks.check import Check
from ace.curator.checks.valid_schema import check_schema
from ace.curator.draft import Draft
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Effect
from tests.ace.building import WEB_RULE, rule
from tests.ace.curator.checks.drafting import GOOD, PATH, SEEN, WEB_ID, drafted

EFFECT = Effect(
    metric="success", stage="held-out", n=400, before=0.1, after=0.9, verdict="confirmed", controller="made up"
)


def schema(draft: Draft, path: str = PATH) -> Check:
    """Return the check of the web episodes' draft."""
    return check_schema(draft, SEEN, path)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        pytest.param({}, "", id="valid"),
        pytest.param({"when": 'action.nam == "web_browser"'}, "did you mean `action.name`?", id="an unknown field"),
        pytest.param({"when": "action.name =="}, "when", id="does not parse"),
        pytest.param({"when": 'action.name == "web_browsr"'}, "did you mean `web_browser`?", id="an unknown tool"),
        pytest.param({"require": "state.retrieval.hits"}, "require", id="no boolean"),
        pytest.param({"when": 'episode.sample == "s0"'}, "episode.sample", id="an answer key"),
        pytest.param({"when": "true"}, "when: `true` looks at nothing", id="a trigger"),
        pytest.param({"otherwise": {"action": "delete_files"}}, "'delete_files' is not an action", id="no such action"),
        pytest.param({"otherwise": {"action": "retreive"}}, "did you mean `retrieve`?", id="nearly an action"),
        pytest.param({"text": "Be good\u202e.\n"}, "U+202E", id="a bidi mark"),
        pytest.param({"effect": EFFECT}, "effect: is written after judging", id="a count of its own"),
    ],
)
def test_schema(changes: JsonObject, said: str) -> None:
    result = schema(drafted(rule(WEB_ID, **{**WEB_RULE, **changes})))
    assert result.ok is (not said)
    assert said in result.detail


def test_an_id_that_would_hide_a_rule_among_the_tests_is_refused() -> None:
    assert not schema(drafted(rule("tools.web.test", **WEB_RULE)), "playbooks/tutor/tools/web.test.yaml").ok


def test_what_people_reviewed_may_stay() -> None:
    broad = rule(WEB_ID, when="true", require="!action.leaks_answer", effect=EFFECT)
    assert schema(drafted(broad.model_copy(update={"text": "Other words.\n"}), broad)).ok
    narrower = broad.model_copy(update={"require": "state.retrieval.queried"})
    assert "looks at nothing" in schema(drafted(narrower, broad)).detail
    assert schema(drafted(GOOD, rule(WEB_ID))).ok


def test_what_code_cannot_do_for_the_agent_takes_the_place_of_nothing() -> None:
    seen = replace(SEEN, instead=frozenset({"HINT", "block"}))
    said = check_schema(drafted(GOOD), seen, PATH)
    assert not said.ok
    assert "otherwise: 'retrieve' can take the place of nothing of this agent; use one of" in said.detail
