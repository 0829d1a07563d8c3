"""Why nothing was opened or drafted."""

from dataclasses import replace

import pytest

from ace.curator.checks.check import Check
from ace.curator.draft import Drafting, Refused
from ace.cycle.analyze_run import Analysis, analyze
from ace.cycle.before_judging import Skipped
from ace.cycle.draft_changes import CheckedDraft, Drafted
from ace.cycle.propose import Proposed
from ace.report.why_none import NO_CLUSTER, why_no_draft, why_none
from runtime.contracts.trace_event import Episode
from tests.ace.building import RETRIEVE, episode, web_episodes
from tests.ace.conftest import SmallProposal

NOTHING = Drafted((), Drafting(()))


def found(*episodes: Episode) -> Analysis:
    """Return the analysis of `episodes`."""
    return analyze(episodes, (), "major")


@pytest.mark.parametrize(
    ("analysis", "why"),
    [
        pytest.param(found(*web_episodes(2)), NO_CLUSTER, id="small clusters"),
        pytest.param(found(), "none of 0 episodes was finished", id="no episode"),
        pytest.param(
            found(episode("e1", RETRIEVE, ending="infrastructure_error")), "none of 1 episode was finished",
            id="none finished",
        ),
        pytest.param(found(*web_episodes()), "no draft could be made; the reasons are above", id="a large cluster"),
    ],
)  # fmt: skip
def test_why_no_draft(analysis: Analysis, why: str) -> None:
    assert why_no_draft(analysis) == why


def test_nothing_found_is_said_with_how_much_was_looked_at() -> None:
    assert why_no_draft(replace(found(*web_episodes(3)), clusters=())) == "nothing was found in 6 episodes"


def _with(made: SmallProposal, *checks: Check, **changes: object) -> Proposed:
    draft = made.proposed.drafted.drafts[0].draft
    drafted = Drafted((CheckedDraft(draft, checks),), Drafting((draft,)))
    nothing = replace(made.proposed, drafted=drafted, opened=(), judgements=(), skipped=())
    return replace(nothing, **changes)  # type: ignore[arg-type]


def test_drafts_that_came_to_nothing(small_proposal: SmallProposal) -> None:
    bad = _with(small_proposal, Check("id", False, "used"))
    assert why_none(bad) == "1 draft made, and none passed its checks"
    good = _with(small_proposal)
    assert why_none(good) == "it ended before a branch was written"
    skipped = Skipped(good.drafted.drafts[0], "open already")
    assert why_none(replace(good, skipped=(skipped,))) == "no draft was worth judging: open already"
    assert why_none(replace(good, is_dry_run=True)) == "a dry run opens none"
    refused = tuple(
        replace(small_proposal.proposed.opened[0], proposal=None, why_not=why) for why in ("a", "a", "b", "c")
    )
    assert why_none(replace(good, opened=refused)) == "a; b; 1 more reason above"


def test_no_draft_at_all(small_proposal: SmallProposal) -> None:
    few = replace(small_proposal.proposed, drafted=NOTHING, analysis=found(*web_episodes(2)), opened=())
    assert why_none(few) == NO_CLUSTER


def test_failures_of_rules_in_force_are_not_said_to_be_nothing() -> None:
    refused = (Refused("rule:a.b (8 failures)", "heuristic", "traces alone change no rule in force"),)
    said = "nothing was found but failures of rules in force; the reasons are above"
    assert why_no_draft(replace(found(*web_episodes(3)), clusters=()), refused) == said
