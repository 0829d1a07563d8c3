"""A new proposal beside those that are open."""

from pathlib import Path

import pytest

from ace.cycle.proposal_conflicts import CHECK_NAME, OpenRule, check_beside_open, open_rules
from ace.cycle.proposal_files import ProposalContext
from ace.cycle.proposal_ranking import OpenOne
from ace.review.proposals import load_evidence
from runtime.contracts.rule import Rule
from tests.ace.conftest import SmallRun
from tests.ace.cycle.one_proposal import make_repository, opened
from tests.ace.review.playbook_repository import GREETING_PATH, RULE_ID, make_evidence


def _rule(name: str, when: str, require: str) -> Rule:
    fields = {"schema": 1, "id": name, "title": "A rule", "agent": "tutor", "text": "Do so.", "when": when}
    return Rule.model_validate(fields | {"require": require})


NEVER_HINT = _rule("a.never-hint", "true", 'action.kind != "HINT"')
ONLY_HINT = _rule("a.only-hint", "true", 'action.kind == "HINT"')
NO_WEB = _rule("a.no-web", 'action.name == "web_browser"', "false")


@pytest.fixture
def context(small_run: SmallRun) -> ProposalContext:
    """Recorded decisions of the shipped agent."""
    info = small_run.run.episodes[0].header.controller
    return ProposalContext(small_run.session, small_run.run, small_run.session.playbook(), info)


def test_two_that_leave_nothing_to_do_are_named(context: ProposalContext) -> None:
    check = check_beside_open(context, NEVER_HINT, [OpenRule("ace/p/1", NO_WEB), OpenRule("ace/p/2", ONLY_HINT)])
    assert check is not None
    assert (check.name, check.ok) == (CHECK_NAME, False)
    assert check.detail.startswith("with ace/p/2: a.never-hint and a.only-hint together forbid all")
    assert "ace/p/1" not in check.detail


def test_two_that_get_on_are_fine(context: ProposalContext) -> None:
    check = check_beside_open(context, NEVER_HINT, [OpenRule("ace/p/1", NO_WEB)])
    assert check is not None
    assert check.ok


@pytest.mark.parametrize(
    ("after", "beside"),
    [
        pytest.param(None, [OpenRule("ace/p/1", NO_WEB)], id="a deletion"),
        pytest.param(NO_WEB, [], id="nothing open"),
        pytest.param(NO_WEB, [OpenRule("ace/p/1", NO_WEB)], id="the same rule"),
        pytest.param(NO_WEB.model_copy(update={"require": None}), [OpenRule("b", NEVER_HINT)], id="no condition"),
    ],
)
def test_there_may_be_nothing_to_compare(context: ProposalContext, after: Rule | None, beside: list[OpenRule]) -> None:
    assert check_beside_open(context, after, beside) is None


def test_the_rules_of_open_proposals_are_read_from_their_commits(tmp_path: Path) -> None:
    repository = make_repository(tmp_path)
    base = repository.git("rev-parse", "main")
    edit = opened(repository, make_evidence(base))
    deletion = opened(repository, make_evidence(base, "delete"), {GREETING_PATH: None})
    both = [OpenOne(one, load_evidence(repository.path, one.commit, one.id)) for one in (edit, deletion)]
    (found,) = open_rules(repository.path, both)
    assert (found.branch, found.rule.id, found.rule.require) == (edit.branch, RULE_ID, "state.retrieval.queried")
