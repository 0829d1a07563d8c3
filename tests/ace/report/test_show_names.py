"""What is said of a name that nothing has."""

import pytest

from ace.cycle.analyze_run import analyze_run
from ace.cycle.promote import promote
from ace.report.show_names import unknown_name
from tests.ace.conftest import SmallRun


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("tools.retrieve-before-wbe", "rule `tools.retrieve-before-web`"),
        ("retrieve-before-web", "rule `tools.retrieve-before-web`"),
        ("ONE-LEVEL", "rule `hints.one-level-at-a-time`"),
    ],
)
def test_a_rule_nearly_named_is_meant(name: str, meant: str, small_run: SmallRun) -> None:
    assert unknown_name(small_run.session, name).endswith(f"did you mean {meant}?")


def test_runs_clusters_and_proposals_are_meant_too(copied_run: SmallRun) -> None:
    session, run = copied_run
    analysis = analyze_run(session, run, ())
    opened = promote(session, "hints.one-level-at-a-time").proposal
    name = run.record.run
    assert unknown_name(session, name.removeprefix("r-")[:12]).endswith(f"did you mean run `{name}`?")
    cluster = analysis.clusters[0]
    assert unknown_name(session, cluster.name[:30]).endswith(f"did you mean cluster `{cluster.id}`?")
    typo = opened.id[:10] + ("0" if opened.id[10] != "0" else "1") + opened.id[11]
    assert unknown_name(session, typo).endswith(f"did you mean proposal `{opened.id}`?")


def test_what_is_near_nothing_gets_the_listings(small_run: SmallRun) -> None:
    said = unknown_name(small_run.session, "qqqqqqqqqqqqqqq")
    assert "did you mean" not in said
    assert said.endswith("`ace diff` lists the proposals, `ace clusters` the clusters")


def test_a_rule_that_only_a_proposal_brings_is_told_with_it(warm_run: SmallRun) -> None:
    from ace.review.proposal_branches import list_proposals

    session = warm_run.session
    added = [one for one in list_proposals(session.workspace.repo, session.branch) if one.op == "add"]
    for one in added:
        assert f"proposal {one.id} brings it; see `ace show {one.id}`" in unknown_name(session, one.rule_id)
