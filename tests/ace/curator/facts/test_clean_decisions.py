"""The decisions a rule must not fire on."""

from ace.curator.facts.clean_decisions import cited_decisions, clean_decisions
from tests.ace.building import RETRIEVE, WEB, WEB_AFTER, clusters_of, episode, web_episodes

EPISODES = {item.header.episode: item for item in web_episodes()}
CLUSTER = next(item for item in clusters_of(tuple(EPISODES.values())) if item.detector == "web_before_local")
GOOD = frozenset(name for name in EPISODES if "good" in name)


def test_the_cited_decisions_are_those_of_the_findings() -> None:
    cited = cited_decisions(CLUSTER, EPISODES)
    assert len(cited) == 6
    assert {str(context["action"]["name"]) for context in cited} == {"web_browser"}  # type: ignore[index]


def test_successes_are_clean() -> None:
    clean = clean_decisions(CLUSTER, EPISODES, GOOD, {})
    assert (len(clean.contexts), clean.kind) == (12, "successful episodes")


def test_a_success_with_the_very_failure_is_not_clean() -> None:
    everything = frozenset(EPISODES)
    found = {"web_before_local": frozenset({"e-good0", *CLUSTER.episodes})}
    assert len(clean_decisions(CLUSTER, EPISODES, everything, found).contexts) == 10
    # The cluster itself says so too, where nothing else does.
    assert len(clean_decisions(CLUSTER, EPISODES, everything, {}).contexts) == 12


def test_where_nothing_succeeded_episodes_without_the_failure_stand_in() -> None:
    clean = clean_decisions(CLUSTER, EPISODES, frozenset(), {})
    assert len(clean.contexts) == 12
    assert "none succeeded" in clean.kind


def test_where_all_failed_the_uncited_decisions_stand_in() -> None:
    bad = {name: item for name, item in EPISODES.items() if name not in GOOD}
    clean = clean_decisions(CLUSTER, bad, frozenset(), {})
    assert len(clean.contexts) == 6
    assert "not cited" in clean.kind


def test_the_order_of_episodes_does_not_matter() -> None:
    turned = dict(reversed(EPISODES.items()))
    assert clean_decisions(CLUSTER, turned, GOOD, {}) == clean_decisions(CLUSTER, EPISODES, GOOD, {})
    assert cited_decisions(CLUSTER, turned) == cited_decisions(CLUSTER, EPISODES)


def test_a_decision_found_twice_is_cited_once() -> None:
    item = episode("e-x", WEB, WEB, RETRIEVE, WEB_AFTER)
    more = {**EPISODES, "e-x": item}
    clusters = clusters_of(tuple(more.values()))
    cluster = next(item for item in clusters if item.detector == "web_before_local")
    cited = cited_decisions(cluster, more)
    assert len(cited) == len({(f.episode, f.step) for f in cluster.findings})
