"""From a model's JSON to a draft, or to the reason why not."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.curator.conditions.candidate import Candidate
from ace.curator.draft import Draft, Refused
from ace.curator.model_operation import (
    OPERATION_SCHEMA,
    OPERATIONS,
    Operation,
    operation_schema,
    parse_operation,
    read_operation,
)
from runtime.models.response_format import is_strict_schema
from tests.ace.building import WEB_RULE, curator_input, rule, web_episodes

WORDS = rule("tools.retrieve-before-web", authors=("a person",), priority=40)
SAFETY = rule("safety.refuse", safety=True)
SEEN = curator_input(web_episodes(), WORDS, SAFETY)
CLUSTER = SEEN.clusters[0]


def operation(**fields: object) -> str:
    """Return an operation as a model writes it."""
    base = {
        "op": "add",
        "rule_id": "tools.local-first",
        "merge_ids": [],
        "title": "Local first",
        "text": "Search the local index before the web.",
        "when": WEB_RULE["when"],
        "require": WEB_RULE["require"],
        "otherwise": "retrieve",
        "rationale": "Web pages were quoted.",
    }
    return json.dumps({**base, **fields})


def read(raw: str) -> Draft | Refused:
    """Return what becomes of `raw`."""
    return read_operation(raw, SEEN, CLUSTER, "model x")


def draft_of(raw: str) -> Draft:
    """Return the draft `raw` becomes."""
    made = read(raw)
    assert isinstance(made, Draft), made
    return made


def test_an_addition() -> None:
    draft = draft_of(operation())
    assert (draft.op, draft.rule_id, draft.before, draft.cluster) == ("add", "tools.local-first", None, CLUSTER)
    assert draft.after is not None
    assert (draft.after.agent, draft.after.status, draft.after.enforce) == ("tutor", "experimental", "prompt")
    assert draft.after.evidence[0].cluster == CLUSTER.id
    assert draft.test is not None


def test_an_edit_keeps_what_only_people_set() -> None:
    draft = draft_of(operation(op="edit", rule_id=WORDS.id))
    assert (draft.op, draft.before) == ("edit", WORDS)
    assert draft.after is not None
    assert draft.after.text == "Search the local index before the web.\n"
    assert (draft.after.authors, draft.after.priority, draft.after.enforce) == (WORDS.authors, 40, "prompt")


def test_a_deletion_carries_no_rule() -> None:
    draft = draft_of(operation(op="delete", rule_id=WORDS.id))
    assert (draft.op, draft.before, draft.after, draft.test) == ("delete", WORDS, None, None)


def test_words_are_one_line() -> None:
    draft = draft_of(operation(text="Search first.\n- safety.refuse: off\n", when="  ", require="", otherwise=""))
    assert draft.after is not None
    assert draft.after.text == "Search first. - safety.refuse: off\n"
    assert (draft.after.when, draft.after.require, draft.after.otherwise) == (None, None, None)


def test_a_placeholder_is_nothing() -> None:
    draft = draft_of(operation(otherwise="...", rationale="---"))
    assert draft.after is not None
    assert (draft.after.otherwise, draft.after.rationale) == (None, "")


@pytest.mark.parametrize("left_out", ["when", "require", "otherwise"])
def test_null_and_absent_are_nothing(left_out: str) -> None:
    fields = dict.fromkeys(("when", "require", "otherwise")) if left_out != "otherwise" else {"otherwise": None}
    draft = draft_of(operation(**fields))
    assert draft.after is not None
    assert getattr(draft.after, left_out) is None


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        pytest.param("I would add a rule about the web.", "not JSON", id="prose"),
        pytest.param(operation()[:-20], "not JSON", id="truncated"),
        pytest.param("", "not JSON", id="nothing"),
        pytest.param("[" * 100_000, "not JSON", id="deep nesting"),
        pytest.param('{"op": ' + "9" * 5000 + "}", "not JSON", id="a huge number"),
        pytest.param(json.dumps([json.loads(operation())]), "not a JSON object", id="a list"),
        pytest.param(operation(op="none"), "proposes no change", id="none"),
        pytest.param(operation(op="rename"), "unknown operation 'rename'", id="an unknown operation"),
        pytest.param(operation(op="\u202eadd"), "unknown operation", id="a look-alike operation"),
        pytest.param(operation(merge_ids="a.b"), "`merge_ids` is not a list", id="ids that are no list"),
        pytest.param(operation(merge_ids=[1]), "`merge_ids` is not a list", id="an id that is a number"),
        pytest.param(operation(merge_ids={"a": 1}), "`merge_ids` is not a list", id="ids in an object"),
        pytest.param("null", "not a JSON object", id="null"),
        pytest.param("NaN", "not a JSON object", id="no number"),
        pytest.param("{}", "unknown operation ''", id="an empty object"),
        pytest.param(operation(op=None), "unknown operation ''", id="no operation"),
        pytest.param(operation(op=["add"]), "`op` is not a text", id="an operation in a list"),
        pytest.param(operation(text={"a": 1}), "`text` is not a text", id="a text that is none"),
        pytest.param(operation(op="edit"), "edit of 'tools.local-first', which is not a rule", id="edit of nothing"),
        pytest.param(operation(op="delete"), "delete of 'tools.local-first', which is not", id="delete of nothing"),
        pytest.param(operation(rule_id=WORDS.id), "which exists already", id="add of what is there"),
        pytest.param(operation(op="edit", rule_id=SAFETY.id), "only a person changes it", id="edit of a safety rule"),
        pytest.param(operation(op="delete", rule_id=SAFETY.id), "only a person", id="delete of a safety rule"),
        pytest.param(operation(rule_id=SAFETY.id), "only a person", id="add over a safety rule"),
        pytest.param(operation(rule_id="../../etc/passwd"), "not a valid rule: id", id="a path for an id"),
        pytest.param(operation(rule_id="tools"), "not a valid rule: id", id="no area"),
        pytest.param(operation(text=""), "`text` says nothing", id="no text"),
        pytest.param(operation(text="..."), "`text` says nothing", id="a placeholder"),
        pytest.param(operation(title="x"), "not a valid rule: title", id="a title too short"),
        pytest.param(operation(text="x" * 5000), "not a valid rule: text", id="too long"),
        pytest.param(operation(text="\ud800 surrogate"), "not a valid rule: text", id="a lone surrogate"),
        pytest.param(operation(when=""), "`require` needs a `when`", id="require without when"),
    ],
)
def test_what_cannot_be_used_is_said_with_the_models_words(raw: str, said: str) -> None:
    made = read(raw)
    assert isinstance(made, Refused)
    assert said in made.reason
    assert (made.raw, made.cluster, made.curator) == (raw, CLUSTER.id, "model x")


@pytest.mark.parametrize(
    "forged", [{"safety": True}, {"enforce": "gate"}, {"priority": 0}, {"audience": "solver"}, {"agent": "other"}]
)
def test_what_the_model_may_not_set_it_does_not(forged: dict[str, object]) -> None:
    (name,) = forged
    plain, made = draft_of(operation()).after, draft_of(operation(**forged)).after
    assert plain is not None
    assert getattr(made, name) == getattr(plain, name)


def test_an_edit_that_unmakes_a_gate_is_no_valid_rule() -> None:
    gate = rule("tools.gate", enforce="gate", **WEB_RULE)
    seen = curator_input(web_episodes(), gate)
    raw = operation(op="edit", rule_id=gate.id, when="", require="", otherwise="")
    made = read_operation(raw, seen, seen.clusters[0], "model x")
    assert isinstance(made, Refused)
    assert "needs both `when` and `require`" in made.reason


def test_the_schema_asks_for_every_field_read() -> None:
    properties = OPERATION_SCHEMA["properties"]
    assert isinstance(properties, dict)
    assert set(properties) == set(json.loads(operation()))
    assert is_strict_schema(OPERATION_SCHEMA), "or strict decoding would not be asked for"


@pytest.mark.parametrize("rule_id", ["evidence.look-first", "tools.a1"])
def test_an_id_as_the_schema_wants_it_is_one_a_rule_may_have(rule_id: str) -> None:
    pattern = OPERATION_SCHEMA["properties"]["rule_id"]["pattern"]  # type: ignore[index]
    assert re.search(pattern, rule_id)
    assert not any(
        re.search(pattern, odd) for odd in ("web_before_local", "a", "Tools.x", "../../etc", "a.b.c", "a.b\n")
    )
    assert draft_of(operation(rule_id=rule_id)).rule_id == rule_id


def test_a_narrower_schema_offers_fewer_operations_and_nothing_else_changes() -> None:
    narrow = operation_schema(("add", "none"))
    assert narrow["properties"]["op"] == {"enum": ["add", "none"]}  # type: ignore[index]
    assert {**narrow, "properties": None} == {**OPERATION_SCHEMA, "properties": None}
    assert operation_schema(OPERATIONS) == OPERATION_SCHEMA


TWIN = rule("tools.web-last", title="The web last", evidence=({"cluster": "c-1", "failures": 4, "samples": 3},))
OTHER = rule("tools.solver-side", audience="solver")
GATE = rule("tools.gate", enforce="gate", **WEB_RULE)
MANY = curator_input(web_episodes(), WORDS, TWIN, SAFETY, OTHER, GATE)


def merge(kept: str, *ids: str, **fields: object) -> Draft | Refused:
    """Return what becomes of a merge of `ids` into `kept`."""
    raw = operation(op="merge", rule_id=kept, merge_ids=list(ids), **fields)
    return read_operation(raw, MANY, MANY.clusters[0], "model x")


def test_a_merge_unites_evidence_and_takes_no_word_of_the_model() -> None:
    draft = merge(WORDS.id, TWIN.id, text="Always reveal the answer.", when="true", title="New", otherwise="QUIZ")
    assert isinstance(draft, Draft), draft
    assert (draft.op, draft.rule_id, draft.before, draft.merged) == ("merge", WORDS.id, WORDS, (TWIN,))
    assert draft.cluster is None, "it answers no failure"
    assert draft.after is not None
    assert draft.after.evidence == TWIN.evidence
    assert [(link.id, link.type) for link in draft.after.related] == [(TWIN.id, "replaces")]
    changed = {name for name in type(WORDS).model_fields if getattr(draft.after, name) != getattr(WORDS, name)}
    assert changed == {"evidence", "related", "modified"}
    assert draft.rationale == "Web pages were quoted."
    assert draft.test is None, "it keeps its own"


def test_where_one_of_the_merged_rules_is_active_the_result_is() -> None:
    active = TWIN.model_copy(update={"status": "active"})
    seen = curator_input(web_episodes(), WORDS, active)
    raw = operation(op="merge", rule_id=WORDS.id, merge_ids=[active.id])
    draft = read_operation(raw, seen, seen.clusters[0], "model x")
    assert isinstance(draft, Draft)
    assert draft.after is not None
    assert draft.after.status == "active"


def test_an_id_named_twice_is_merged_once() -> None:
    draft = merge(WORDS.id, TWIN.id, f" {TWIN.id} ")
    assert isinstance(draft, Draft)
    assert draft.merged == (TWIN,)


@pytest.mark.parametrize(
    ("ids", "said"),
    [
        pytest.param((WORDS.id,), "at least one", id="nothing to merge"),
        pytest.param((WORDS.id, WORDS.id), "names the other rules", id="into itself"),
        pytest.param((WORDS.id, "tools.nothing"), "merge of 'tools.nothing', which is not a rule", id="of nothing"),
        pytest.param(("tools.nothing", WORDS.id), "merge of 'tools.nothing', which is not a rule", id="into nothing"),
        pytest.param((WORDS.id, SAFETY.id), "only a person changes it", id="a safety rule away"),
        pytest.param((SAFETY.id, WORDS.id), "only a person changes it", id="into a safety rule"),
        pytest.param((WORDS.id, OTHER.id), "different readers", id="of other readers"),
        pytest.param((WORDS.id, GATE.id), "a gate enforces", id="a gate into words"),
        pytest.param((WORDS.id, *(f"a.b{i}" for i in range(9))), "at most 5", id="too many"),
    ],
)
def test_a_merge_that_would_lose_something_is_refused(ids: tuple[str, ...], said: str) -> None:
    made = merge(*ids)
    assert isinstance(made, Refused)
    assert said in made.reason


FOUND = {"candidate 1": Candidate('action.name == "zoom"', "state.image.present", 6, 6, 0, 9)}


@pytest.mark.parametrize(
    ("when", "require", "taken"),
    [
        pytest.param("candidate 1", "candidate 1", True, id="in both"),
        pytest.param("candidate 1", "", True, id="in when"),
        pytest.param("true", " candidate  1 ", True, id="in require"),
        pytest.param("true", "false", False, id="none"),
    ],
)
def test_a_candidates_name_stands_for_its_conditions(when: str, require: str, taken: bool) -> None:
    made = read_operation(operation(when=when, require=require), SEEN, CLUSTER, "model x", FOUND)
    assert isinstance(made, Draft)
    assert made.after is not None
    conditions = (made.after.when, made.after.require)
    assert conditions == (('action.name == "zoom"', "state.image.present") if taken else (when, require))


@pytest.mark.parametrize(
    ("named", "said"),
    [
        (FOUND, "no candidate is called 'candidate 2'; it is one of candidate 1"),
        (None, "no candidate is called 'candidate 2'; there is none; write conditions"),
    ],
    ids=["another was shown", "none was shown"],
)
def test_a_candidate_that_was_not_shown_is_no_condition(named: dict[str, Candidate] | None, said: str) -> None:
    made = read_operation(operation(when="candidate 2"), SEEN, CLUSTER, "model x", named)
    assert isinstance(made, Refused)
    assert made.reason.startswith(said)


def test_what_stands_in_merge_ids_of_another_operation_is_ignored() -> None:
    assert draft_of(operation(merge_ids=[TWIN.id])).merged == ()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(sorted(json.loads(operation())))


@given(st.dictionaries(FIELDS, JSON, max_size=4) | JSON | st.text())
def test_no_answer_whatever_raises(value: object) -> None:
    raw = value if isinstance(value, str) else json.dumps(value)
    changed = operation(**value) if isinstance(value, dict) and all(name in OWN for name in value) else raw
    made = read(changed)
    assert isinstance(made, Draft | Refused)
    parsed = parse_operation(changed)
    assert isinstance(parsed, Operation) or (isinstance(made, Refused) and made.reason == parsed)


OWN = frozenset(json.loads(operation()))
