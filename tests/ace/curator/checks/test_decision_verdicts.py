"""Every check reads the same numbered decisions and the same verdicts."""

import pytest

from ace.curator.checks.decision_verdicts import DecisionVerdicts
from ace.curator.evidence_tests import decision_contexts
from runtime.rules.evaluate_condition import judge
from tests.ace.building import RETRIEVE, WEB, WEB_AFTER, decision, episode, rule
from tests.ace.curator.checks.drafting import CLUSTER, EPISODES, GOOD

RECORDED = DecisionVerdicts({item.header.episode: item for item in EPISODES})


@pytest.mark.parametrize(
    ("when", "require"),
    [
        pytest.param('action.name == "web_browser"', "state.retrieval.queried", id="native"),
        pytest.param('action.name.matches("^web")', "state.step > 0", id="asked of CEL"),
        pytest.param("size(state.tools.called.filter(t, t == 'zoom')) == 0", "state.retrieval.queried", id="a macro"),
        pytest.param("state.none > 1", "true", id="an error"),
        pytest.param("state.step >", "true", id="does not parse"),
    ],
)
def test_a_rule_says_what_it_says_of_each_decision_alone(when: str, require: str) -> None:
    asked = rule("a.b", when=when, require=require)
    alone = [judge(asked, one.context) for one in RECORDED.decisions]
    said = RECORDED.of_rule(asked)
    assert [said.get(number, "silent") for number in range(len(alone))] == alone
    assert RECORDED.violating(asked) == {number for number, verdict in enumerate(alone) if verdict == "violates"}
    assert RECORDED.of_rule(asked) is said


@pytest.mark.parametrize(
    ("paths", "sizes"),
    [
        pytest.param((), [24], id="nothing is looked at"),
        pytest.param(("action.name",), [12, 12], id="an action"),
        pytest.param(("action.name", "state.retrieval.queried"), [6, 12, 6], id="an action and a state"),
        pytest.param(("state.none",), [24], id="a field that nobody has"),
    ],
)
def test_decisions_with_equal_values_are_alike(paths: tuple[str, ...], sizes: list[int]) -> None:
    groups = RECORDED.alike(paths)
    assert [len(group) for group in groups] == sizes
    assert sorted(number for group in groups for number in group) == list(range(24))
    assert [group[0] for group in groups] == sorted(group[0] for group in groups)
    assert DecisionVerdicts({}).alike(paths) == ()


def test_words_say_nothing() -> None:
    assert RECORDED.of_rule(rule("a.b")) == {}


def test_decisions_are_numbered_by_episode_and_step() -> None:
    episodes = (episode("e2", WEB), episode("e1", decision(None), RETRIEVE, WEB_AFTER))
    recorded = DecisionVerdicts({item.header.episode: item for item in episodes})
    assert [(one.episode, one.step) for one in recorded.decisions] == [("e1", 1), ("e1", 2), ("e2", 0)]
    assert recorded.of_episodes({"e1"}) == (0, 1)
    assert recorded.decisions[0].context == decision_contexts(episodes[1])[0][1]


def test_cited_decisions_are_found_at_their_step() -> None:
    assert [(RECORDED.decisions[n].episode, RECORDED.decisions[n].step) for n in RECORDED.cited(CLUSTER)] == [
        (f"e-bad{i}", 0) for i in range(6)
    ]
    assert set(RECORDED.cited(CLUSTER)) == RECORDED.violating(GOOD)
