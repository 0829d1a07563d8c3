"""Draft, check, judge and open, on a real repository."""

import json
from pathlib import Path

import pytest

from ace.cycle.judging.judgement import JudgeHooks
from ace.cycle.propose import ProposeHooks, propose
from ace.errors import AceError
from ace.playbook.run_tests import run_rule_tests
from ace.review.proposals import load_evidence
from ace.runs.run_record import load_run, write_record
from runtime.contracts.sample import Split
from runtime.rules.load_reviewed import load_reviewed
from tests.ace.building import commit_all, git, small_session
from tests.ace.conftest import SmallProposal, SmallRun

RULE = "playbooks/tutor/tools/retrieve-before-web.yaml"


def test_a_branch_of_one_commit_with_rule_test_and_evidence(small_proposal: SmallProposal) -> None:
    session, proposed, _ = small_proposal
    repo = session.workspace.repo
    (proposal,) = [item.proposal for item in proposed.opened if item.proposal is not None]
    assert git(repo, "rev-list", "--count", f"main..{proposal.branch}").strip() == "1"
    changed = git(repo, "diff", "--name-only", f"main..{proposal.branch}").split()
    assert changed == [f".ace/evidence/{proposal.id}.json", RULE.replace(".yaml", ".test.yaml"), RULE]
    merged = load_reviewed(repo, proposal.branch, "playbooks/tutor")
    assert all(result.ok for result in run_rule_tests(merged))
    record = load_evidence(repo, proposal.commit, proposal.id)
    assert (record.simulated, record.verdict) == (True, "promising")
    assert "simulated" in git(repo, "log", "-1", "--format=%B", proposal.branch)


def test_neither_tree_nor_index_nor_head_is_touched(small_proposal: SmallProposal, starter: Path) -> None:
    repo = small_proposal.session.workspace.repo
    assert git(repo, "status", "--porcelain", "--untracked-files=all", "--ignored") == ""
    assert git(repo, "symbolic-ref", "HEAD").strip() == "refs/heads/main"
    assert git(repo, "rev-list", "--count", "main").strip() == "1"
    assert git(repo, "ls-files", "-s") == git(starter, "ls-files", "-s")


def without_proposals(small: SmallRun) -> SmallRun:
    """Delete the open proposals' branches; the trial arms stay."""
    repo = small.session.workspace.repo
    for branch in git(repo, "for-each-ref", "--format=%(refname:short)", "refs/heads/ace").split():
        git(repo, "branch", "-q", "-D", branch)
    return small


def test_a_persons_staged_and_unstaged_work_stays(warm_run: SmallRun) -> None:
    session, run = without_proposals(warm_run)
    repo = session.workspace.repo
    (repo / "staged.txt").write_text("mine", encoding="utf-8")
    git(repo, "add", "staged.txt")
    (repo / RULE).write_text("half an edit", encoding="utf-8")
    before = (git(repo, "status", "--porcelain"), git(repo, "diff"), git(repo, "diff", "--cached"))
    proposed = propose(session, run, ProposeHooks())
    branch = next(item.proposal.branch for item in proposed.opened if item.proposal)
    assert (git(repo, "status", "--porcelain"), git(repo, "diff"), git(repo, "diff", "--cached")) == before
    assert "staged.txt" not in git(repo, "diff", "--name-only", f"main..{branch}")
    assert "half an edit" not in git(repo, "show", f"{branch}:{RULE}")


def test_a_second_time_opens_nothing_twice_and_runs_nothing(warm_run: SmallRun, small_proposal: SmallProposal) -> None:
    session, run = warm_run
    refs = git(session.workspace.repo, "for-each-ref")
    ran: list[str] = []
    hooks = ProposeHooks(judge=JudgeHooks(episode=lambda episode: ran.append(episode.header.episode)))
    again = propose(session, run, hooks)
    assert git(session.workspace.repo, "for-each-ref") == refs
    assert ran == []
    opened = {item.judgement.draft.rule_id for item in small_proposal.proposed.opened if item.proposal}
    assert {item.checked.draft.rule_id: item.reason for item in again.skipped} == dict.fromkeys(opened, "open already")
    first = {item.draft.rule_id: item.verdict for item in small_proposal.proposed.judgements}
    assert {item.draft.rule_id: item.verdict for item in again.judgements} == {
        rule: verdict for rule, verdict in first.items() if rule not in opened
    }


def test_a_dry_run_judges_and_writes_nothing_to_git(copied_run: SmallRun) -> None:
    session, run = copied_run
    refs = git(session.workspace.repo, "for-each-ref")
    told: list[int] = []
    proposed = propose(session, run, ProposeHooks(is_dry_run=True, drafted=lambda d: told.append(len(d.drafts))))
    assert told == [len(proposed.drafted.drafts)] == [3]
    assert (proposed.judgements, proposed.opened) == ((), ())
    assert git(session.workspace.repo, "for-each-ref") == refs
    assert not session.workspace.arms.exists()


def test_the_outcome_is_written_beside_the_run(small_proposal: SmallProposal) -> None:
    proposed = small_proposal.proposed
    value = json.loads((proposed.run.folder / "proposals.json").read_text(encoding="utf-8"))
    assert value == json.loads(json.dumps(proposed.to_json()))
    assert value["simulated"] is True
    assert len(value["proposals"]) == 1
    by_rule = {item["rule"]: item for item in value["drafts"]}
    best = by_rule["tools.retrieve-before-web"]
    assert (best["verdict"], best["branch"]) == ("promising", value["proposals"][0]["branch"])
    assert best["held_out"] is None, "too few held-out cases to confirm with"
    assert best["cost"]["model_calls"] > 0
    refused = by_rule["hints.one-level-at-a-time"]
    assert refused["branch"] is None
    assert "review.open" in refused["not_opened"]
    assert [item["reason"] for item in value["refused"]] != []


@pytest.mark.parametrize("split", ["sealed", "must_pass"])
def test_nothing_is_drafted_from_other_splits(copied_run: SmallRun, split: Split) -> None:
    run = copied_run.run
    write_record(run.folder, run.record.model_copy(update={"split": split}))
    with pytest.raises(AceError, match=f"ran {split} samples: rules are drafted from development samples only"):
        propose(copied_run.session, load_run(run.folder), ProposeHooks())


def test_a_run_under_other_rules_is_refused(copied_run: SmallRun) -> None:
    path = copied_run.session.workspace.repo / RULE
    path.write_text(path.read_text(encoding="utf-8").replace("priority: 40", "priority: 41"), encoding="utf-8")
    commit_all(copied_run.session.workspace.repo)
    with pytest.raises(AceError, match="under other rules than those on the reviewed branch now; run again"):
        propose(copied_run.session, copied_run.run, ProposeHooks())


def test_what_may_be_opened_is_respected(warm_run: SmallRun) -> None:
    run = without_proposals(warm_run).run
    session = small_session(warm_run.session.workspace.repo, review__open=("confirmed",))
    proposed = propose(session, run, ProposeHooks())
    assert proposed.judgements[0].verdict == "promising"
    assert git(session.workspace.repo, "for-each-ref", "refs/heads/ace") == ""


def test_an_imported_run_is_refused_for_what_it_is(copied_run: SmallRun) -> None:
    run = copied_run.run
    record = run.record.model_copy(update={"run": "r-import-1", "rules": {}})
    with pytest.raises(AceError, match=r"r-import-1 was imported: .* `ace analyze r-import-1`"):
        propose(copied_run.session, run._replace(record=record), ProposeHooks())


@pytest.mark.parametrize("log", ["{broken\n", "", None], ids=["damaged", "empty", "missing"])
def test_a_run_without_a_readable_episode_is_an_error_with_the_path(copied_run: SmallRun, log: str | None) -> None:
    path = copied_run.run.folder / "events.jsonl"
    path.unlink()
    if log is not None:
        path.write_text(log, encoding="utf-8")
    with pytest.raises(AceError, match="0 of 16 episodes could be read") as caught:
        propose(copied_run.session, load_run(copied_run.run.folder), ProposeHooks())
    assert str(caught.value).startswith(f"{path}: ")
