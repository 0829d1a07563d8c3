"""Hooks."""

import io

from ace.report.hooks import propose_hooks
from ace.report.progress import Progress
from tests.ace.conftest import SmallProposal


def test_the_check_is_summed_up_in_one_line(small_proposal: SmallProposal) -> None:
    stream = io.StringIO()
    hooks = propose_hooks(Progress(False, stream), is_dry_run=True)
    assert hooks.is_dry_run
    assert hooks.drafted is not None
    hooks.drafted(small_proposal.proposed.drafted)
    assert stream.getvalue() == "3 drafts pass the static check, 0 fail it; 1 cluster gave none\n"


def test_judging_reports_arms_and_episodes(small_proposal: SmallProposal) -> None:
    stream = io.StringIO()
    hooks = propose_hooks(Progress(False, stream), is_dry_run=False).judge
    assert hooks.arm is not None
    assert hooks.episode is not None
    hooks.arm("add a.b: after", 4)
    hooks.episode(small_proposal.proposed.run.episodes[0])
    hooks.arm("add a.c: after", 4)
    assert stream.getvalue().startswith("add a.b: after: 1 of 4 episodes run now")
