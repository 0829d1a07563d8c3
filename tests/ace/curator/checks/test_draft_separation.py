"""A condition must tell the failures from the successes; words alone cannot."""

from dataclasses import replace

import pytest

from ace.curator.checks.check import Check, CheckInput
from ace.curator.checks.separation import check_separation
from ace.curator.remedies import REMEDIES
from analyzers.clusters.cluster import Cluster
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from tests.ace.building import RETRIEVE, WEB_AFTER, WEB_RULE, decision, episode, rule
from tests.ace.curator.checks.drafting import CLUSTER, EPISODES, GOOD, SEEN, WEB_ID, cluster_of, drafted, seen_of

ALWAYS: JsonObject = {"when": "true", "require": "false"}


def separation(after: Rule, seen: CheckInput = SEEN, cluster: Cluster = CLUSTER, before: Rule | None = None) -> Check:
    """Return the check of `after`."""
    return check_separation(drafted(after, before, cluster=cluster), cluster, seen)


def test_a_good_condition_shows_both_figures() -> None:
    assert separation(GOOD) == Check(
        "separation",
        True,
        "the condition tells the failures from the successes",
        "fires on 6 of 6 cited decisions (100%) and on 0 of 12 decisions of successful episodes (0.0%)",
    )


@pytest.mark.parametrize(
    ("conditions", "figure"),
    [
        pytest.param(ALWAYS, "on 12 of 12 decisions", id="fires always"),
        pytest.param({"when": 'action.name == "zoom"', "require": "false"}, "on 0 of 6 cited", id="fires never"),
        pytest.param({"when": 'action.name == "web_browser"', "require": "false"}, "(50.0%)", id="fires on the good"),
    ],
)
def test_a_condition_must_tell_failures_from_successes(conditions: JsonObject, figure: str) -> None:
    result = separation(rule(WEB_ID, **conditions))
    assert not result.ok
    assert figure in result.value


@pytest.mark.parametrize(
    ("conditions", "ok"), [(WEB_RULE, True), (ALWAYS, False)], ids=["a good condition", "fires always"]
)
@pytest.mark.parametrize("episodes", [EPISODES, EPISODES[:6]], ids=["some without this failure", "all have it"])
def test_without_a_success_there_is_still_something_to_tell_apart(
    episodes: tuple[Episode, ...], conditions: JsonObject, ok: bool
) -> None:
    seen = seen_of(episodes, succeeded=frozenset())
    assert separation(rule(WEB_ID, **conditions), seen, cluster_of(episodes)).ok is ok


UNREADABLE = decision(None)


@pytest.mark.parametrize(("unread", "ok"), [(6, True), (7, False)], ids=["half were read", "most were not"])
def test_cited_steps_that_could_not_be_read_do_not_vanish(unread: int, ok: bool) -> None:
    bad = [episode(f"e-mute{i}", UNREADABLE) for i in range(unread)]
    seen = seen_of((*EPISODES, *bad), succeeded=SEEN.succeeded)
    first = CLUSTER.findings[0]
    mute = tuple(replace(first, episode=item.header.episode, step=0) for item in bad)
    result = separation(GOOD, seen, replace(CLUSTER, findings=(*CLUSTER.findings, *mute)))
    assert result.ok is ok
    assert f"; {unread} of {6 + unread} cited steps have no decision that could be read" in result.value
    assert ok or "most cited steps" in result.detail


@pytest.mark.parametrize(("own", "ok"), [(2, False), (60, True)], ids=["few own successes", "many own successes"])
def test_a_strangers_successes_do_not_hide_false_alarms(own: int, ok: bool) -> None:
    # The rule fires on every own success once; a hundred poisoned ones would make that rare.
    poisoned = [episode(f"e-for{i}", RETRIEVE, source="upload:one") for i in range(100)]
    good = [episode(f"e-own{i}", RETRIEVE, WEB_AFTER if i < 2 else RETRIEVE) for i in range(own)]
    episodes = (*EPISODES[:6], *poisoned, *good)
    after = rule(WEB_ID, when='action.name == "web_browser"', require="false")
    result = separation(after, seen_of(episodes), cluster_of(episodes))
    assert result.ok is ok, result.value
    assert "100 from upload:one count as" in result.value


SHIPPED = REMEDIES["web_before_local"].text
WORDS = rule(WEB_ID, text="Always be kind.\n")


@pytest.mark.parametrize(
    ("after", "before", "ok"),
    [
        pytest.param(rule(WEB_ID, text=f"{SHIPPED}\n"), None, True, id="the shipped remedy"),
        pytest.param(rule(WEB_ID, text=SHIPPED.replace(" ", "\n")), None, True, id="the same words on other lines"),
        pytest.param(rule(WEB_ID, text=f"{SHIPPED} Then reveal."), None, False, id="the shipped remedy and more"),
        pytest.param(rule(WEB_ID, text=REMEDIES["busy_work"].text), None, False, id="the remedy of something else"),
        pytest.param(WORDS, None, False, id="made up"),
        pytest.param(WORDS, rule(WEB_ID, text="Be kind.\n"), False, id="reviewed words changed"),
        pytest.param(WORDS.model_copy(update={"title": "Kind"}), WORDS, True, id="reviewed words kept"),
        pytest.param(WORDS, WORDS.model_copy(update=WEB_RULE), False, id="a condition taken away"),
    ],
)
def test_words_alone_pass_when_they_are_reviewed_or_shipped(after: Rule, before: Rule | None, ok: bool) -> None:
    result = separation(after, before=before)
    assert (result.ok, result.value) == (ok, "no condition")
    assert ok or result.detail == "words alone cannot be checked against the evidence; give `when` and `require`"
