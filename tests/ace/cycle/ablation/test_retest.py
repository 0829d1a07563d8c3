"""Accepted rules left out again, from dates to a drafted deletion."""

from collections.abc import Callable
from pathlib import Path

from ace.cycle.ablation.ablate import AblateHooks
from ace.cycle.ablation.retest import ablate_due, deletion_drafts, due_retests
from ace.cycle.counted_ledger import counted_ledger
from ace.cycle.run_samples import RunRequest, run_samples
from tests.ace.conftest import SmallRun
from tests.ace.cycle.ablation.ablation_setup import HARM, ablation_session, accepted_long_ago
from tests.conftest import Ran


def test_what_does_harm_by_now_is_to_be_deleted(starter: Path, ace: Callable[..., Ran]) -> None:
    session = ablation_session(accepted_long_ago(starter, HARM))
    small = SmallRun(session, run_samples(session, RunRequest()))
    rules = small.session.playbook().rules
    assert [(one.rule.id, one.since.year) for one in due_retests(small.session, rules)] == [(HARM, 2020)]
    assert deletion_drafts(small.session, rules) == ()
    again = ablate_due(small.session, small.run, AblateHooks())
    assert again.retested is not None
    (draft,) = again.retested.deletions
    assert (draft.draft.op, draft.draft.rule_id, draft.is_sound) == ("delete", HARM, True)
    assert "reverse e-value" in draft.draft.rationale
    # It is noted, so it is not done again, and what was found stays to be proposed.
    (noted,) = counted_ledger(small.session).retests.values()
    assert (noted.rule, noted.word, noted.e_without >= 20) == (HARM, "harmful", True)
    assert due_retests(small.session, rules) == ()
    assert deletion_drafts(small.session, rules) == (draft,)
    said = ace("ablate", "--due", "-C", str(starter), "-q")
    assert (said.code, "no rule is due, of 1 that proposals brought" in said.out) == (0, True)


def test_what_is_left_out_cannot_be_chosen_beside_due(starter: Path, ace: Callable[..., Ran]) -> None:
    assert ace("ablate", "--due", "--rules", HARM, "-C", str(starter)).code == 64
