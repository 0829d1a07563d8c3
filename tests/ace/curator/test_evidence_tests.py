"""A proposal brings a test from its own evidence, and the test passes."""

from dataclasses import replace

import pytest

from ace.curator.evidence_tests import cited_share, decision_contexts, evidence_of, evidence_test
from ace.playbook.run_tests import run_rule_test
from ace.playbook.write_rule import dump_rule_test
from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.contracts.errors import RuleError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from runtime.rules.read_rule import parse_rule_test
from tests.ace.building import RETRIEVE, WEB, WEB_RULE, clusters_of, decision, episode, rule, web_episodes

LOCAL = rule("tools.retrieve-before-web", **WEB_RULE)
EPISODES = web_episodes()
BY_ID = {item.header.episode: item for item in EPISODES}
CLUSTER = next(cluster for cluster in clusters_of(EPISODES) if cluster.detector == "web_before_local")


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(LOCAL, id="the remedy"),
        pytest.param(rule("a.b", when='action.name == "web_browser"', require="false"), id="nothing can comply"),
        pytest.param(
            rule("a.b", when='"query" in action.arguments', require='action.name == "retrieve"'), id="arguments"
        ),
        pytest.param(
            rule("a.b", when='action.name == "web_browser"', require="state.tools.last_ok && state.retrieval.queried"),
            id="several fields",
        ),
    ],
)
def test_the_test_passes_and_can_be_written(made: Rule) -> None:
    test = evidence_test(made, CLUSTER, BY_ID, TUTOR_CONTEXT)
    assert test is not None
    results = list(run_rule_test(made, test, TUTOR_CONTEXT))
    assert [(result.kind, result.ok) for result in results] == [("violates", True), ("complies", True)]
    assert parse_rule_test(dump_rule_test(test), "playbooks/tutor/tools/x.test.yaml") == test


def test_only_the_fields_the_condition_looks_at_are_kept() -> None:
    test = evidence_test(LOCAL, CLUSTER, BY_ID, TUTOR_CONTEXT)
    assert test is not None
    assert test.violates[0].action == {"name": "web_browser"}
    assert test.violates[0].state == {"retrieval": {"queried": False}}


@pytest.mark.parametrize(
    ("made", "episodes"),
    [
        pytest.param(rule("a.words"), EPISODES, id="words only"),
        pytest.param(rule("a.b", when='action.name == "zoom"', require="false"), EPISODES, id="never broken"),
        pytest.param(rule("a.b", when="true", require="false"), EPISODES, id="always broken"),
        pytest.param(LOCAL, (), id="no episode"),
    ],
)
def test_no_test_is_made_up(made: Rule, episodes: tuple[object, ...]) -> None:
    seen = BY_ID if episodes else {}
    assert evidence_test(made, CLUSTER, seen, TUTOR_CONTEXT) is None


def test_the_violating_decision_is_one_of_the_cited_episodes() -> None:
    stranger = episode("e-aaa", WEB, sample="other")
    test = evidence_test(rule("a.b", when="state.step >= 0", require='episode.sample == "none"'), CLUSTER, BY_ID, [])
    assert test is None
    assert cited_share(LOCAL, CLUSTER, [stranger]) == (0, 0)


def test_cited_decisions_are_counted_at_their_step() -> None:
    assert cited_share(LOCAL, CLUSTER, EPISODES) == (6, 6)
    assert cited_share(rule("a.b", when='action.name == "retrieve"', require="false"), CLUSTER, EPISODES) == (0, 6)


def test_a_step_without_a_readable_action_is_no_decision() -> None:
    contexts = decision_contexts(episode("e1", decision(None), RETRIEVE))
    assert [step for step, _ in contexts] == [1]
    assert contexts[0][1]["episode"] == episode("e1").header.context


def test_evidence_names_counts_and_some_traces() -> None:
    episodes = web_episodes(10)
    cluster = next(item for item in clusters_of(episodes) if item.detector == "web_before_local")
    evidence = evidence_of(cluster)
    assert (evidence.cluster, evidence.failures, evidence.samples) == (cluster.id, 10, 5)
    assert len(evidence.traces) == 6
    assert set(evidence.traces) <= {item.header.episode for item in episodes}
    assert evidence.quote_sha256 == cluster.findings[0].quote_sha256


SAYS = rule("a.says", when='action.text.contains("paid")', require="state.retrieval.queried")
JOINED = "You are paid \U0001f468\u200d\U0001f469"


def _said(name: str, text: str, queried: bool = False) -> Episode:
    action: JsonObject = {"action": "RESPOND", "text": text}
    return episode(name, decision(action, **{"state.retrieval.queried": queried}))


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        pytest.param([JOINED, "You are paid."], "You are paid.", id="a decision without invisible characters"),
        pytest.param([JOINED, "paid \u202e"], "You are paid \U0001f468\U0001f469", id="none: the characters go"),
    ],
)
def test_a_text_with_invisible_characters_does_not_spoil_the_test(texts: list[str], expected: str) -> None:
    failing = [_said(f"e-{number}", text) for number, text in enumerate(texts)]
    episodes = {one.header.episode: one for one in (*failing, _said("e-good", "You are paid.", queried=True))}
    cluster = replace(
        CLUSTER, findings=tuple(replace(CLUSTER.findings[0], episode=one.header.episode, step=0) for one in failing)
    )
    test = evidence_test(SAYS, cluster, episodes, TUTOR_CONTEXT)
    assert test is not None
    assert test.violates[0].action == {"text": expected}
    assert parse_rule_test(dump_rule_test(test), "playbooks/tutor/a/says.test.yaml") == test


def test_where_the_condition_is_about_the_invisible_character_the_decision_stays_and_is_refused() -> None:
    about = rule("a.b", when='action.text.contains("\u200d")', require="state.retrieval.queried")
    failing = _said("e-0", JOINED)
    cluster = replace(CLUSTER, findings=(replace(CLUSTER.findings[0], episode="e-0", step=0),))
    test = evidence_test(about, cluster, {"e-0": failing, "e-1": _said("e-1", "paid")}, TUTOR_CONTEXT)
    assert test is not None
    with pytest.raises(RuleError, match="zero-width character"):
        dump_rule_test(test)
