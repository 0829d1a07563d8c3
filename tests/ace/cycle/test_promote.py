"""A person proposes that a rule becomes a gate."""

from pathlib import Path

import pytest

from ace.cycle.draft_changes import made_by_people
from ace.cycle.promote import control_of, promote
from ace.errors import AceError, NotFoundError
from ace.report.promote_text import promoted_json, promoted_text
from ace.review.build_diff import build_diff
from ace.review.evidence import EvidenceRecord, TrialRow, dump_evidence, evidence_path
from ace.review.evidence_stages import ControlRow
from ace.review.fingerprint import fingerprint, proposal_id
from ace.review.proposals import load_evidence
from ace.review.show import render_proposal
from ace.session import Session
from runtime.contracts.errors import RuleError
from tests.ace.building import commit_all, git, small_session
from tests.ace.review.playbook_repository import make_evidence

RULE = "hints.one-level-at-a-time"
PATH = "playbooks/tutor/hints/one-level-at-a-time.yaml"
CONTROL = ControlRow(
    n=80, cases=40, without=0.5, prompt=0.6, gate=0.7, fixed=5, broke=1, decisions=50, obeyed=40,
    violating_without=0.3, violating_prompt=0.1, promote=True,
)  # fmt: skip
ROW = TrialRow(stage="control", metric="success", n=80, cases=40, before=0.5, after=0.7, fixed=10, broke=2)


def with_control(session: Session, **changes: object) -> EvidenceRecord:
    """Commit the evidence of a merged proposal of the rule as it reads now, with a control."""
    file = session.playbook().find(RULE)
    assert file is not None
    name = proposal_id(fingerprint("add", RULE, file.rule))
    base = git(session.workspace.repo, "rev-parse", "HEAD").strip()
    fields: dict[str, object] = {
        "proposal": name, "op": "add", "rule_id": RULE, "control": CONTROL, "trials": (ROW,), "controller": "openai/m",
        "simulated": False,
    }  # fmt: skip
    record = make_evidence(base, **{**fields, **changes})
    path = session.workspace.repo / evidence_path(record.proposal)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(dump_evidence(record))
    commit_all(session.workspace.repo, "Merge the rule")
    return record


def test_only_enforce_changes_and_nothing_is_said_to_be_measured(starter: Path) -> None:
    session = small_session(starter)
    done = promote(session, RULE)
    changed = git(starter, "diff", "--name-only", "main", done.proposal.branch).split()
    assert changed == [evidence_path(done.proposal.id), PATH]
    lines = git(starter, "diff", "--unified=0", "main", done.proposal.branch, "--", PATH).splitlines()[5:]
    assert lines == ["-enforce: prompt", "+enforce: gate"]
    record = load_evidence(starter, done.proposal.commit, done.proposal.id)
    assert (record.control, record.trials, record.curator) == (None, (), "a person")
    assert "Not measured: no control was run of the rule as it reads now." in record.verdict_reason
    assert "not measured: no control" in promoted_text(done)
    assert "gives way to HINT" in promoted_text(done)
    assert promoted_json(done)["control"] is None
    assert promote(session, RULE).proposal.commit == done.proposal.commit, "asking twice changes nothing"


def test_the_controls_figures_are_quoted_and_the_proposal_is_sound(starter: Path) -> None:
    session = small_session(starter)
    source = with_control(session)
    done = promote(session, RULE)
    assert done.measured == source
    record = load_evidence(starter, done.proposal.commit, done.proposal.id)
    assert record.controller == "openai/m"
    assert f"The control of proposal {source.proposal}, measured on {source.base[:12]}" in record.verdict_reason
    assert "against the prompt the gate fixed 5, broke 1" in record.verdict_reason
    report = build_diff(starter, "main", "playbooks/tutor", done.proposal.id)
    (item,) = report.items
    assert item.problems == ()
    text = render_proposal(item)
    assert "Promotes rule" in text
    assert "50.0% / 60.0% / 70.0%" in text
    assert "ace promote hints" not in text, "what it proposes is done by it"
    assert promoted_json(done)["measured_by"] == source.proposal


def test_figures_of_another_text_are_not_quoted(starter: Path) -> None:
    session = small_session(starter)
    with_control(session)
    path = starter / PATH
    path.write_text(path.read_text(encoding="utf-8").replace("Do not skip", "Never skip"), encoding="utf-8")
    commit_all(starter, "Reword")
    playbook = session.playbook()
    file = playbook.find(RULE)
    assert file is not None
    assert control_of(session, playbook, file.rule) is None


def test_a_simulated_control_is_called_so(starter: Path) -> None:
    session = small_session(starter)
    with_control(session, simulated=True, controller="simulated/policy-1")
    done = promote(session, RULE)
    assert "simulated: these figures are about no real model" in promoted_text(done)
    assert load_evidence(starter, done.proposal.commit, done.proposal.id).is_simulated


def edit(repo: Path, old: str, new: str) -> None:
    path = repo / PATH
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    commit_all(repo, "Edit")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("enforce: prompt", "enforce: gate", "is a gate already"),
        ("status: active", "status: deprecated", "is deprecated and not injected"),
        ("otherwise: {action: HINT}\n", "", "does not say what a gate does instead"),
    ],
)
def test_a_rule_that_cannot_be_promoted_is_refused(old: str, new: str, said: str, starter: Path) -> None:
    edit(starter, old, new)
    with pytest.raises(AceError, match=said):
        promote(small_session(starter), RULE)
    assert git(starter, "for-each-ref", "refs/heads/ace/") == ""


def test_a_gate_that_was_measured_needs_no_otherwise(starter: Path) -> None:
    edit(starter, "otherwise: {action: HINT}\n", "")
    session = small_session(starter)
    with_control(session)
    assert promote(session, RULE).instead == "block"


def test_other_refusals_name_what_to_do(starter: Path) -> None:
    session = small_session(starter)
    with pytest.raises(
        NotFoundError, match=r"no rule 'hints.one-level' on main; did you mean `hints.one-level-at-a-time`"
    ):
        promote(session, "hints.one-level")
    with pytest.raises(AceError, match="has no `when` and `require`"):
        promote(session, "style.short-turns")
    with pytest.raises(RuleError, match="only a person changes a safety rule; edit"):
        promote(session, "safety.refer-real-patients")


def test_a_rule_that_an_open_proposal_changes_waits_for_it(starter: Path) -> None:
    session = small_session(starter)
    done = promote(session, RULE)
    assert made_by_people(session) == {done.proposal.id}, "no curator drafts in place of it"
    edit(starter, "Do not skip", "Never skip")
    with pytest.raises(AceError, match=f"{done.proposal.branch} already proposes a change to {RULE}"):
        promote(session, RULE)
