"""Evidence exists, shows what is claimed, is enough, and is not one stranger's."""

from dataclasses import replace

import pytest

from ace.curator.checks.check import Check, CheckInput
from ace.curator.checks.cluster_evidence import check_evidence
from ace.curator.evidence_tests import evidence_of
from analyzers.clusters.cluster import Cluster
from runtime.contracts.rule import Evidence
from runtime.contracts.trace_event import Episode
from tests.ace.building import RETRIEVE, WEB, WEB_RULE, episode, rule, web_episodes
from tests.ace.curator.checks.drafting import CLUSTER, EPISODES, GOOD, SEEN, WEB_ID, cluster_of, drafted, seen_of


def evidence(cluster: Cluster | None, seen: CheckInput = SEEN) -> Check:
    """Return the check of a good rule drawn from `cluster`."""
    return check_evidence(drafted(GOOD, cluster=cluster), seen)


def test_sound_evidence_is_counted() -> None:
    assert evidence(CLUSTER) == Check(
        "evidence", True, "ids resolve and quotes match", "6 failing episodes, 3 samples, 3 cases"
    )


def test_evidence_that_does_not_exist() -> None:
    fewer = seen_of(tuple(item for item in EPISODES if item.header.episode != "e-bad3"))
    assert "trace e-bad3 does not exist" in evidence(CLUSTER, fewer).detail
    invented = replace(CLUSTER, findings=(*CLUSTER.findings, replace(CLUSTER.findings[0], episode="e-none")))
    assert "trace e-none does not exist" in evidence(invented).detail


def test_evidence_that_does_not_show_what_is_quoted() -> None:
    forged = replace(CLUSTER, findings=(replace(CLUSTER.findings[0], quote="never said"), *CLUSTER.findings[1:]))
    assert "the quote of e-bad0 step 0 is not in its trace" in evidence(forged).detail


def test_an_episode_that_only_swells_the_count_is_refused() -> None:
    assert "nothing is quoted of e-good0" in evidence(replace(CLUSTER, episodes=(*CLUSTER.episodes, "e-good0"))).detail


def test_an_episode_without_the_failure_is_no_evidence() -> None:
    good = replace(
        CLUSTER.findings[0], episode="e-good0", sample="g0", quote="written at step 0 of e-good0", case="case-g0"
    )
    forged = replace(CLUSTER, episodes=(*CLUSTER.episodes, "e-good0"), findings=(*CLUSTER.findings, good))
    assert "e-good0 succeeded and web_before_local found nothing in it" in evidence(forged).detail


@pytest.mark.parametrize(
    ("episodes", "ok"),
    [
        pytest.param(web_episodes(4), True, id="four in two samples"),
        pytest.param(web_episodes(2), False, id="two"),
        pytest.param(tuple(episode(f"e{i}", WEB, sample="one", trial=i) for i in range(4)), False, id="one sample"),
    ],
)
def test_evidence_must_be_enough(episodes: tuple[Episode, ...], ok: bool) -> None:
    assert evidence(cluster_of(episodes), seen_of(episodes)).ok is ok


@pytest.mark.parametrize(("outside", "ok"), [(2, True), (3, False), (6, False)], ids=["a third", "a half", "all of it"])
def test_one_outside_source_cannot_make_a_rule(outside: int, ok: bool) -> None:
    own = web_episodes(6 - outside)[: 6 - outside]
    foreign = [episode(f"e-for{i}", WEB, sample=f"f{i}", source="upload:one") for i in range(outside)]
    episodes = (*own, *foreign, *(episode(f"e-ok{i}", RETRIEVE) for i in range(6)))
    result = evidence(cluster_of(episodes), seen_of(episodes))
    assert result.ok is ok, result.detail
    assert ok or "come from upload:one" in result.detail


def test_a_change_without_a_failure_is_refused() -> None:
    assert "this add answers no failure" in evidence(None).detail


def test_a_rule_gains_the_evidence_of_its_cluster_and_no_other() -> None:
    reviewed = Evidence(cluster="c-old", failures=9, samples=4)
    before = rule(WEB_ID, evidence=(reviewed,))
    own = rule(WEB_ID, **WEB_RULE, evidence=(reviewed, evidence_of(CLUSTER)))
    assert check_evidence(drafted(own, before), SEEN).ok
    forged = own.model_copy(update={"evidence": (*own.evidence, Evidence(cluster="c-new", failures=99, samples=50))})
    assert "cites c-new in a way" in check_evidence(drafted(forged, before), SEEN).detail
