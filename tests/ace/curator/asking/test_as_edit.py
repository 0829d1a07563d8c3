"""An addition that a rule in force nearly covers becomes an edit of that rule."""

from dataclasses import replace

import pytest

from ace.curator.asking.as_edit import as_edit
from ace.curator.draft import Draft
from ace.curator.evidence_tests import evidence_of
from runtime.contracts.rule import Rule
from tests.ace.building import WEB_RULE, curator_input, rule, web_episodes

SEEN = curator_input(web_episodes())
CLUSTER = SEEN.clusters[0]
FIRST_STEP = {"when": 'action.name == "web_browser" && state.step == 7', "require": "state.retrieval.queried"}
OLD = rule(
    "tools.web-late",
    status="active",
    priority=12,
    authors=("a person",),
    text="Call the web late.",
    evidence=({"cluster": "c-old", "failures": 3, "samples": 2},),
    **FIRST_STEP,
)


def addition(**fields: object) -> Draft:
    """Return an addition as a model's answer becomes one."""
    why = "Web pages were quoted."
    after = rule(
        "tools.local-first", text="Search locally first.", rationale=why, evidence=(evidence_of(CLUSTER),), **fields
    )
    return Draft("add", after.id, None, after, None, CLUSTER, why, "model x")


def test_the_edit_keeps_what_people_set_and_brings_the_new_words_and_conditions() -> None:
    draft = as_edit(addition(**WEB_RULE), OLD, SEEN)
    assert (draft.op, draft.rule_id, draft.before, draft.cluster) == ("edit", OLD.id, OLD, CLUSTER)
    after = draft.after
    assert after is not None
    kept = ("id", "agent", "audience", "priority", "status", "enforce", "authors", "created")
    assert [getattr(after, name) for name in kept] == [getattr(OLD, name) for name in kept]
    assert (after.text, after.when) == ("Search locally first.", WEB_RULE["when"])
    assert [item.cluster for item in after.evidence] == ["c-old", CLUSTER.id]
    assert after.modified == SEEN.today
    assert draft.test is not None
    assert after.rationale == "Web pages were quoted."
    assert draft.rationale.startswith(f"Drafted as tools.local-first; {OLD.id} nearly covers this")
    assert draft.rationale.endswith("Web pages were quoted.")


NEVER_RETRIEVE = {"when": 'action.name == "retrieve"', "require": "false"}


@pytest.mark.parametrize(
    ("covering", "fields"),
    [
        pytest.param(NEVER_RETRIEVE, WEB_RULE, id="it would miss what the rule catches"),
        pytest.param(FIRST_STEP, {}, id="it would have no condition"),
        pytest.param(WEB_RULE, {"when": "state.mood == 1", "require": "false"}, id="no such field"),
    ],
)
def test_what_would_catch_less_stays_an_addition_and_says_so(
    covering: dict[str, object], fields: dict[str, object]
) -> None:
    old = rule(OLD.id, **covering)
    before = addition(**fields)
    draft = as_edit(before, old, SEEN)
    assert (draft.op, draft.rule_id) == ("add", "tools.local-first")
    assert draft.rationale.startswith(f"Added beside {OLD.id}: ")
    assert before == replace(draft, rationale=before.rationale)


def test_a_gate_is_not_edited_into_a_rule_without_conditions() -> None:
    gate = Rule.model_validate({**OLD.model_dump(by_alias=True), "enforce": "gate"})
    assert as_edit(addition(), gate, SEEN).op == "add"


@pytest.mark.parametrize("op", ["edit", "delete"])
def test_only_additions_are_changed(op: str) -> None:
    draft = replace(addition(**WEB_RULE), op=op)  # type: ignore[arg-type]
    assert as_edit(draft, OLD, SEEN) == draft


def test_a_safety_rule_is_never_edited() -> None:
    draft = addition(**WEB_RULE)
    assert as_edit(draft, OLD.model_copy(update={"safety": True}), SEEN) == draft


def test_a_long_rationale_is_cut_to_what_a_rule_may_hold() -> None:
    draft = as_edit(replace(addition(**WEB_RULE), rationale="x" * 900), OLD, SEEN)
    assert len(draft.rationale) == 800
