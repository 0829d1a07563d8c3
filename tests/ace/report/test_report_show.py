"""Things by their name, and what is said of a name that nothing has."""

import pytest

from ace.errors import NotFoundError
from ace.report.show import find
from ace.review.errors import ProposalError
from tests.ace.building import git
from tests.ace.conftest import SmallRun


def test_a_trial_arm_is_shown_like_a_run(warm_run: SmallRun) -> None:
    arms = warm_run.session.workspace.arms
    names = sorted(path.stem for path in arms.glob("a-*.jsonl") if path.stat().st_size)
    shown = find(warm_run.session, names[0], "latest")
    assert shown.text.startswith(f"{names[0]}: ")
    assert shown.value["run"] == names[0]
    assert shown.value["episodes"]
    assert find(warm_run.session, names[0][:-1], "latest") == shown
    with pytest.raises(NotFoundError, match=f"{len(names) + 1} trial arms begin with 'a-'"):
        find(warm_run.session, "a-", "latest")


def test_the_arm_before_a_change_is_the_run_it_came_from(warm_run: SmallRun) -> None:
    broken = warm_run.session.workspace.runs / "r-0"
    broken.mkdir()
    (broken / "run.json").write_text("{", encoding="utf-8")
    record = warm_run.run.record
    shown = find(warm_run.session, record.arm, "latest")
    assert shown.text.startswith(f"{record.run}: ")
    assert shown.value["arm"] == record.arm


@pytest.mark.parametrize("name", ["a-000000000000", "a-../runs/latest"])
def test_an_arm_that_does_not_exist(small_run: SmallRun, name: str) -> None:
    with pytest.raises(NotFoundError, match="0 trial arms begin with 'a-"):
        find(small_run.session, name, "latest")


@pytest.mark.parametrize("name", ["ffffffffffff", "anything", "no.such-rule", "e-area.slug"])
def test_an_unknown_name_says_as_what_it_was_looked_for(small_run: SmallRun, name: str) -> None:
    with pytest.raises(NotFoundError) as caught:
        find(small_run.session, name, "latest")
    message = str(caught.value)
    assert repr(name) in message
    assert all(kind in message for kind in ("proposal", "rule on main", "cluster", "episode", "run", "arm"))
    assert "working tree" not in message


def test_a_rule_of_the_working_tree_is_said_to_be_uncommitted(copied_run: SmallRun) -> None:
    session = copied_run.session
    name, path = "tools.look-twice", "playbooks/tutor/tools/look-twice.yaml"
    (session.workspace.repo / path).write_text("id: tools.look-twice\n", encoding="utf-8")
    with pytest.raises(NotFoundError, match=f"{path} is in the working tree but not committed on main"):
        find(session, name, "latest")


def test_a_name_that_fits_several_proposals_says_so(warm_run: SmallRun) -> None:
    session = warm_run.session
    branch = git(session.workspace.repo, "for-each-ref", "--format=%(refname:short)", "refs/heads/ace/p/").strip()
    git(session.workspace.repo, "branch", f"{branch[:-1]}{'0' if branch[-1] != '0' else '1'}", branch)
    with pytest.raises(ProposalError, match="names 2 proposals"):
        find(session, branch.removeprefix("ace/p/")[:6], "latest")
