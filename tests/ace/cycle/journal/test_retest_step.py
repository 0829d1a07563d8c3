"""A cycle leaves out again what is due, and proposes to delete what does harm."""

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from ace.curator.draft import Draft, Drafting
from ace.cycle.ablation.ablate import AblateHooks
from ace.cycle.counted_ledger import counted_ledger
from ace.cycle.draft_changes import CheckedDraft, Drafted
from ace.cycle.journal import last_cycles
from ace.cycle.journal.cycle_outcome import CycleOutcome
from ace.cycle.journal.cycle_steps import CycleHooks, CycleRequest
from ace.cycle.journal.retest_step import CycleRetest, retest_due, with_deletions
from ace.cycle.judging.judgement import JudgeHooks
from ace.cycle.run_cycle import run_cycle
from ace.cycle.run_samples import RunRequest, run_samples
from runtime.contracts.json_types import as_object
from runtime.contracts.trace_event import Episode
from tests.ace.building import commit_all, git
from tests.ace.cycle.ablation.ablation_setup import HARM, NEVER, ablation_session, accepted_long_ago
from tests.conftest import Ran

GATE = "gate: {trials: 1, sealed: false, control: false, must_pass_limit: 2}\n"


class Killed(BaseException):
    """The process is gone: nothing of it may clean up."""


class Whole(NamedTuple):
    """A cycle that was left alone: its repository, how it ended, and the episodes run for re-test and judging."""

    repo: Path
    outcome: CycleOutcome
    judged: tuple[Episode, ...]


@pytest.fixture(scope="module")
def due_template(starter_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with a rule that does harm and one that never speaks, both accepted in 2020. Not to be changed."""
    repo = Path(shutil.copytree(starter_template, tmp_path_factory.mktemp("due") / "repo"))
    return accepted_long_ago(repo, HARM, NEVER, more=GATE)


@pytest.fixture
def due(due_template: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(due_template, tmp_path / "due"))


@pytest.fixture(scope="module")
def whole(due_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """A cycle on such a repository. Look, do not change."""
    repo = Path(shutil.copytree(due_template, tmp_path_factory.mktemp("whole") / "repo"))
    judged: list[Episode] = []
    hooks = CycleHooks(judge=JudgeHooks(episode=judged.append))
    return Whole(repo, run_cycle(ablation_session(repo), CycleRequest(hooks=hooks)), tuple(judged))


def proposals(repo: Path) -> list[str]:
    """Return the branches of proposals."""
    return git(repo, "for-each-ref", "--format=%(refname:short)", "refs/heads/ace/p").split()


def retested(repo: Path) -> list[tuple[str, str]]:
    """Return rule and word of each re-test in the ledger."""
    return sorted((one.rule, one.word) for one in counted_ledger(ablation_session(repo)).retests.values())


def test_what_does_harm_becomes_a_proposal_to_delete_it(due: Path, ace: Callable[..., Ran]) -> None:
    plan = ace("plan", "-C", str(due), "--json").json
    assert plan["due"] == [HARM, NEVER]
    stages = plan["stages"]
    assert isinstance(stages, list)
    assert [one["episodes_once"] for one in stages if one["name"] == "re-test"] == [48]
    said = ace("cycle", "-C", str(due))
    assert said.code == 2, said.err
    assert "2 rules re-tested (1 harmful)" in said.out.splitlines()[-1]
    assert f"left out again: {HARM}: harmful; 10 cases better without it, 0 worse, of 24" in said.out
    assert retested(due) == [(HARM, "harmful"), (NEVER, "silent")]
    (branch,) = proposals(due)
    body = git(due, "log", "-1", "--format=%B", branch)
    assert f"ace: delete {HARM}" in body
    assert "Left out again, the rule does harm by now" in body
    assert "10 cases better and 0 worse, of 24; reverse e-value 186" in body
    assert git(due, "diff", "--name-status", f"main..{branch}", "--", "playbooks").split() == [
        "D",
        "playbooks/tutor/ab/harm.yaml",
    ]
    status = ace("status", "-C", str(due))
    assert "2 rules re-tested (1 harmful)" in status.out
    cycles = ace("status", "-C", str(due), "--json").json["cycles"]
    assert isinstance(cycles, list)
    assert [one["retested"] for one in cycles] == [2]
    # Nothing is due any more: the next one leaves out nothing, and what is open stays.
    assert ace("plan", "-C", str(due), "--json").json["due"] == []
    again = ace("cycle", "-C", str(due))
    assert "re-tested" not in again.out
    assert f"not judged: delete {HARM}: open already" in again.out
    assert len(retested(due)) == 2


def test_what_a_person_found_is_proposed_by_the_next_cycle(due: Path, ace: Callable[..., Ran]) -> None:
    assert ace("run", "-C", str(due), "-q").code == 0
    assert "The next `ace cycle` proposes it." in ace("ablate", "--due", "-C", str(due), "-q").out
    said = ace("cycle", "-C", str(due))
    assert "re-tested" not in said.out
    assert f"delete {HARM}: promising" in said.out


@pytest.mark.parametrize("arguments", [("--dry-run",), ("--until", "draft")], ids=["dry run", "until draft"])
def test_a_cycle_that_ends_with_drafts_leaves_out_nothing(
    due: Path, ace: Callable[..., Ran], arguments: tuple[str, ...]
) -> None:
    assert ace("cycle", "-C", str(due), "-q", "--limit", "4", *arguments).code == 0
    assert retested(due) == []


def test_it_is_never_done_where_retest_days_is_null(starter: Path, ace: Callable[..., Ran]) -> None:
    repo = accepted_long_ago(starter, HARM, more=GATE.replace("{", "{retest_days: null, ", 1))
    assert ace("plan", "-C", str(repo), "--json").json["due"] == []
    assert "re-tested" not in ace("cycle", "-C", str(repo), "-q", "--limit", "4").out
    assert retested(repo) == []


@pytest.mark.parametrize("after", [1, 11], ids=["first episode", "half way"])
def test_one_that_is_killed_runs_no_episode_twice(due: Path, whole: Whole, after: int) -> None:
    seen: list[Episode] = []

    def killed(episode: Episode) -> None:
        seen.append(episode)
        if len(seen) == after:
            raise Killed

    with pytest.raises(BaseException) as caught:  # noqa: PT011  a task group wraps it
        run_cycle(ablation_session(due), CycleRequest(hooks=CycleHooks(judge=JudgeHooks(episode=killed))))
    assert "Killed" in repr(caught.value)
    (record,) = last_cycles(due / ".git" / "ace")
    assert (record.step, record.retested) == ("retest", 0)
    outcome = run_cycle(ablation_session(due), CycleRequest(hooks=CycleHooks(judge=JudgeHooks(episode=seen.append))))
    assert outcome.id == record.id
    places = [(one.header.run, one.header.sample, one.header.trial) for one in seen]
    assert len(places) == len(set(places)) == len(whole.judged)
    assert retested(due) == retested(whole.repo)
    assert proposals(due) == proposals(whole.repo)


def test_one_killed_after_the_ledger_knew_says_so_all_the_same(due: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = ablation_session(due)
    with monkeypatch.context() as patched:
        patched.setattr("ace.cycle.journal.retest_step.deletion_drafts", _die)
        with pytest.raises(Killed):
            run_cycle(session, CycleRequest())
    assert retested(due) == [(HARM, "harmful"), (NEVER, "silent")]
    ran: list[Episode] = []
    hooks = CycleHooks(judge=JudgeHooks(arm=lambda name, _: ran.append(name) if "without" in name else None))  # type: ignore[arg-type]
    outcome = run_cycle(session, CycleRequest(hooks=hooks))
    assert ran == []
    assert "2 rules re-tested (1 harmful)" in outcome.summary
    assert len(proposals(due)) == 1


def _die(*_: object) -> Iterator[None]:
    raise Killed


def test_a_ceiling_ends_it_and_the_next_goes_on(due: Path, ace: Callable[..., Ran]) -> None:
    first = as_object(ace("cycle", "-C", str(due), "-q", "--until", "draft", "--json").json["cycle"])
    used = int(str(first["model_calls"]))
    spent = as_object(ace("cycle", "-C", str(due), "-q", "--max-calls", str(used + 30), "--json").json["cycle"])
    assert (spent["exit_code"], spent["reason"]) == (3, f"the ceiling of {used + 30} model calls (cycle.max_calls)")
    assert last_cycles(due / ".git" / "ace", 1)[0].step == "retest"
    assert retested(due) == [(NEVER, "silent")], "what costs nothing is done first; what was cut short stays due"
    assert ace("cycle", "-C", str(due), "-q").code == 2
    assert retested(due) == [(HARM, "harmful"), (NEVER, "silent")]


def test_a_ceiling_of_the_gate_leaves_it_due_and_the_cycle_goes_on(starter: Path, ace: Callable[..., Ran]) -> None:
    repo = accepted_long_ago(starter, HARM, more=GATE.replace("{", "{max_calls: 1, ", 1))
    said = ace("cycle", "-C", str(repo), "--limit", "8")
    assert said.code == 0, said.err
    assert "not all rules that are due were left out again: the ceiling of 1 model calls (gate.max_calls)" in said.out
    assert ace("plan", "-C", str(repo), "--json").json["due"] == [HARM]


def test_rules_that_changed_meanwhile_are_left_to_the_next_cycle(due: Path) -> None:
    session, told = ablation_session(due, run__limit=2), list[str]()
    playbook, run = session.playbook(), run_samples(session, RunRequest())
    (due / "playbooks" / "tutor" / "ab" / "never.yaml").unlink()
    commit_all(due, "The other rule goes")
    done = retest_due(session, run, playbook, AblateHooks(note=told.append))
    assert done == CycleRetest()
    assert told == [
        "1 rule due to be left out again, by the next cycle: the reviewed rules are others than when this one began"
    ]


def test_a_deletion_that_the_curator_drafted_too_is_there_once(due: Path) -> None:
    rule = next(one for one in ablation_session(due).playbook().rules if one.id == HARM)
    mine = CheckedDraft(Draft("delete", HARM, rule, None, None, None, "never spoke", "heuristic"), ())
    again = replace(mine, draft=replace(mine.draft, curator="re-test"))
    drafted = Drafted((mine,), Drafting((mine.draft,)))
    assert with_deletions(drafted, CycleRetest(deletions=(again,))) == drafted
    assert with_deletions(Drafted((), Drafting(())), CycleRetest(deletions=(again,))).drafts == (again,)


def test_each_step_is_in_the_journal(whole: Whole) -> None:
    folder = whole.repo / ".git" / "ace" / "cycles" / whole.outcome.id
    lines = (folder / "journal.jsonl").read_text(encoding="ascii").splitlines()
    assert [one["rules"] for one in map(json.loads, lines) if one["event"] == "retested"] == [[HARM, NEVER]]
