"""The files of a proposal."""

from dataclasses import replace

import pytest

from ace.curator.draft import Draft
from ace.cycle.judging.judgement import Judgement
from ace.cycle.proposal_files import ProposalContext, changed_files, effect_of
from ace.playbook.run_tests import run_rule_test
from ace.review.tree_diff import is_rule_file
from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.contracts.rule import RuleCase, RuleTest
from runtime.contracts.trace_event import ControllerInfo
from runtime.rules.read_rule import parse_rule, parse_rule_test
from tests.ace.conftest import SmallProposal

WEB_FILE = "playbooks/tutor/tools/retrieve-before-web.yaml"
WEB_TEST = "playbooks/tutor/tools/retrieve-before-web.test.yaml"
HINT_FILE = "playbooks/tutor/hints/one-level-at-a-time.yaml"
HINT_TEST = "playbooks/tutor/hints/one-level-at-a-time.test.yaml"
REAL = ControllerInfo("openai", "m", simulated=False)


@pytest.fixture
def context(small_proposal: SmallProposal) -> ProposalContext:
    """The small proposal's context; nothing is written."""
    session, proposed, _ = small_proposal
    return ProposalContext(session, proposed.run, session.playbook(), REAL)


def judgement_of(small: SmallProposal, rule_id: str) -> Judgement:
    """Return the judgement of a rule's draft."""
    return next(item for item in small.proposed.judgements if item.draft.rule_id == rule_id)


def drawn(judgement: Judgement, **changes: object) -> Judgement:
    """Return the judgement of a changed draft."""
    draft: Draft = replace(judgement.draft, **changes)  # type: ignore[arg-type]
    return replace(judgement, checked=replace(judgement.checked, draft=draft))


def test_an_edit_changes_the_rule_and_brings_a_test(context: ProposalContext, small_proposal: SmallProposal) -> None:
    judgement = judgement_of(small_proposal, "tools.retrieve-before-web")
    changes = changed_files(context, judgement)
    assert set(changes) == {WEB_FILE, WEB_TEST}
    data, test = changes[WEB_FILE], changes[WEB_TEST]
    assert data is not None
    assert test is not None
    made = parse_rule(data, WEB_FILE)
    assert made.when == 'action.name == "web_browser"'
    assert made.effect == effect_of(judgement, REAL, simulated=True), "its failures are of a simulated run"
    before = context.playbook.find(made.id)
    assert before is not None
    assert (made.title, made.created, made.authors) == (before.rule.title, before.rule.created, before.rule.authors)
    results = list(run_rule_test(made, parse_rule_test(test, WEB_TEST), TUTOR_CONTEXT))
    assert [result.ok for result in results] == [True, True]


def test_a_gate_leaves_the_test_people_wrote_as_it_is(context: ProposalContext, small_proposal: SmallProposal) -> None:
    judgement = judgement_of(small_proposal, "hints.one-level-at-a-time")
    assert judgement.draft.test is not None
    changes = changed_files(context, judgement)
    assert set(changes) == {HINT_FILE}
    data = changes[HINT_FILE]
    assert data is not None
    assert parse_rule(data, HINT_FILE).enforce == "gate"


def test_another_condition_keeps_the_cases_that_still_hold(
    context: ProposalContext, small_proposal: SmallProposal
) -> None:
    judgement = judgement_of(small_proposal, "hints.one-level-at-a-time")
    assert judgement.draft.after is not None
    tighter = judgement.draft.after.model_copy(update={"require": "action.hint_level <= 1"})
    new = RuleTest(
        violates=(RuleCase(action={"kind": "HINT", "hint_level": 2}),),
        complies=(RuleCase(action={"kind": "HINT", "hint_level": 1}),),
    )
    data = changed_files(context, drawn(judgement, after=tighter, test=new))[HINT_TEST]
    assert data is not None
    written = parse_rule_test(data, HINT_TEST)
    old = context.playbook.find(judgement.draft.rule_id)
    assert old is not None
    assert old.test is not None
    assert set(map(str, old.test.violates)) | set(map(str, new.violates)) == set(map(str, written.violates))
    assert set(map(str, old.test.complies)) <= set(map(str, written.complies))
    assert all(result.ok for result in run_rule_test(tighter, written, TUTOR_CONTEXT))


def test_a_deletion_takes_the_test_along(context: ProposalContext, small_proposal: SmallProposal) -> None:
    file = context.playbook.find("hints.one-level-at-a-time")
    assert file is not None
    judgement = judgement_of(small_proposal, file.rule.id)
    gone = drawn(judgement, op="delete", before=file.rule, after=None, test=None)
    assert changed_files(context, gone) == {HINT_FILE: None, HINT_TEST: None}


def test_an_addition_is_one_rule_file(context: ProposalContext, small_proposal: SmallProposal) -> None:
    judgement = judgement_of(small_proposal, "pedagogy.say-something-new")
    changes = changed_files(context, judgement)
    assert [path for path in changes if is_rule_file(path)] == ["playbooks/tutor/pedagogy/say-something-new.yaml"]
    assert len(changes) == 2


def test_the_effect_is_the_held_out_one_where_there_is_one(wide_proposal: SmallProposal) -> None:
    judgement = judgement_of(wide_proposal, "tools.retrieve-before-web")
    assert judgement.held_out is not None
    effect = effect_of(judgement, REAL, simulated=False)
    assert (effect.stage, effect.n, effect.p_value) == ("held-out", judgement.held_out.n, None)
    assert effect.e_value == pytest.approx(judgement.e_value, rel=1e-3)
    development = effect_of(replace(judgement, held_out=None, e_value=None), REAL, simulated=False)
    assert (development.stage, development.n, development.e_value) == ("development", 16, None)
    assert development.p_value == pytest.approx(judgement.p_value, rel=1e-3)
    assert (effect.simulated, effect.controller) == (False, "openai/m")
