"""Undoing the last reviewed change of a rule."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ace.cycle.proposal_replay import CannotReplayError
from ace.cycle.revert import Reverted, RevertRequest, revert
from ace.errors import AceError
from ace.rejections.read_rejections import read_rejections
from ace.review.build_diff import build_diff
from ace.review.check_figures import figure_problems
from ace.review.fingerprint import fingerprint
from ace.review.proposals import load_evidence
from ace.review.render_diff import render_diff
from ace.runs.run_record import write_json
from runtime.rules.read_rule import parse_rule
from tests.ace.cycle.one_proposal import make_repository, opened, refreshed, session_at
from tests.ace.review.playbook_repository import (
    ADDED,
    ADDED_PATH,
    GREETING,
    GREETING_PATH,
    MERGE,
    NEW_RULE,
    OLD_RULE,
    RULE_ID,
    RULE_PATH,
    Repository,
    make_evidence,
)
from tests.conftest import Ran
from tests.git_matrix.write_path import TEST, TEST_PATH


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A rule that was edited once."""
    made = make_repository(tmp_path)
    made.commit(**{RULE_PATH: NEW_RULE, TEST_PATH: TEST})
    return made


def _revert(
    repository: Repository, rule: str = RULE_ID, *, taint: bool = False, reason: str | None = None, force: bool = False
) -> Reverted:
    session = session_at(repository)
    return revert(session, session.playbook(), RevertRequest(rule, taint, reason, "lead" if taint else None, force))


def test_an_edited_rule_says_again_what_it_said(repository: Repository) -> None:
    before = repository.git("status", "--porcelain"), repository.git("rev-parse", "HEAD")
    done = _revert(repository, reason="Novices need the web")
    assert (done.proposal.op, done.change.kind, done.rejected) == ("edit", "edited", "")
    assert repository.blob(done.proposal.commit, RULE_PATH) == OLD_RULE
    assert TEST_PATH not in repository.git("ls-tree", "-r", "--name-only", done.proposal.commit)
    record = load_evidence(repository.path, done.proposal.commit, done.proposal.id)
    assert (record.reverts, record.verdict, figure_problems(record)) == (
        done.change.commit,
        "insufficient evidence",
        (),
    )
    message = repository.git("log", "-1", "--format=%b", done.proposal.commit)
    assert message.startswith("Verdict: by a person, not measured.\n")
    assert "Why: Novices need the web." in message
    (item,) = build_diff(repository.path, "main", "").items
    assert (item.problems, item.other_files) == ((), ())
    assert (repository.git("status", "--porcelain"), repository.git("rev-parse", "HEAD")) == before


def test_an_added_rule_goes(repository: Repository) -> None:
    with pytest.raises(AceError, match=r"has stood since the playbook began in .*ace revert misc.old-greeting --force"):
        _revert(repository, "misc.old-greeting")
    done = _revert(repository, "misc.old-greeting", force=True)
    assert (done.proposal.op, done.change.kind) == ("delete", "added")
    assert GREETING_PATH not in repository.git("ls-tree", "-r", "--name-only", done.proposal.commit)


def test_a_safety_rule_is_undone_only_when_told_and_the_first_line_says_so(repository: Repository) -> None:
    repository.commit(**{ADDED_PATH: ADDED + b"safety: true\n"})
    with pytest.raises(AceError, match=r"is a SAFETY rule, and undoing .* would remove it"):
        _revert(repository, "safety.refer-dosing")
    done = _revert(repository, "safety.refer-dosing", force=True)
    body = repository.git("log", "-1", "--format=%b", done.proposal.commit)
    assert body.splitlines()[0] == "This removes a SAFETY rule."
    shown = render_diff(build_diff(repository.path, "main", "")).splitlines()
    assert shown[3] == "    safety    removes a SAFETY rule: safety.refer-dosing"


def test_asked_again_it_takes_the_place_of_the_one_on_an_earlier_base(repository: Repository) -> None:
    first = _revert(repository)
    repository.commit(**{GREETING_PATH: GREETING.replace(b"by name", b"by first name")})
    again = _revert(repository)
    assert (again.proposal.id, again.proposal.base) == (first.proposal.id, repository.git("rev-parse", "main"))


def test_a_deleted_rule_comes_back_byte_for_byte(repository: Repository) -> None:
    repository.git("rm", "-q", RULE_PATH, TEST_PATH)
    repository.commit(note=b"x")
    done = _revert(repository)
    assert (done.proposal.op, done.change.kind) == ("add", "deleted")
    assert repository.blob(done.proposal.commit, RULE_PATH) == NEW_RULE
    assert repository.blob(done.proposal.commit, TEST_PATH) == TEST


def test_what_changed_since_and_says_nothing_is_kept(repository: Repository) -> None:
    repository.commit(**{RULE_PATH: NEW_RULE + b"# a remark of a person\n"})
    done = _revert(repository)
    assert repository.blob(done.proposal.commit, RULE_PATH).endswith(b"# a remark of a person\n")


def test_a_taint_comes_in_the_same_commit(repository: Repository) -> None:
    done = _revert(repository, taint=True, reason="Novices need the web")
    mark = fingerprint("edit", RULE_ID, parse_rule(NEW_RULE, RULE_PATH))
    assert done.rejected == f".ace/rejected/{mark[:12]}.yaml"
    (rejection,) = read_rejections(repository.path, done.proposal.commit)
    assert (rejection.fingerprint, rejection.by, rejection.reason) == (mark, "lead", "Novices need the web")
    assert read_rejections(repository.path, "main") == ()


def test_a_taint_of_a_proposal_that_was_merged_is_of_that_proposal(tmp_path: Path) -> None:
    """Its cluster too, so that a rewording of it is known."""
    repository = make_repository(tmp_path)
    record = make_evidence(repository.git("rev-parse", "main"), "merge")
    proposal = opened(repository, record, dict(MERGE))
    repository.git("merge", "-q", "--ff-only", proposal.branch)
    done = _revert(repository, taint=True)
    (rejection,) = read_rejections(repository.path, done.proposal.commit)
    assert rejection.fingerprint[:12] == proposal.id
    assert (rejection.op, rejection.merged, rejection.cluster) == ("merge", ("misc.old-greeting",), "c-1f9a")


def test_tainting_twice_is_refused(repository: Repository) -> None:
    done = _revert(repository, taint=True)
    repository.git("merge", "-q", "--ff-only", done.proposal.branch)
    repository.commit(**{RULE_PATH: NEW_RULE, TEST_PATH: TEST})
    with pytest.raises(AceError, match="is rejected already; revert it without --taint"):
        _revert(repository, taint=True)


def test_what_is_known_of_the_rule_stands_in_the_proposal(repository: Repository) -> None:
    run = session_at(repository).workspace.runs / "r-20260101-000000-aaaa"
    write_json(run / "ablation.json", {"rules": [{"rule": RULE_ID, "word": "needed", "reason": "It does the work."}]})
    done = _revert(repository)
    record = load_evidence(repository.path, done.proposal.commit, done.proposal.id)
    assert "Its file states no effect." in record.verdict_reason
    assert "Left out in r-20260101-000000-aaaa: needed. It does the work." in record.verdict_reason


def test_rules_that_rest_on_it_are_named(repository: Repository) -> None:
    related = GREETING + f"related:\n  - {{id: {RULE_ID}, type: refines}}\n".encode()
    repository.commit(**{GREETING_PATH: related})
    done = _revert(repository)
    assert done.related == ("misc.old-greeting",)
    record = load_evidence(repository.path, done.proposal.commit, done.proposal.id)
    assert "rule misc.old-greeting says it is related to this one" in record.not_checked


def test_a_former_effect_comes_back_and_is_no_claim_of_this_proposal(tmp_path: Path) -> None:
    repository = make_repository(tmp_path)
    said = "metric: success, stage: held-out, n: 9, before: 0.1, after: 0.2, verdict: confirmed, controller: x"
    effect = f"effect: {{{said}}}\n".encode()
    repository.commit(**{RULE_PATH: OLD_RULE + effect})
    repository.commit(**{RULE_PATH: NEW_RULE})
    done = _revert(repository)
    assert repository.blob(done.proposal.commit, RULE_PATH) == OLD_RULE + effect
    (item,) = build_diff(repository.path, "main", "").items
    assert item.problems == ()


def test_a_revert_is_refreshed_as_a_persons_proposal(repository: Repository) -> None:
    _revert(repository, taint=True)
    repository.commit(**{GREETING_PATH: GREETING.replace(b"by name", b"with a smile")})
    result = refreshed(repository)
    assert result.state == "refreshed", result.reason
    assert result.now is not None
    assert repository.blob(result.now.commit, RULE_PATH) == OLD_RULE
    assert len(read_rejections(repository.path, result.now.commit)) == 1
    assert repository.git("log", "-1", "--format=%b", result.now.commit).startswith(
        "Verdict: by a person, not measured"
    )


def test_a_former_rule_that_does_not_fit_any_more_is_refused(tmp_path: Path) -> None:
    repository = make_repository(tmp_path)
    repository.commit(**{RULE_PATH: OLD_RULE.replace(b'"web_browser"', b"5")})
    repository.commit(**{RULE_PATH: NEW_RULE})
    with pytest.raises(CannotReplayError, match=r"fails check schema now.*edit its file by hand"):
        _revert(repository)


def test_from_the_command_line(repository: Repository, ace: Callable[..., Ran]) -> None:
    at = ("--repo", str(repository.path))
    ran = ace("revert", RULE_ID, "--taint", "--reason", "Novices need the web", "--by", "lead", *at)
    assert ran.code == 0, ran.err
    assert "says again what it said before" in ran.out
    assert ".ace/rejected/" in ran.out
    again = ace("revert", "misc.old-greeting", "--force", "--json", *at)
    assert (again.json["op"], again.json["did"], again.json["rejected"]) == ("delete", "added", None)
    assert ace("revert", "no.such", *at).code == 1
    assert ace("revert", *at).code == 64
