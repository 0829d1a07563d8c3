"""Two rules that say the same, from a draft to a merged branch and back, on a real repository."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from ace.curator.checks.check import Check
from ace.curator.draft import Draft, Drafting
from ace.cycle.before_judging import Skipped, worth_judging
from ace.cycle.draft_changes import CheckedDraft, Drafted
from ace.cycle.judge_drafts import judge_drafts
from ace.cycle.judging.apply_draft import apply_draft
from ace.cycle.judging.judgement import JudgeHooks, Judgement
from ace.cycle.open_proposals import open_proposals, verdict_forbids
from ace.cycle.proposal_files import ProposalContext, changed_files
from ace.cycle.proposal_record import evidence_record
from ace.cycle.run_samples import RunRequest, run_samples
from ace.playbook.merge_fields import merged_fields
from ace.playbook.write_rule import dump_rule
from ace.report.text import proposed_text
from ace.review.git_plumbing import Identity, commit_files
from ace.runs.run_record import load_run
from runtime.contracts.errors import RuleError
from runtime.contracts.rule import Effect, Rule, Verdict
from runtime.contracts.trace_event import ControllerInfo
from runtime.rules.load_reviewed import injectable
from runtime.rules.read_rule import parse_rule
from tests.ace.building import commit_all, git, rule, small_session, starter_repository
from tests.ace.conftest import SmallProposal
from tests.conftest import Ran
from tests.made_once import made_once

KEPT, GONE = "tools.retrieve-before-web", "tools.look-it-up-first"
KEPT_PATH = "playbooks/tutor/tools/retrieve-before-web.yaml"
GONE_PATH = "playbooks/tutor/tools/look-it-up-first.yaml"
DUPLICATE = rule(
    GONE,
    title="Look it up first",
    text="Before `web_browser`, call `retrieve`.\n",
    evidence=({"cluster": "c-9999", "failures": 4, "samples": 3},),
)


class Made(NamedTuple):
    """A repository with two rules that say the same, and the merge of one into the other, judged."""

    context: ProposalContext
    checked: CheckedDraft
    judgement: Judgement

    @property
    def repo(self) -> Path:
        """The repository."""
        return self.context.session.workspace.repo


def merge_of(kept: Rule, gone: Rule) -> Draft:
    """Return the draft of a merge."""
    after = kept.model_copy(update=merged_fields(kept, [gone]) | {"modified": "2026-11-30"})
    return Draft("merge", kept.id, kept, after, None, None, "They say the same.", "heuristic", (gone,))


@pytest.fixture(scope="session")
def made_template(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The merge, judged on 16 cases. Look, do not change; `made` is for changing."""
    repo, (checked, judgement, info) = made_once(tmp_path_factory, "merge", _make)
    return Made(_context(repo, info), checked, judgement)


@pytest.fixture
def made(made_template: Made, tmp_path: Path) -> Made:
    """The merge, judged on 16 cases, in a repository of one's own."""
    repo = Path(shutil.copytree(made_template.repo, tmp_path / "repo", symlinks=True))
    return made_template._replace(context=_context(repo, made_template.context.controller))


def _make(repo: Path) -> tuple[CheckedDraft, Judgement, ControllerInfo]:
    starter_repository(repo)
    (repo / GONE_PATH).write_bytes(dump_rule(DUPLICATE))
    commit_all(repo)
    session = small_session(repo, review__tidy_cases=16)
    run, playbook = run_samples(session, RunRequest()), session.playbook()
    rules = injectable(playbook, "tutor")
    kept, gone = (next(one for one in rules if one.id == name) for name in (KEPT, GONE))
    checked = CheckedDraft(merge_of(kept, gone), (Check("duplicates", True, "they say the same", "0.97 alike"),))
    assert worth_judging(session, playbook, [checked]) == ((checked,), ())
    (judgement,), info = judge_drafts(session, run, rules, (checked,), JudgeHooks())
    return checked, judgement, info


def _context(repo: Path, info: ControllerInfo) -> ProposalContext:
    session = small_session(repo, review__tidy_cases=16)
    return ProposalContext(session, load_run(session.workspace.run_folder("latest")), session.playbook(), info)


def test_a_merge_takes_the_other_rule_out_of_the_prompt() -> None:
    draft = merge_of(rule("a.kept"), rule("a.gone"))
    assert [one.id for one in apply_draft((rule("a.gone"), rule("a.kept"), rule("a.other")), draft)] == [
        "a.kept",
        "a.other",
    ]


def test_from_a_draft_to_a_merged_branch_and_back(made: Made, ace: Callable[..., Ran]) -> None:
    assert (made.judgement.verdict, made.judgement.target) == ("no effect", "")
    (opened,) = open_proposals(made.context, (made.judgement,))
    assert opened.proposal is not None, opened.why_not
    branch, at = opened.proposal.branch, ("--repo", str(made.repo))
    assert worth_judging(made.context.session, made.context.playbook, [made.checked])[1][0].reason == "open already"

    shown = ace("diff", *at)
    assert f"- {GONE}    {GONE_PATH}     merged into {KEPT}" in shown.out
    assert "Plan: 0 to add, 1 to change, 1 to delete (1 merged into another rule)." in shown.out
    assert "problem" not in shown.out
    assert f"merge   {GONE} into {KEPT}  {branch}  no effect, simulated" in ace("status", *at).out
    assert f'"merges": ["{GONE}"]' in json.dumps(ace("status", "--json", *at).json["open"])
    text = ace("show", opened.proposal.id, *at).out
    assert "\nVerdict: no effect, and a merge should have none (simulated: " in text
    assert git(made.repo, "log", "-1", "--format=%s%n%(trailers:key=ACE-Merged)", branch).split("\n")[:2] == [
        f"ace: merge {KEPT}",
        f"ACE-Merged: {GONE}",
    ]

    git(made.repo, "merge", "-q", "--no-ff", "--no-edit", branch)
    assert not (made.repo / GONE_PATH).exists()
    assert ace("lint", *at).code == 0
    assert "open      0\nmerged    1" in ace("status", *at).out
    assert f"{KEPT} replaces it; see `ace show {KEPT}`" in ace("show", GONE, *at).err
    assert f"ace: merge {KEPT}" in ace("show", KEPT, *at).out

    git(made.repo, "revert", "--no-edit", "-m1", "HEAD")
    assert parse_rule((made.repo / GONE_PATH).read_bytes(), GONE_PATH) == DUPLICATE
    assert ace("lint", *at).code == 0
    assert "merged    0" in ace("status", *at).out


def test_the_record_and_the_files_are_of_both_rules(made: Made) -> None:
    record = evidence_record(made.context, made.judgement, "0" * 12)
    assert (record.op, record.rule_id, record.merged, record.cluster) == ("merge", KEPT, (GONE,), None)
    assert record.prompt_tokens.after < record.prompt_tokens.before
    changes = changed_files(made.context, made.judgement)
    assert set(changes) == {KEPT_PATH, GONE_PATH}
    data = changes[KEPT_PATH]
    assert data is not None
    assert changes[GONE_PATH] is None
    written = parse_rule(data, KEPT_PATH)
    assert (written.evidence, [link.id for link in written.related]) == (DUPLICATE.evidence, [GONE])


EFFECT = Effect(
    metric="success", stage="held-out", n=400, before=0.6, after=0.7, verdict="confirmed", controller="openai/x"
)


@pytest.mark.parametrize("text", ["Call `retrieve` before you call `web_browser`.\n", "Look it up.\n"])
def test_a_rule_that_reads_as_before_keeps_its_own_effect(made: Made, text: str) -> None:
    draft = made.checked.draft
    assert draft.before is not None
    assert draft.after is not None
    kept = draft.before.model_copy(update={"effect": EFFECT})
    (made.repo / KEPT_PATH).write_bytes(dump_rule(kept))
    commit_all(made.repo)
    after = draft.after.model_copy(update={"effect": EFFECT, "text": text})
    judgement = replace(made.judgement, checked=replace(made.checked, draft=replace(draft, before=kept, after=after)))
    data = changed_files(replace(made.context, playbook=made.context.session.playbook()), judgement)[KEPT_PATH]
    assert data is not None
    effect = parse_rule(data, KEPT_PATH).effect
    assert effect is not None
    assert effect.verdict == ("confirmed" if text == kept.text else "no effect")


def test_a_draft_that_loses_evidence_is_not_written(made: Made) -> None:
    draft = made.checked.draft
    assert draft.after is not None
    lossy = replace(draft, after=draft.after.model_copy(update={"evidence": ()}))
    judgement = replace(made.judgement, checked=replace(made.checked, draft=lossy))
    with pytest.raises(RuleError, match="`evidence` is not that of all its rules"):
        changed_files(made.context, judgement)


def test_a_rule_in_an_open_merge_is_in_no_other_proposal(made: Made) -> None:
    (opened,) = open_proposals(made.context, (made.judgement,))
    assert opened.proposal is not None
    gone = made.checked.draft.merged[0]
    other = Draft("edit", GONE, gone, gone.model_copy(update={"text": "Otherwise.\n"}), None, None, "", "heuristic")
    ((skipped,),) = worth_judging(made.context.session, made.context.playbook, [replace(made.checked, draft=other)])[1:]
    assert skipped.reason == f"{opened.proposal.branch} already proposes a change to this rule"
    judged = replace(made.judgement, verdict="promising", checked=replace(made.checked, draft=other))
    (refused,) = open_proposals(made.context, (judged,))
    assert (refused.proposal, refused.why_not) == (None, skipped.reason)


def test_an_edit_of_what_a_merge_takes_away_is_a_conflict(made: Made, ace: Callable[..., Ran]) -> None:
    (opened,) = open_proposals(made.context, (made.judgement,))
    assert opened.proposal is not None
    edited = dump_rule(DUPLICATE.model_copy(update={"text": "Otherwise.\n"}))
    base = git(made.repo, "rev-parse", "main").strip()
    commit = commit_files(made.repo, base, {GONE_PATH: edited}, "by a person", Identity("p", "p@example.org"))
    git(made.repo, "update-ref", "refs/heads/main", commit)
    shown = ace("diff", "--exit-code", "--repo", str(made.repo))
    assert (shown.code, "conflict  cannot be merged with main" in shown.out) == (4, True)


@pytest.mark.parametrize(
    ("verdict", "review", "why"),
    [
        pytest.param("no effect", {}, "", id="no effect"),
        pytest.param("insufficient evidence", {}, "", id="nothing shown"),
        pytest.param("harmful", {}, "`review.open` does not allow 'harmful'", id="harmful"),
        pytest.param("undecided: infrastructure", {}, "does not allow 'undecided", id="not measured"),
        pytest.param("no effect", {"tidy": False}, "`review.open` does not allow 'no effect'", id="switched off"),
        pytest.param("no effect", {"tidy_cases": 17}, "`review.tidy_cases` asks for 17 cases, and 16", id="too few"),
    ],
)
def test_tidying_needs_no_improvement_but_enough_cases(
    made: Made, verdict: Verdict, review: dict[str, object], why: str
) -> None:
    settings = made.context.session.settings.review.model_copy(update=review)
    judgement = replace(made.judgement, verdict=verdict)
    found = verdict_forbids(judgement, settings)
    assert why in found
    assert bool(found) is bool(why)


def test_tidying_whose_judging_a_ceiling_ended_is_not_opened(made: Made) -> None:
    settings = made.context.session.settings.review
    stopped = replace(made.judgement, verdict="insufficient evidence", stopped="9 model calls (gate.max_calls)")
    assert verdict_forbids(replace(stopped, stopped=""), settings) == ""
    assert "does not allow 'insufficient evidence'" in verdict_forbids(stopped, settings)


@pytest.mark.parametrize(("op", "is_opened"), [("delete", True), ("edit", False)])
def test_a_deletion_that_answers_no_failure_is_tidying_and_an_edit_is_not(made: Made, op: str, is_opened: bool) -> None:
    gone = made.checked.draft.merged[0]
    after = None if op == "delete" else gone.model_copy(update={"text": "Otherwise.\n"})
    draft = Draft("delete" if after is None else "edit", GONE, gone, after, None, None, "Silent.", "heuristic")
    (opened,) = open_proposals(made.context, (replace(made.judgement, checked=replace(made.checked, draft=draft)),))
    assert (opened.proposal is not None) is is_opened


def test_what_propose_says_of_a_merge(made: Made, small_proposal: SmallProposal) -> None:
    opened = open_proposals(made.context, (made.judgement,))
    assert opened[0].proposal is not None
    drafted = Drafted((made.checked,), Drafting((made.checked.draft,)))
    proposed = replace(small_proposal.proposed, drafted=drafted, judgements=(made.judgement,), opened=opened)
    value = json.dumps(proposed.to_json())
    assert value.count(f'"op": "merge", "rule": "{KEPT}", "merges": ["{GONE}"]') == 2
    first = proposed_text(proposed).splitlines()[0]
    assert first.startswith(f"{opened[0].proposal.branch}: merge {GONE} into {KEPT}: no effect, simulated; development")
    assert first.endswith("n 16 (16 cases)"), "no failure is answered, so no rate of one is shown"
    assert json.dumps(replace(proposed, opened=(), skipped=(Skipped(made.checked, "full"),)).to_json()).count(GONE) > 1
