"""Types that carry drafts."""

from ace.curator.draft import Drafting


def test_drafting_that_made_nothing_cost_nothing() -> None:
    drafting = Drafting(())
    assert (drafting.refused, drafting.model_calls, drafting.cost_usd, drafting.seconds) == ((), 0, 0.0, 0.0)
