"""Actions put into other states."""

from ace.curator.checks.like_states import MAX_ACTIONS, LikeStates, unlike_actions
from tests.ace.curator.checks.drafting import CLUSTER, GOOD, SEEN

DECISIONS = SEEN.recorded.decisions
CITED = [DECISIONS[number] for number in SEEN.recorded.cited(CLUSTER)]


def test_a_state_is_alike_when_the_rule_would_stop_the_cited_action_there() -> None:
    states = LikeStates(GOOD, CITED)
    found = [(one.episode, one.step) for one in DECISIONS if states.has(one.context)]
    # A state built by the tests knows of a search only where the decision says so.
    assert found == [
        *((f"e-bad{i}", step) for i in range(6) for step in (0, 1)),
        *((f"e-good{i}", 0) for i in range(6)),
    ]


def test_actions_that_rules_cannot_tell_apart_count_once() -> None:
    assert len(unlike_actions([GOOD], DECISIONS)) == 2
    numbered = [
        one._replace(context={**one.context, "action": {"name": f"tool {i}"}})
        for one in DECISIONS
        for i in range(MAX_ACTIONS)
    ]
    assert len(unlike_actions([GOOD], numbered)) == MAX_ACTIONS
