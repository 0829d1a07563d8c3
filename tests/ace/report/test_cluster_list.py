"""The table of what is known, over time."""

import json
from dataclasses import replace

from ace.report.cluster_list import (
    cluster_json,
    clusters_json,
    clusters_text,
    known_name,
    known_template_name,
    lineage_words,
    ranked,
    trend_words,
)
from analyzers.clusters.registry import KnownCluster, Registry
from analyzers.clusters.tally import trend
from tests.analyzers.clusters.runs import key, recorded, seen

EVIL = "ab\x1b[31m\u202e\nsecond"


def _registry() -> Registry:
    registry = recorded(
        seen("r-1", {"answered late": [0, 1, 2, 3], "no date": [0, 2, 4], "rare": [0]}),
        seen("r-2", {"answered late": [0, 2]}),
    )
    gone = KnownCluster("c-00000000", key("long gone"), (), retired="r-2", merged_into="c-11111111", born="r-1")
    return replace(registry, clusters=tuple(sorted([*registry.clusters, gone], key=lambda cluster: cluster.id)))


def test_born_ones_come_by_rank_and_the_rest_on_demand() -> None:
    registry = _registry()
    assert [cluster.medoid.message for cluster in ranked(registry, False)] == ["answered late", "no date"]
    assert [cluster.medoid.message for cluster in ranked(registry, True)] == [
        "answered late", "no date", "rare", "long gone"
    ]  # fmt: skip


def test_the_text_shows_the_trend_and_what_is_left_out() -> None:
    text = clusters_text(_registry(), False)
    assert text.startswith("tutor: 2 clusters in 2 runs; 1 signature too rare so far\n")
    assert " 4 2 " in text
    assert " 3 0 " in text
    assert "2 more are too rare so far or retired: --all" in text
    assert "long gone" not in text
    whole = clusters_text(_registry(), True)
    assert "(merged into c-11111111)" in whole
    assert "not yet" in whole


def test_a_student_is_named_only_for_an_agent_that_has_one() -> None:
    assert "so that the student saw nothing: ace show c-..." in clusters_text(_registry(), False)
    own = clusters_text(replace(_registry(), agent="expenses"), False)
    assert "student" not in own
    assert "so that they did not happen: ace show c-..." in own


def test_simulated_runs_are_said() -> None:
    registry = _registry()
    one = replace(registry, runs=(replace(registry.runs[0], simulated=True), registry.runs[1]))
    assert "2 runs (1 of them simulated)" in clusters_text(one, False)
    both = replace(one, runs=tuple(replace(run, simulated=True) for run in one.runs))
    assert "2 runs (simulated)" in clusters_text(both, False)


def test_foreign_words_are_written_out() -> None:
    registry = _registry()
    named = replace(registry, agent=EVIL, clusters=tuple(replace(c, model_name=EVIL) for c in registry.clusters))
    text = clusters_text(named, True)
    assert all(character.isprintable() for character in text.replace("\n", ""))
    assert "\\u202e" in text


def test_the_json_has_every_run_and_the_lineage() -> None:
    registry = _registry()
    value = json.loads(json.dumps(clusters_json(registry, True)))
    assert [run["run"] for run in value["runs"]] == ["r-1", "r-2"]
    assert (value["waiting"], value["grouping"]) == (1, "signatures")
    first = value["clusters"][0]
    assert [count["failures"] for count in first["trend"]] == [4, 2]
    assert (first["failures"], first["born"], first["last_seen"]) == (6, "r-1", "r-2")
    assert first["score_spread"] == 0.5
    assert value["clusters"][-1]["merged_into"] == "c-11111111"
    assert len(clusters_json(registry, False)["clusters"]) == 2  # type: ignore[arg-type]


def test_a_models_name_stands_before_the_templates() -> None:
    registry = _registry()
    cluster = registry.places[key("no date")]
    assert known_name(registry, cluster) == known_template_name(registry, cluster) == "late (book): no date"
    named = replace(cluster, model_name="Forgets the date", namer="m")
    assert known_name(registry, named) == "Forgets the date"
    assert cluster_json(registry, named)["template_name"] == "late (book): no date"


def test_where_a_cluster_came_from_and_went() -> None:
    piece = KnownCluster("c-2", key("x"), (key("x"),), split_from="c-1")
    whole = KnownCluster("c-1", key("y"), (), retired="r-2")
    registry = Registry("tutor", (whole, piece))
    assert lineage_words(registry, piece) == "  (split from c-1)"
    assert lineage_words(registry, whole) == "  (split into c-2)"
    assert lineage_words(Registry("t", (whole,)), whole) == "  (retired)"
    assert trend_words(trend(_registry(), _registry().places[key("no date")])) == "3 0"


def test_runs_and_days_are_written_out_too() -> None:
    found = recorded(replace(seen("r-\x1b[31m1", {"late": [0, 2, 4]}), created="\x1b[31mtoday"))
    text = clusters_text(found, True)
    assert "\x1b" not in text
    assert "oldest first: r-\\x1b[31m1;" in text


def test_rows_fit_the_terminal() -> None:
    registry = recorded(seen("r-1", {"answered " + "very late and " * 9: [0, 1, 2, 3], "no date": [0, 2, 4]}))
    whole, cut = clusters_text(registry, True).splitlines(), clusters_text(registry, True, 80).splitlines()
    rows = [line for line in cut if line.startswith("  c-")]
    assert all(len(row) <= 80 for row in rows)
    (long,) = [row for row in rows if row.endswith("...")]
    assert "late (book)" in long
    assert ("differs" in whole[1], "differs" in cut[1]) == (True, False)
    assert "differs and born: --json" in cut[-2]
    assert "differs" in clusters_text(registry, True, 110).splitlines()[1]
    assert len(whole) == len(cut)
