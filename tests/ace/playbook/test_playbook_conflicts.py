"""Rules that together forbid everything are found; rules that leave something to do are not."""

from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ace.playbook import conflicts
from ace.playbook.conflicts import candidate_actions, find_conflicts
from ace.playbook.recorded_decisions import Decision, decisions_of
from runtime.agents.registry import AGENTS
from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.rules.evaluate_condition import judge
from tests.ace.building import WEB, WEB_AFTER, episode, rule, web_episodes

NAMES = (*AGENTS["tutor"].tools(), *AGENTS["tutor"].actions)
RECORDED = tuple(decisions_of(web_episodes()))
# Each leaves all actions but some; together the first two leave none before the index was searched.
ONLY_RETRIEVE = rule("a.only-retrieve", when="!state.retrieval.queried", require='action.name == "retrieve"')
NEVER_FIRST = rule("a.never-first", when='action.name == "retrieve"', require="state.step > 0")
HARMLESS = rule("a.harmless", when='action.name == "web_browser"', require="state.retrieval.queried")
MINE = 'has(action.arguments.query) && action.arguments.query == "mine"'
IMPOSSIBLE = rule("a.impossible", when="state.retrieval.queried", require="false")


def search(*rules: Rule, recorded: tuple[Decision, ...] = RECORDED) -> list[tuple[str, ...]]:
    actions = candidate_actions(NAMES, TUTOR_CONTEXT, recorded, rules)
    return [conflict.rules for conflict in find_conflicts(rules, recorded, actions).conflicts]


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        pytest.param([HARMLESS, ONLY_RETRIEVE], [], id="each leaves something, and so do both"),
        pytest.param([ONLY_RETRIEVE, NEVER_FIRST], [("a.never-first", "a.only-retrieve")], id="together nothing"),
        pytest.param(
            [HARMLESS, ONLY_RETRIEVE, NEVER_FIRST], [("a.never-first", "a.only-retrieve")], id="the third is not named"
        ),
        pytest.param([IMPOSSIBLE], [("a.impossible",)], id="a rule nothing can comply with"),
        pytest.param([rule("a.words"), HARMLESS], [], id="words forbid nothing"),
        pytest.param([rule("a.x", when="state.nothing > 1", require="false")], [], id="an error forbids nothing"),
        pytest.param([], [], id="no rule"),
    ],
)
def test_conflicts(rules: list[Rule], found: list[tuple[str, ...]]) -> None:
    assert search(*rules) == found


def test_the_state_is_named_with_what_the_rules_look_at() -> None:
    rules = (ONLY_RETRIEVE, NEVER_FIRST)
    found = find_conflicts(rules, RECORDED, candidate_actions(NAMES, TUTOR_CONTEXT, RECORDED, rules))
    (conflict,) = found.conflicts
    assert (conflict.episode, conflict.step, conflict.states) == ("e-bad0", 0, 1)
    assert conflict.values == {"state.retrieval.queried": "false", "state.step": "0"}
    assert found.is_whole
    assert found.states == 2


def test_a_recorded_argument_is_a_way_out() -> None:
    picky = rule("a.picky", when="true", require=MINE)
    mine: JsonObject = {"action": "REQUEST_TOOL", "tool": "web_browser", "arguments": {"query": "mine"}}
    assert search(picky) == [("a.picky",)]
    assert search(picky, recorded=(*RECORDED, *decisions_of([episode("e-x", (mine, {}))]))) == []


def test_candidates_are_every_name_and_each_recorded_form_once() -> None:
    actions = candidate_actions(NAMES, TUTOR_CONTEXT, RECORDED, [HARMLESS])
    assert sorted(str(action["name"]) for action in actions) == sorted(NAMES)
    kinds = {action["name"]: action["kind"] for action in actions}
    assert (kinds["zoom"], kinds["HINT"]) == ("REQUEST_TOOL", "HINT")
    by_query = rule("a.q", when="true", require='action.arguments.query == "x"')
    assert len(candidate_actions(NAMES, TUTOR_CONTEXT, RECORDED, [by_query])) == len(NAMES) + 2
    invented: JsonObject = {"action": "REQUEST_TOOL", "tool": "launch", "arguments": {}}
    made_up = tuple(decisions_of([episode("e-y", (invented, {}))]))
    assert len(candidate_actions(NAMES, TUTOR_CONTEXT, made_up, [HARMLESS])) == len(NAMES)


def test_the_first_rule_is_left_out_where_the_others_are_enough() -> None:
    draft = rule("a.draft", when="state.retrieval.queried", require="false")
    assert search(draft, IMPOSSIBLE) == [("a.impossible",)]
    assert search(IMPOSSIBLE, draft) == [("a.draft",)]


def test_a_search_that_stops_early_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conflicts, "MAX_EVALUATIONS", 1)
    rules = (ONLY_RETRIEVE, NEVER_FIRST)
    found = find_conflicts(rules, RECORDED, candidate_actions(NAMES, TUTOR_CONTEXT, RECORDED, rules))
    assert not found.is_whole
    assert found.looked_at < found.states


_PARTS = st.sampled_from(
    [
        "true",
        "state.step > 0",
        "!state.retrieval.queried",
        'action.name == "retrieve"',
        'action.name == "zoom"',
        "false",
    ]
)


@settings(deadline=None)
@given(st.lists(st.tuples(_PARTS, _PARTS), min_size=1, max_size=5))
def test_what_is_found_is_what_trying_everything_finds(conditions: list[tuple[str, str]]) -> None:
    rules = [rule(f"a.r{index}", when=when, require=require) for index, (when, require) in enumerate(conditions)]
    recorded = tuple(decisions_of([episode("e-z", WEB, WEB_AFTER)]))
    actions = candidate_actions(NAMES, TUTOR_CONTEXT, recorded, rules)

    def forbids(chosen: tuple[Rule, ...], state: Decision) -> bool:
        contexts = [{**state.context, "action": action} for action in actions]
        return all(any(judge(item, context) == "violates" for item in chosen) for context in contexts)

    stuck = [state for state in recorded if forbids(tuple(rules), state)]
    found = find_conflicts(rules, recorded, actions).conflicts
    assert bool(found) == bool(stuck)
    for conflict in found:
        chosen = tuple(item for item in rules if item.id in conflict.rules)
        state = next(item for item in stuck if (item.episode, item.step) == (conflict.episode, conflict.step))
        assert forbids(chosen, state)
        fewer = chain.from_iterable(combinations(chosen, size) for size in range(len(chosen)))
        assert not any(forbids(part, state) for part in fewer), "none could be left out"
