"""`ace diff --format markdown`."""

import re

import pytest

from ace.review.body import BODY_LIMIT
from ace.review.build_diff import build_diff
from ace.review.diff_model import RuleChange, compare_rules
from ace.review.fingerprint import fingerprint, proposal_id
from ace.review.proposal_branches import Proposal
from ace.review.proposals import open_proposal
from ace.review.render_diff import DiffOptions
from ace.review.render_markdown import render_markdown
from ace.review.report import DiffItem, DiffReport
from runtime.contracts.rule import Rule
from runtime.rules.read_rule import parse_rule
from tests.ace.review.playbook_repository import BOT, GATED, MERGE, NEW_RULE, RULE_PATH, Repository, make_evidence


@pytest.fixture
def report(repository: Repository) -> DiffReport:
    """One open proposal on simulated figures."""
    evidence = make_evidence(repository.git("rev-parse", "main"), simulated=True)
    open_proposal(repository.path, "main", {RULE_PATH: NEW_RULE}, evidence, BOT)
    return build_diff(repository.path, None, "playbooks/tutor")


def test_a_comment_holds_the_plan_the_change_and_the_figures(report: DiffReport) -> None:
    text = render_markdown(report, DiffOptions(traces=True))
    assert text.startswith(
        f"Base `main` at `{report.base_commit[:7]}` (fresh). Plan: 0 to add, 1 to change, 0 to delete."
    )
    assert "### ~ `tools.retrieve-before-web`\n\nBranch `ace/p/" in text
    assert "\n\n`playbooks/tutor/tools/retrieve-before-web.yaml`\n\n```text\ntext      Call" in text
    assert "**Verdict: confirmed (simulated: " in text
    assert text.index("**Verdict") < text.index("```text") < text.index("| held-out") < text.index("<details>")
    assert "| held-out | success " in text
    assert '"I looked it up on the web."' in text


def test_options_leave_out_what_was_not_asked_for(report: DiffReport) -> None:
    assert "I looked it up" not in render_markdown(report)
    without = render_markdown(report, DiffOptions(evaluation=False))
    assert "held-out" not in without
    assert "{+state.retrieval.queried+}" in without
    short = render_markdown(report, DiffOptions(stat=True))
    assert "- ~ `tools.retrieve-before-web`   `ace/p/" in short
    assert "{+" not in short


def test_a_long_report_names_what_does_not_fit(report: DiffReport) -> None:
    long = DiffReport("main", "a" * 40, True, report.items * 60)
    text = render_markdown(long)
    assert len(text) < BODY_LIMIT
    assert text.count("ace/p/") >= 60
    assert text.count("### ~ ") == 60, "evidence is cut before any change"
    assert 0 < text.count("<details>") < 60
    assert text.count("is left out here for length") + text.count("are left out here for length") > 0


def test_a_very_long_report_keeps_a_line_for_each_and_says_how_many_it_leaves_out(report: DiffReport) -> None:
    some = render_markdown(DiffReport("main", "a" * 40, True, report.items * 300))
    assert len(some) < BODY_LIMIT
    assert some.count("`ace/p/") == 300
    many = render_markdown(DiffReport("main", "a" * 40, True, report.items * 3000))
    assert len(many) < BODY_LIMIT
    assert re.search(r"\nAnd (\d+) more, too many for one comment; `ace diff --stat` lists them\.\n$", many)


@pytest.mark.parametrize(
    "hostile",
    ["```\n# forged\n@team #12 <img src=x>", "x ````` y", "~~~", "<!-- -->", "https://evil.example", "\u202e\x1b[2J"],
)
def test_foreign_text_stays_in_its_fence(hostile: str) -> None:
    rule = Rule.model_validate(
        {"schema": 1, "id": "a.b", "title": "Title", "agent": "tutor", "text": f"See: {hostile}"}
    )
    change = RuleChange("added", "a.b", "p/a/b.yaml", None, rule, compare_rules(None, rule))
    text = render_markdown(DiffReport("main", "a" * 40, True, (DiffItem(None, (change,)),)))
    fence = re.search(r"^(`{3,})text\n(.*?)\n\1$", text, re.DOTALL | re.MULTILINE)
    assert fence is not None
    longest = max((len(run) for run in re.findall("`+", fence[2])), default=0)
    assert len(fence[1]) > longest
    outside = text.replace(fence[0], "")
    assert not {"forged", "img", "evil", "@team"} & set(re.findall(r"forged|img|evil|@team", outside))
    assert not re.search("[\x1b\u202e]", text)


def test_what_was_not_verified_says_so_in_every_length(report: DiffReport) -> None:
    problems = tuple(f"problem {number}" for number in range(5))
    item = DiffItem(report.items[0].proposal, report.items[0].changes, report.items[0].evidence, problems=problems)
    both = DiffReport("main", "a" * 40, True, (item,))
    assert "Verdict: unverified (says confirmed) (simulated: " in render_markdown(both)
    short = render_markdown(both, DiffOptions(stat=True))
    assert "   unverified (says confirmed)   simulated   **problem** problem 0   " in short
    assert short.endswith("and 2 more\n")


def test_foreign_text_cannot_break_out_of_its_code() -> None:
    proposal = Proposal("x", "ace/p/`@team`", "c" * 40, problem="p")
    text = render_markdown(DiffReport("main", "a" * 40, True, (DiffItem(proposal, problems=("see @team <b>",)),)))
    assert "Branch `ace/p/'\\x40team'`" in text
    assert "- **problem** see \\x40team \\x3cb>" in text


@pytest.mark.parametrize("options", [DiffOptions(), DiffOptions(stat=True), DiffOptions(evaluation=False)])
def test_a_merge_is_one_item(repository: Repository, options: DiffOptions) -> None:
    evidence = make_evidence(repository.git("rev-parse", "main"), "merge")
    open_proposal(repository.path, "main", MERGE, evidence, BOT)
    text = render_markdown(build_diff(repository.path, None, "playbooks/tutor"), options)
    assert "- `misc.old-greeting` (merged into `tools.retrieve-before-web`)" in text
    assert "1 to delete (1 merged into another rule)" in text
    assert text.count("Greet the student by name.") == (0 if options.stat else 1)


def test_a_promotion_is_said_in_words(repository: Repository) -> None:
    repository.commit(**{RULE_PATH: NEW_RULE})
    rule = parse_rule(GATED, RULE_PATH)
    mark = proposal_id(fingerprint("edit", rule.id, rule))
    evidence = make_evidence(repository.git("rev-parse", "main"), proposal=mark)
    open_proposal(repository.path, "main", {RULE_PATH: GATED}, evidence, BOT)
    text = render_markdown(build_diff(repository.path, None, "playbooks/tutor"))
    assert "### ^ `tools.retrieve-before-web` (promotes to a gate)" in text
    assert "\nPromotes to a gate: code stops a decision that violates the rule, where the prompt only asked.\n" in text
