"""`ace show`."""

from ace.review.body import render_body
from ace.review.build_diff import build_diff
from ace.review.proposals import open_proposal
from ace.review.report import DiffItem
from ace.review.show import render_proposal
from runtime.rules.read_rule import parse_rule
from tests.ace.review.playbook_repository import BOT, MERGE, NEW_RULE, OLD_RULE, RULE_PATH, Repository, make_evidence


def test_it_shows_the_text_that_the_commit_carries(repository: Repository) -> None:
    evidence = make_evidence(repository.git("rev-parse", "main"))
    proposal = open_proposal(repository.path, "main", {RULE_PATH: NEW_RULE}, evidence, BOT)
    text = render_proposal(build_diff(repository.path, None, "playbooks/tutor", proposal.id).items[0])
    body = render_body(evidence, parse_rule(OLD_RULE, RULE_PATH), parse_rule(NEW_RULE, RULE_PATH))
    assert text.startswith(
        f"proposal  {proposal.id} (open)\nbranch    {proposal.branch}\ncommit    {proposal.commit}\n"
    )
    assert text.endswith(body + "\n")
    assert body in repository.git("log", "-1", "--format=%B", proposal.branch)


def test_a_problem_is_shown_before_anything_else() -> None:
    assert render_proposal(DiffItem(None, problems=("bad\x1b",))) == "problem   bad\\x1b\n\n"


def test_a_merge_is_shown_once_with_what_goes(repository: Repository) -> None:
    evidence = make_evidence(repository.git("rev-parse", "main"), "merge", cluster=None, verdict="no effect")
    proposal = open_proposal(repository.path, "main", MERGE, evidence, BOT)
    text = render_proposal(build_diff(repository.path, None, "playbooks/tutor", proposal.id).items[0])
    assert "\nVerdict: no effect, and a merge should have none.\n" in text
    assert text.count("Greet the student by name.") == 1
    assert "Also deleted" not in text
    assert "problem" not in text
