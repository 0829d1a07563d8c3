"""What `ace show c-...` prints."""

import json
from dataclasses import replace

import pytest

from ace.report.cluster_pair import choose_pair
from ace.report.cluster_text import members_by_failures, view_json, view_text
from ace.report.cluster_view import ClusterView
from analyzers.clusters.registry import KnownCluster, Registry
from analyzers.clusters.seen_run import see_run, traits_of
from analyzers.clusters.tally import sample_tallies
from tests.ace.building import clusters_of, web_episodes
from tests.ace.conftest import SmallRun
from tests.analyzers.clusters.runs import key, recorded, seen

EVIL = "ab\x1b[31m\u202e\nsecond"


def _view(small: SmallRun) -> ClusterView:
    episodes = web_episodes(4, raw=EVIL)
    mixed = tuple(
        replace(one, header=replace(one.header, sample=one.header.sample.replace("g", "s"), trial=one.header.trial + 2))
        if one.header.sample.startswith("g") else one for one in episodes
    )  # fmt: skip
    cluster = next(one for one in clusters_of(mixed) if one.detector == "web_before_local")
    run = see_run("r-1", "2026-11-29", mixed, cluster.findings)
    known = KnownCluster(cluster.id, cluster.signature, cluster.signatures, "r-1", "r-1", split_from="c-00000001")
    registry = Registry("tutor", (known,), (run, replace(run, run="r-2")), traits_of(cluster.findings))
    pair = choose_pair(cluster, "r-1", mixed, lambda _sample: None)
    return ClusterView(registry, known, small.run, cluster, pair, sample_tallies(run, known))


def test_all_of_a_cluster_is_told(small_run: SmallRun) -> None:
    text = view_text(_view(small_run), None)
    assert text.splitlines()[0].startswith("c-")
    assert "(split from c-00000001)" in text.splitlines()[0]
    assert f"in {small_run.run.record.run} (simulated)" in text
    assert "r-2  4" in text
    assert "2/4 (50%)" in text
    assert "best and worst trace of s" in text
    assert all(character.isprintable() for character in text.replace("\n", ""))
    assert "\\u202e" in text


def test_traces_stand_side_by_side_on_a_wide_terminal(small_run: SmallRun) -> None:
    assert " | worst: " in view_text(_view(small_run), 120)
    assert " | worst: " not in view_text(_view(small_run), 80)


def test_the_json_has_the_runs_findings_and_all_runs_counts(small_run: SmallRun) -> None:
    value = json.loads(json.dumps(view_json(_view(small_run))))
    assert (value["failures"], value["failures_in_all"]) == (4, 8)
    assert len(value["findings"]) == 4
    assert [trial["share"] for trial in value["trials"]] == [0.5, 0.5]
    assert value["members"][0]["failures"] == 8
    assert value["members"][0]["example"] == value["findings"][0]["message"]
    assert value["side_by_side"]["best"]["failures"] == 0
    assert value["split_from"] == "c-00000001"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"merged_into": "c-00000002"}, "retired in r-2; merged into c-00000002: ace show c-00000002"),
        ({}, "retired in r-2; its failures are in several other clusters now"),
    ],
    ids=["merged", "scattered"],
)
def test_a_retired_one_says_where_it_went(fields: dict[str, str], words: str) -> None:
    known = KnownCluster("c-00000001", key("gone"), (), retired="r-2", **fields)  # type: ignore[arg-type]
    view = ClusterView(Registry("tutor", (known,)), known, None, None, None, ())
    assert words in view_text(view, None)
    assert view_json(view)["retired"] == "r-2"
    piece = KnownCluster("c-00000003", key("x"), (key("x"),), split_from="c-00000001")
    split = view._replace(registry=Registry("tutor", (known, piece)))
    assert "split into c-00000003" in view_text(split, None)


def test_one_that_the_run_does_not_show_has_its_members_and_trend(small_run: SmallRun) -> None:
    registry = recorded(seen("r-1", {"one way": [0, 1], "other way": [1]}), seen("r-2", {}))
    both = KnownCluster("c-1", key("one way"), (key("one way"), key("other way")), "r-1")
    registry = replace(registry, clusters=(both,))
    assert members_by_failures(registry, both) == [(key("one way"), 2), (key("other way"), 1)]
    text = view_text(ClusterView(registry, both, small_run.run, None, None, ()), None)
    assert f"{small_run.run.record.run} does not show it" in text
    assert "2 signatures" in text
    assert "    2 one way" in text
    assert "not seen" in text
