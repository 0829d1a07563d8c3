"""Every static check, passing and failing, with its figure."""

from dataclasses import replace

import pytest

from ace.curator.check_draft import check_draft, passed
from ace.curator.checks.check import DEAD_AFTER_DECISIONS, DEAD_AFTER_EPISODES, Check, CheckInput
from ace.curator.draft import Draft
from ace.curator.evidence_tests import evidence_test
from analyzers.clusters.cluster import Cluster
from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule, RuleCase, RuleTest
from runtime.contracts.trace_event import Episode
from tests.ace.building import RETRIEVE, WEB, WEB_RULE, clusters_of, curator_input, episode, rule, web_episodes

WEB_ID = "tools.retrieve-before-web"
PATH = "playbooks/tutor/tools/retrieve-before-web.yaml"


def seen_of(episodes: tuple[Episode, ...], **changes: object) -> CheckInput:
    """Return what the checks look at: the episodes without a web_before_local finding succeeded."""
    failing = frozenset(e for c in clusters_of(episodes) if c.detector == "web_before_local" for e in c.episodes)
    base = CheckInput(
        episodes={item.header.episode: item for item in episodes},
        succeeded=frozenset(item.header.episode for item in episodes) - failing,
        found={"web_before_local": failing},
        context=TUTOR_CONTEXT,
        actions=frozenset({*curator_input(()).actions, "block"}),
    )
    return replace(base, **changes)  # type: ignore[arg-type]


def cluster_of(episodes: tuple[Episode, ...]) -> Cluster:
    """Return the cluster of web searches before the index."""
    return next(cluster for cluster in clusters_of(episodes) if cluster.detector == "web_before_local")


EPISODES = web_episodes()
CLUSTER = cluster_of(EPISODES)
SEEN = seen_of(EPISODES)


def drafted(
    after: Rule | None, before: Rule | None = None, cluster: Cluster | None = CLUSTER, **changes: object
) -> Draft:
    """Return a draft with the test its evidence gives."""
    test = evidence_test(after, cluster, SEEN.episodes, TUTOR_CONTEXT) if after else None
    name = (after or before or rule("a.b")).id
    op = "delete" if after is None else "edit" if before else "add"
    return replace(Draft(op, name, before, after, test, cluster, "why", "test"), **changes)  # type: ignore[arg-type]


def check(name: str, draft: Draft, seen: CheckInput = SEEN, path: str = PATH) -> Check:
    """Return the check of that name."""
    return next(item for item in check_draft(draft, seen, path) if item.name == name)


GOOD = rule(WEB_ID, **WEB_RULE)


def test_a_sound_draft_passes_every_check_and_shows_its_figures() -> None:
    checks = check_draft(drafted(GOOD), SEEN, PATH)
    names = ["safety", "schema", "id", "evidence", "separation", "test", "narrows", "duplicates", "conflicts"]
    assert [item.name for item in checks] == names
    assert [item for item in checks if not item.ok] == []
    assert passed(checks)
    figures = {item.name: item.value for item in checks}
    assert figures["evidence"] == "6 failing episodes, 3 samples, 3 cases"
    assert figures["separation"] == (
        "fires on 6 of 6 cited decisions (100%) and on 0 of 12 decisions of successful episodes (0.0%)"
    )


def test_one_failing_check_fails_the_draft() -> None:
    assert not passed((Check("a", True, ""), Check("b", False, "")))


@pytest.mark.parametrize(
    ("before", "after", "ok"),
    [
        pytest.param(None, GOOD, True, id="a new rule"),
        pytest.param(None, GOOD.model_copy(update={"safety": True}), False, id="a new rule that claims the mark"),
        pytest.param(GOOD.model_copy(update={"safety": True}), GOOD, False, id="a safety rule edited"),
        pytest.param(rule(WEB_ID), GOOD, True, id="an ordinary rule edited"),
        pytest.param(rule(WEB_ID, safety=True), None, False, id="a safety rule deleted"),
    ],
)
def test_safety(before: Rule | None, after: Rule | None, ok: bool) -> None:
    assert check("safety", drafted(after, before)).ok is ok


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        pytest.param({}, "", id="valid"),
        pytest.param({"when": 'action.nam == "web_browser"'}, "action.nam", id="an unknown field"),
        pytest.param({"when": "action.name =="}, "when", id="does not parse"),
        pytest.param({"when": 'action.name == "web_browsr"'}, "did you mean `web_browser`?", id="an unknown tool"),
        pytest.param({"require": "state.retrieval.hits"}, "require", id="no boolean"),
        pytest.param({"when": 'episode.sample == "s0"'}, "episode.sample", id="an answer key"),
        pytest.param({"otherwise": {"action": "delete_files"}}, "'delete_files' is not an action", id="no such action"),
        pytest.param({"text": "Be good\u202e.\n"}, "U+202E", id="a bidi mark"),
    ],
)
def test_schema(changes: JsonObject, said: str) -> None:
    result = check("schema", drafted(rule(WEB_ID, **{**WEB_RULE, **changes})))
    assert result.ok is (not said)
    assert said in result.detail


def test_an_id_that_would_hide_a_rule_among_the_tests_is_refused() -> None:
    draft = drafted(rule("tools.web.test", **WEB_RULE))
    assert not check("schema", draft, path="playbooks/tutor/tools/web.test.yaml").ok


def test_an_id_is_never_used_again() -> None:
    assert check("id", drafted(GOOD)).ok
    refused = check("id", drafted(GOOD), replace(SEEN, taken=frozenset({WEB_ID})))
    assert not refused.ok
    assert "never used again" in refused.detail
    names = [item.name for item in check_draft(drafted(GOOD, before=rule(WEB_ID)), SEEN, PATH)]
    assert "id" not in names


def test_evidence_that_does_not_exist() -> None:
    fewer = seen_of(tuple(item for item in EPISODES if item.header.episode != "e-bad3"))
    assert "trace e-bad3 does not exist" in check("evidence", drafted(GOOD), fewer).detail


def test_evidence_that_does_not_show_what_is_quoted() -> None:
    forged = replace(CLUSTER, findings=(replace(CLUSTER.findings[0], quote="never said"), *CLUSTER.findings[1:]))
    result = check("evidence", drafted(GOOD, cluster=forged))
    assert not result.ok
    assert "the quote of e-bad0 step 0 is not in its trace" in result.detail


@pytest.mark.parametrize(
    ("episodes", "ok"),
    [
        pytest.param(web_episodes(4), True, id="four in two samples"),
        pytest.param(web_episodes(2), False, id="two"),
        pytest.param(tuple(episode(f"e{i}", WEB, sample="one", trial=i) for i in range(4)), False, id="one sample"),
    ],
)
def test_evidence_must_be_enough(episodes: tuple[Episode, ...], ok: bool) -> None:
    result = check("evidence", drafted(GOOD, cluster=cluster_of(episodes)), seen_of(episodes))
    assert result.ok is ok


@pytest.mark.parametrize(("outside", "ok"), [(2, True), (3, False), (6, False)], ids=["a third", "a half", "all of it"])
def test_one_outside_source_cannot_make_a_rule(outside: int, ok: bool) -> None:
    own = web_episodes(6 - outside)[: 6 - outside]
    foreign = [episode(f"e-for{i}", WEB, sample=f"f{i}", source="upload:one") for i in range(outside)]
    episodes = (*own, *foreign, *web_episodes()[6:])
    result = check("evidence", drafted(GOOD, cluster=cluster_of(episodes)), seen_of(episodes))
    assert result.ok is ok, result.detail
    assert ok or "come from upload:one" in result.detail


@pytest.mark.parametrize(
    ("conditions", "figure"),
    [
        pytest.param({"when": "true", "require": "false"}, "on 12 of 12 decisions", id="fires always"),
        pytest.param({"when": 'action.name == "zoom"', "require": "false"}, "on 0 of 6 cited", id="fires never"),
        pytest.param({"when": 'action.name == "web_browser"', "require": "false"}, "(50.0%)", id="fires on the good"),
    ],
)
def test_a_condition_must_tell_failures_from_successes(conditions: JsonObject, figure: str) -> None:
    result = check("separation", drafted(rule(WEB_ID, **conditions)))
    assert not result.ok
    assert figure in result.value


def test_words_only_say_that_nothing_was_checked() -> None:
    checks = check_draft(drafted(rule(WEB_ID)), SEEN, PATH)
    assert "test" not in {item.name for item in checks}
    separation = next(item for item in checks if item.name == "separation")
    assert (separation.ok, separation.value) == (True, "no condition")


@pytest.mark.parametrize(
    ("conditions", "ok"),
    [(WEB_RULE, True), ({"when": "true", "require": "false"}, False)],
    ids=["a good condition", "fires always"],
)
@pytest.mark.parametrize(
    ("episodes", "said"),
    [
        pytest.param(EPISODES, "episodes without this failure (none succeeded)", id="some without this failure"),
        pytest.param(EPISODES[:6], "that are not cited (all failed)", id="all have it"),
    ],
)
def test_without_a_success_there_is_still_something_to_tell_apart(
    episodes: tuple[Episode, ...], said: str, conditions: JsonObject, ok: bool
) -> None:
    seen = seen_of(episodes, succeeded=frozenset())
    result = check("separation", drafted(rule(WEB_ID, **conditions), cluster=cluster_of(episodes)), seen)
    assert result.ok is ok
    assert said in result.value


def test_a_success_with_the_very_failure_is_no_clean_one() -> None:
    seen = seen_of(EPISODES, succeeded=frozenset(SEEN.episodes))
    assert check("separation", drafted(GOOD), seen).ok


VIOLATES = RuleCase(action={"name": "web_browser"})
COMPLIES = RuleCase(action={"name": "zoom"})


@pytest.mark.parametrize(
    ("test", "said"),
    [
        pytest.param(RuleTest(violates=(VIOLATES,), complies=(COMPLIES,)), "", id="passes"),
        pytest.param(None, "no recorded decision", id="none"),
        pytest.param(RuleTest(violates=(VIOLATES,)), "no recorded decision", id="nothing complies"),
        pytest.param(RuleTest(violates=(COMPLIES,), complies=(VIOLATES,)), "expected a violation", id="fails"),
        pytest.param(
            RuleTest(violates=(RuleCase(action={"name": "web_browser", "text": "a\u200bb"}),), complies=(COMPLIES,)),
            "U+200B",
            id="a hidden character, which would stop the playbook from loading",
        ),
    ],
)
def test_a_rule_brings_a_test_that_passes(test: RuleTest | None, said: str) -> None:
    result = check("test", drafted(GOOD, test=test))
    assert result.ok is (not said)
    assert said in result.detail


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        pytest.param(rule(WEB_ID), GOOD, "", id="adds a condition"),
        pytest.param(GOOD, GOOD.model_copy(update={"enforce": "gate"}), "", id="becomes a gate"),
        pytest.param(GOOD.model_copy(update={"enforce": "gate"}), GOOD, "takes a gate away", id="no gate any more"),
        pytest.param(GOOD, rule(WEB_ID), "takes the condition away", id="no condition any more"),
        pytest.param(
            rule(WEB_ID), rule(WEB_ID, audience="solver"), "changes whom the rule is for", id="another audience"
        ),
        pytest.param(rule(WEB_ID, safety=True), rule(WEB_ID), "takes the safety mark away", id="no safety any more"),
    ],
)
def test_a_draft_may_only_narrow(before: Rule, after: Rule, said: str) -> None:
    result = check("narrows", drafted(after, before))
    assert result.ok is (not said)
    assert said in result.detail


SILENT = rule("tools.zoom-once", when='action.name == "zoom"', require="action.repeats == 0")
PER_EPISODE = -(-DEAD_AFTER_DECISIONS // DEAD_AFTER_EPISODES)


@pytest.mark.parametrize(
    ("before", "episodes", "said"),
    [
        pytest.param(SILENT, DEAD_AFTER_EPISODES, "", id="dead"),
        pytest.param(SILENT, DEAD_AFTER_EPISODES - 1, "too little was seen", id="too little seen"),
        pytest.param(GOOD.model_copy(update={"when": "true"}), DEAD_AFTER_EPISODES, "the rule speaks", id="it speaks"),
        pytest.param(rule("style.words"), DEAD_AFTER_EPISODES, "no condition", id="words only"),
    ],
)
def test_only_a_rule_seen_to_be_silent_may_go(before: Rule, episodes: int, said: str) -> None:
    quiet = tuple(episode(f"e{i}", *[RETRIEVE] * PER_EPISODE, sample=f"s{i}") for i in range(episodes))
    draft = drafted(None, before, cluster=None)
    checks = check_draft(draft, seen_of(quiet), PATH)
    assert [item.name for item in checks] == ["safety", "silent"]
    assert checks[1].ok is (not said)
    assert said in checks[1].detail


def test_a_draft_is_compared_with_the_rules_in_force() -> None:
    twin = rule("tools.local-first", **WEB_RULE)
    assert check("duplicates", drafted(GOOD)).ok
    refused = check("duplicates", drafted(GOOD), replace(SEEN, rules=(twin,)))
    assert (refused.ok, refused.value) == (False, "1 rule, 24 decisions")
    assert "as tools.local-first does" in refused.detail
    assert check("duplicates", drafted(GOOD, before=rule(WEB_ID)), replace(SEEN, rules=(rule(WEB_ID),))).ok


def test_a_draft_that_leaves_nothing_to_do_is_refused() -> None:
    web_only = rule("tools.web-only", when="!state.retrieval.queried", require='action.name == "web_browser"')
    assert check("conflicts", drafted(GOOD)).ok
    refused = check("conflicts", drafted(GOOD), replace(SEEN, rules=(web_only,)))
    assert not refused.ok
    assert "tools.retrieve-before-web and tools.web-only together forbid all" in refused.detail
    assert refused.value.startswith("2 of 2 recorded states, ")
