"""Which rule `ace eval` means."""

from pathlib import Path

import pytest

from ace.errors import AceError, NotFoundError
from ace.report.eval_rule_source import find_rule
from runtime.contracts.errors import RuleError
from tests.ace.building import small_session

RULE = "playbooks/tutor/hints/one-level-at-a-time.yaml"


def test_an_id_is_the_reviewed_rule_and_a_path_is_a_draft(starter: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = starter / RULE
    path.write_text(path.read_text().replace("hint_level + 1", "hint_level + 2"))
    session = small_session(starter)
    reviewed = find_rule(session, "hints.one-level-at-a-time")
    assert (reviewed.is_draft, reviewed.path, reviewed.read_from[:8]) == (False, RULE, "main at ")
    assert reviewed.rule.require == "action.hint_level <= state.student.hint_level + 1"
    monkeypatch.chdir(path.parent)
    for name in (RULE, str(path), "one-level-at-a-time.yaml", "./one-level-at-a-time.yaml"):
        draft = find_rule(session, name)
        assert (draft.is_draft, draft.path, draft.problems) == (True, RULE, ())
        assert draft.rule.require == "action.hint_level <= state.student.hint_level + 2"


def test_a_draft_that_reads_an_unknown_field_is_evaluated_and_says_so(starter: Path) -> None:
    path = starter / RULE
    path.write_text(path.read_text().replace("student.hint_level", "student.hint_levle"))
    (problem,) = find_rule(small_session(starter), RULE).problems
    assert problem.startswith(f"{RULE}:10:31: require: unknown field `state.student.hint_levle`; did you mean")


def test_what_cannot_be_evaluated_is_said(starter: Path) -> None:
    session = small_session(starter)
    new = starter / "playbooks/tutor/hints/new.yaml"
    new.write_text("schema: 1\n")
    with pytest.raises(NotFoundError, match=r"no rule 'hints\.one-level' on main; did you mean `hints\.one-level-at-a"):
        find_rule(session, "hints.one-level")
    with pytest.raises(NotFoundError, match=r"new\.yaml is in the working tree: give that path"):
        find_rule(session, "hints.new")
    with pytest.raises(NotFoundError, match="no such rule file"):
        find_rule(session, "playbooks/none.yaml")
    with pytest.raises(NotFoundError, match="no such rule file"):
        find_rule(session, "playbooks/")
    with pytest.raises(RuleError, match=r"new\.yaml:1:1: id: this field is missing"):
        find_rule(session, str(new))
    with pytest.raises(AceError, match=r"style\.short-turns has no `when` and `require`"):
        find_rule(session, "style.short-turns")
