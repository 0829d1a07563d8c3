"""A draft may only narrow what the agent does."""

import pytest

from ace.curator.checks.check import Check, CheckInput
from ace.curator.checks.narrowing import check_narrows
from ace.curator.draft import Draft
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from tests.ace.building import RETRIEVE, WEB, WEB_AFTER, decision, episode, rule
from tests.ace.curator.checks.drafting import GOOD, SEEN, WEB_ID, drafted, merge, seen_of


def narrows(draft: Draft, seen: CheckInput = SEEN) -> Check:
    """Return the check of `draft`."""
    return check_narrows(draft, seen)


GATE = GOOD.model_copy(update={"enforce": "gate"})
ACTIVE = GOOD.model_copy(update={"status": "active"})


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        pytest.param(rule(WEB_ID), GOOD, "", id="adds a condition"),
        pytest.param(GOOD, GATE, "", id="becomes a gate"),
        pytest.param(GATE, GOOD, "takes a gate away", id="no gate any more"),
        pytest.param(GOOD, rule(WEB_ID), "takes the condition away", id="no condition any more"),
        pytest.param(rule(WEB_ID), rule(WEB_ID, audience="solver"), "changes whom the rule is for", id="other readers"),
        pytest.param(rule(WEB_ID, safety=True), rule(WEB_ID), "takes the safety mark away", id="no safety any more"),
        pytest.param(GOOD, ACTIVE, "", id="becomes active"),
        pytest.param(ACTIVE, GOOD, "from active to experimental", id="becomes experimental"),
        pytest.param(GOOD, GOOD.model_copy(update={"status": "deprecated"}), "to deprecated", id="is switched off"),
        pytest.param(
            GOOD, GOOD.model_copy(update={"otherwise": None}), "what is done instead (retrieve)", id="no replacement"
        ),
    ],
)
def test_a_draft_may_only_narrow(before: Rule, after: Rule, said: str) -> None:
    result = narrows(drafted(after, before))
    assert result.ok is (not said)
    assert said in result.detail


# What fails also searches the web after the index; and so do two successes.
EPISODES = (
    *(episode(f"e-bad{i}", WEB, RETRIEVE, WEB_AFTER, sample=f"s{i}") for i in range(4)),
    *(episode(f"e-ok{i}", RETRIEVE, WEB_AFTER, sample=f"g{i}") for i in range(2)),
)
WIDE = rule(WEB_ID, when='action.name == "web_browser"', require="false")


@pytest.mark.parametrize(
    ("before", "require", "ok", "figure"),
    [
        pytest.param(WIDE, "false", True, "8 of 8", id="the same"),
        pytest.param(WIDE, "state.retrieval.queried && state.step > 99", False, "8 of 8", id="waits for step 100"),
        pytest.param(WIDE, "state.retrieval.queried", False, "4 of 8", id="lets the second search go"),
        pytest.param(WIDE, "true", False, "0 of 8", id="catches nothing"),
        pytest.param(GOOD, "state.retrieval.queried", True, "4 of 4", id="as narrow as before"),
        pytest.param(GOOD, "false", True, "4 of 4", id="catches more"),
    ],
)
def test_an_edit_still_catches_what_the_rule_caught(before: Rule, require: str, ok: bool, figure: str) -> None:
    before = before.model_copy(update={"otherwise": None})
    result = narrows(drafted(before.model_copy(update={"require": require}), before), seen_of(EPISODES))
    assert result.ok is ok
    assert result.value == f"still catches {figure} decisions of failed episodes"
    assert ok or "lets go" in result.detail


def test_false_alarms_in_successful_episodes_may_go() -> None:
    seen = seen_of(EPISODES)
    alarms = rule(WEB_ID, when='action.name == "web_browser" && state.retrieval.queried', require="state.step > 0")
    only_good = seen_of(EPISODES[4:])
    assert len(only_good.recorded.violating(alarms)) == 2
    released = alarms.model_copy(update={"require": "true"})
    assert narrows(drafted(released, alarms), only_good).ok
    assert not narrows(drafted(released, alarms), seen).ok


def test_a_merge_still_catches_what_each_rule_caught() -> None:
    silent = rule("a.kept", when='action.name == "zoom"', require="false")
    other = rule("a.other", when='action.name == "web_browser"', require="state.retrieval.queried")
    refused = narrows(merge(silent, silent, other), seen_of(EPISODES))
    assert (refused.ok, refused.value) == (False, "still catches 0 of 4 decisions of failed episodes")
    assert "a.kept stops" in narrows(merge(other, other, silent), seen_of(EPISODES)).detail, "it never had to speak"
    twin = other.model_copy(update={"id": "a.twin", "require": "state.retrieval.queried || state.errors > 3"})
    assert narrows(merge(other, other, twin), seen_of(EPISODES)).ok, "a twin by its verdicts"
    assert narrows(merge(twin, other, twin), seen_of(EPISODES)).ok is False, "nor may its exemption come in"
    gate = other.model_copy(update={"enforce": "gate"})
    assert "takes a gate away" in narrows(merge(other, other, gate), seen_of(EPISODES)).detail


def test_words_caught_nothing_that_could_be_lost() -> None:
    assert narrows(drafted(rule(WEB_ID), rule(WEB_ID))).value == ""


LOOK = rule("a.look", when='action.kind == "REVEAL_ANSWER"', require="state.image.observed")
REVEAL: JsonObject = {"action": "REVEAL_ANSWER", "text": "It is B."}
# What was caught was not open either; once the answer was open, and the image not looked at.
REVEALS = (
    *(episode(f"e-bad{i}", decision(REVEAL), sample=f"s{i}") for i in range(4)),
    episode("e-odd", decision({"action": "HINT", "text": "Look.", "hint_level": 1}, state__answer_open=True)),
)


@pytest.mark.parametrize(
    ("require", "ok"),
    [
        pytest.param("state.image.observed && state.answer_open", True, id="asks for more"),
        pytest.param("state.answer_open", False, id="asks for something else"),
    ],
)
def test_a_demand_that_is_dropped_loses_nothing_in_any_state(require: str, ok: bool) -> None:
    seen = seen_of(REVEALS, succeeded=frozenset())
    result = narrows(drafted(LOOK.model_copy(update={"require": require}), LOOK), seen)
    assert (result.ok, result.value) == (ok, "still catches 4 of 4 decisions of failed episodes")
    assert ok or "lets go what a.look stops where state.answer_open is true, which no false alarm" in result.detail
