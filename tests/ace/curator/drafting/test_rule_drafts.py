"""Rules as the curator without a model changes them."""

import pytest

from ace.curator.draft import Draft, Refused
from ace.curator.drafting.rule_drafts import new_rule, replaced_rule, stronger_rule, widened_rule
from ace.curator.remedies import REMEDIES
from runtime.contracts.rule import Otherwise, Rule
from tests.ace.building import WEB_RULE, curator_input, rule, web_episodes

SEEN = curator_input(web_episodes())
CLUSTER = next(item for item in SEEN.clusters if item.detector == "web_before_local")
REMEDY = REMEDIES["web_before_local"]
OTHER = rule(
    "tools.few-searches", text="Search the web\n  once.\n", when='action.name == "web_browser"',
    require="action.repeats == 0", otherwise={"action": "block"},
)  # fmt: skip


def test_a_new_rule_is_experimental_and_carries_its_evidence() -> None:
    made = new_rule(SEEN, REMEDY, CLUSTER)
    assert (made.id, made.status, made.enforce, made.safety) == (REMEDY.rule_id, "experimental", "prompt", False)
    assert made.evidence[0].cluster == CLUSTER.id
    assert (made.created, made.modified) == (SEEN.today, SEEN.today)


def test_a_widened_rule_keeps_its_words_and_replacement_and_adds_the_remedy() -> None:
    made = widened_rule(SEEN, CLUSTER, OTHER, REMEDY)
    assert made is not None
    assert made.text == f"Search the web once. {REMEDY.text}\n"
    assert (made.when, made.require) == (OTHER.when, "action.repeats == 0 && state.retrieval.queried")
    assert made.otherwise == Otherwise(action="block")
    assert (made.id, made.title, made.priority) == (OTHER.id, OTHER.title, OTHER.priority)


def test_a_rule_in_words_takes_the_conditions_over() -> None:
    made = widened_rule(SEEN, CLUSTER, rule("a.b", text="Ask first.\n"), REMEDY)
    assert made is not None
    assert (made.when, made.require) == (REMEDY.when, REMEDY.require)
    assert made.otherwise == Otherwise(action="retrieve")


@pytest.mark.parametrize(
    "existing",
    [
        pytest.param(OTHER.model_copy(update={"when": 'action.name == "zoom"'}), id="nothing in common"),
        pytest.param(OTHER.model_copy(update={"text": "x" * 1190 + "\n"}), id="too long a text"),
        pytest.param(
            OTHER.model_copy(update={"require": f"({' || '.join(['action.repeats == 0'] * 26)})"}),
            id="too long a condition",
        ),
    ],
)
def test_what_does_not_go_into_one_rule_is_not_forced(existing: Rule) -> None:
    assert widened_rule(SEEN, CLUSTER, existing, REMEDY) is None


def test_a_replaced_rule_keeps_who_it_is() -> None:
    made = replaced_rule(SEEN, CLUSTER, OTHER, REMEDY)
    kept = {"id", "title", "status", "priority", "authors", "created", "enforce"}
    assert {name for name in kept if getattr(made, name) != getattr(OTHER, name)} == set()
    assert (made.text, made.when) == (f"{REMEDY.text}\n", REMEDY.when)


@pytest.mark.parametrize(
    ("existing", "said"),
    [
        pytest.param(rule("a.b", **WEB_RULE), "", id="a rule in the prompt"),
        pytest.param(rule("a.b", safety=True, **WEB_RULE), "a safety rule", id="a safety rule"),
        pytest.param(rule("a.b", enforce="gate", **WEB_RULE), "a gate already", id="a gate"),
        pytest.param(rule("a.b"), "no condition", id="words only"),
    ],
)
def test_only_a_rule_with_a_condition_in_the_prompt_becomes_a_gate(existing: Rule, said: str) -> None:
    made = stronger_rule(SEEN, CLUSTER, existing)
    if said:
        assert isinstance(made, Refused)
        assert said in made.reason
    else:
        assert isinstance(made, Draft)
        assert made.after is not None
        assert made.after.enforce == "gate"
