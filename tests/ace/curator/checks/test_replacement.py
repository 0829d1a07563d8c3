"""What a gate does instead must have gone well before, and be forbidden by no rule."""

from dataclasses import replace

import pytest

from ace.curator.checks.check import CheckInput
from ace.curator.checks.replacement import find_replacement
from ace.curator.draft import Draft
from ace.curator.remedies import REMEDIES
from runtime.contracts.rule import Otherwise, Rule
from runtime.contracts.trace_event import Episode
from tests.ace.building import RETRIEVE, WEB, WEB_AFTER, decision, episode, rule, web_episodes
from tests.ace.curator.checks.drafting import EPISODES, GOOD, SEEN, WEB_ID, cluster_of, drafted, seen_of

REVEAL = decision({"action": "REVEAL_ANSWER", "text": "It is B."}, state__retrieval__queried=True)
EARLY = decision({"action": "REVEAL_ANSWER", "text": "It is B."}, state__retrieval__queried=False)


def said(draft: Draft, seen: CheckInput = SEEN) -> tuple[str, str]:
    """Return the problems in one text, and the figure."""
    found = find_replacement(draft, seen)
    return "; ".join(found.problems), found.figure


def doing(name: str, base: Rule = GOOD) -> Rule:
    """Return the rule with another replacement."""
    return base.model_copy(update={"otherwise": Otherwise(action=name)})


def test_what_successes_did_in_such_states_may_be_done_instead() -> None:
    assert said(drafted(GOOD)) == ("", "retrieve was done in 6 of 6 such states of successful episodes")


@pytest.mark.parametrize(
    ("successes", "ok"),
    [
        pytest.param([episode(f"e-ok{i}", RETRIEVE, REVEAL) for i in range(6)], False, id="in other states only"),
        pytest.param([episode(f"e-ok{i}", EARLY) for i in range(6)], True, id="in such states"),
        pytest.param([episode("e-ok0", EARLY), episode("e-ok1", RETRIEVE)], False, id="once"),
        pytest.param(
            [*(episode(f"e-ok{i}", EARLY, source="upload:one") for i in range(3)),
             *(episode(f"e-own{i}", RETRIEVE) for i in range(6))],
            False,
            id="by one stranger",
        ),
    ],
)  # fmt: skip
def test_nothing_is_revealed_that_no_success_revealed(successes: list[Episode], ok: bool) -> None:
    episodes = (*EPISODES[:6], *successes)
    draft = drafted(doing("REVEAL_ANSWER"), cluster=cluster_of(episodes))
    problems, figure = said(draft, seen_of(episodes))
    assert (problems == "") is ok
    assert ok or "REVEAL_ANSWER was not done in such states where it went well" in problems
    assert figure.startswith("REVEAL_ANSWER was done in")


def test_a_proposal_that_a_gate_changed_was_not_done() -> None:
    changed = tuple(
        replace(item, steps=tuple(replace(step, taken={"action": "HINT"}) for step in item.steps))
        for item in (episode(f"e-ok{i}", EARLY) for i in range(6))
    )
    episodes = (*EPISODES[:6], *changed)
    draft = drafted(doing("REVEAL_ANSWER"), cluster=cluster_of(episodes))
    assert said(draft, seen_of(episodes))[1] == "REVEAL_ANSWER was done in 0 of 6 such states of successful episodes"


@pytest.mark.parametrize(
    ("name", "ok"),
    [
        pytest.param("retrieve", True, id="was done by others that failed"),
        pytest.param("REVEAL_ANSWER", False, id="ends an episode, so a failed one shows nothing"),
        pytest.param("image_findings", False, id="was never done"),
    ],
)
def test_where_no_success_had_such_a_state(name: str, ok: bool) -> None:
    others = (episode(f"e-other{i}", RETRIEVE if i % 2 else EARLY) for i in range(6))
    episodes = (*EPISODES[:6], *others, episode("e-ok", WEB_AFTER))
    seen = seen_of(episodes, succeeded=frozenset({"e-ok"}))
    problems, figure = said(drafted(doing(name), cluster=cluster_of(episodes)), seen)
    assert (problems == "") is ok
    assert figure.endswith("of 6 such states of episodes without this failure (no success had such a state)")


def test_the_shipped_remedy_was_reviewed_as_it_is() -> None:
    seen = seen_of(EPISODES[:6])
    assert said(drafted(GOOD), seen)[0] == ""
    assert said(drafted(doing("image_findings")), seen)[0]


@pytest.mark.parametrize(
    "after",
    [
        pytest.param(doing("block"), id="block"),
        pytest.param(GOOD.model_copy(update={"otherwise": None}), id="nothing said, which blocks"),
        pytest.param(rule(WEB_ID, otherwise={"action": "REVEAL_ANSWER"}), id="no condition, so never done"),
    ],
)
def test_to_block_grants_nothing(after: Rule) -> None:
    assert said(drafted(after)) == ("", "")


def test_what_was_reviewed_with_its_conditions_is_not_looked_at_again() -> None:
    before = doing("REVEAL_ANSWER")
    gate = before.model_copy(update={"enforce": "gate"})
    assert said(drafted(gate, before)) == ("", "")
    assert said(drafted(gate.model_copy(update={"require": "false"}), before))[0]


IN_FORCE = {"when": 'action.name == "retrieve"', "require": "state.step > 9"}


@pytest.mark.parametrize(
    ("other", "problem"),
    [
        pytest.param(rule("a.guard", **IN_FORCE), "a.guard forbids retrieve in 6 of 6", id="a rule"),
        pytest.param(rule("a.guard", **IN_FORCE, safety=True), "a.guard forbids retrieve in 6 of 6", id="safety"),
        pytest.param(rule("a.guard", when="true", require='action.name != "zoom"'), "", id="a rule about another"),
        pytest.param(rule("a.guard", when="true", require="false", safety=True), "6 of 6", id="all are forbidden"),
    ],
)
def test_a_rule_in_force_may_forbid_it(other: Rule, problem: str) -> None:
    found = said(drafted(GOOD), replace(SEEN, rules=(other,)))[0]
    assert (problem in found) if problem else (found == "")


@pytest.mark.parametrize(
    ("changes", "ok"),
    [
        pytest.param({}, True, id="a rule, in one state of six"),
        pytest.param({"safety": True}, False, id="a safety rule that let the decision pass"),
        pytest.param({"enforce": "gate"}, False, id="a gate that let the decision pass"),
        pytest.param({"safety": True, "when": "state.errors == 1"}, True, id="a safety rule broken either way"),
    ],
)
def test_a_guard_is_never_newly_broken(changes: dict[str, object], ok: bool) -> None:
    odd = decision(WEB[0], state__retrieval__queried=False, state__errors=1)
    episodes = (episode("e-bad0", odd, RETRIEVE, sample="s0"), *web_episodes()[1:])
    guard = {"when": 'state.errors == 1 && action.name == "retrieve"', "require": "false", **changes}
    draft = drafted(GOOD, cluster=cluster_of(episodes))
    found = said(draft, seen_of(episodes, rules=(rule("a.guard", **guard),)))[0]
    assert (found == "") is ok
    assert ok or "a.guard forbids retrieve in 1 of 6 cited states" in found


def test_a_rule_that_forbids_its_own_replacement() -> None:
    odd = rule(
        WEB_ID, when="!state.retrieval.queried", require='action.name == "zoom"', otherwise={"action": "retrieve"}
    )
    assert f"{WEB_ID} forbids retrieve in 6 of 6 cited states" in said(drafted(odd))[0]


def test_the_shipped_confirmation_is_borne_out() -> None:
    remedy = REMEDIES["went_on_after_correct"]
    assert remedy.otherwise == "REVEAL_ANSWER"
    going_on = decision({"action": "HINT", "text": "One more.", "hint_level": 1}, state__student__performance="correct")
    confirming = decision({"action": "REVEAL_ANSWER", "text": "Yes."}, state__student__performance="correct")
    bad = tuple(episode(f"e-bad{i}", going_on, sample=f"s{i}") for i in range(4))
    episodes = (*bad, *(episode(f"e-ok{i}", WEB_AFTER, confirming, sample=f"g{i}") for i in range(4)))
    after = rule(
        "a.confirm",
        when=f"({remedy.when}) && true",
        require=remedy.require,
        otherwise={"action": remedy.otherwise},
    )
    detector = "went_on_after_correct"
    draft = drafted(after, cluster=cluster_of(episodes, detector))
    figure = "REVEAL_ANSWER was done in 4 of 4 such states of successful episodes"
    assert said(draft, seen_of(episodes, detector=detector)) == ("", figure)
