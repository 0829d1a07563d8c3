"""Rule changes in a working tree, judged."""

import subprocess
from pathlib import Path

import pytest

from ace.cycle.judging.judgement import JudgeHooks
from ace.cycle.try_rules import TriedRules, changed_rules, try_rules
from ace.errors import AceError
from ace.runs.run_record import LoadedRun
from runtime.rules.load_reviewed import injectable
from tests.ace.conftest import SmallRun

RULE = "playbooks/tutor/style/short-turns.yaml"


def _tree(small: SmallRun) -> Path:
    return small.session.workspace.repo


def _edit(small: SmallRun, old: str, new: str, path: str = RULE) -> None:
    file = _tree(small) / path
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def _try(small: SmallRun, *only: str, run: LoadedRun | None = None) -> TriedRules:
    return try_rules(small.session, run or small.run, only, JudgeHooks())


def _git(small: SmallRun, *arguments: str) -> str:
    return subprocess.run(
        ["git", "-C", str(_tree(small)), *arguments], check=True, capture_output=True, text=True
    ).stdout


def test_a_tree_that_is_as_reviewed_has_nothing_to_try(copied_run: SmallRun) -> None:
    with pytest.raises(AceError, match="nothing to try; add, change or delete a rule file"):
        _try(copied_run)


def test_edits_additions_and_deletions_are_found_by_id(copied_run: SmallRun) -> None:
    source = (_tree(copied_run) / RULE).read_text(encoding="utf-8")
    added = source.replace("style.short-turns", "style.greeting").replace("60 words", "50 words")
    (_tree(copied_run) / "playbooks/tutor/style/greeting.yaml").write_text(added, encoding="utf-8")
    _edit(copied_run, "60 words", "40 words")
    (_tree(copied_run) / "playbooks/tutor/tools/retrieve-before-web.yaml").unlink()
    playbook = copied_run.session.playbook()
    rules = injectable(playbook, copied_run.session.settings.agent)
    drafts = changed_rules(copied_run.session, playbook, rules)
    assert [(draft.op, draft.rule_id) for draft in drafts] == [
        ("add", "style.greeting"),
        ("edit", "style.short-turns"),
        ("delete", "tools.retrieve-before-web"),
    ]


def test_a_change_is_judged_and_nothing_goes_to_git(copied_run: SmallRun) -> None:
    _edit(copied_run, "60 words", "40 words")
    before = _git(copied_run, "for-each-ref"), _git(copied_run, "status", "--porcelain")
    (tried,) = _try(copied_run).rules
    assert tried.judgement is not None
    assert tried.judgement.verdict in {"no effect", "insufficient evidence"}
    assert tried.judgement.arms[0] != tried.judgement.arms[1]
    assert (_git(copied_run, "for-each-ref"), _git(copied_run, "status", "--porcelain")) == before


def test_only_what_is_asked_for_is_tried(copied_run: SmallRun) -> None:
    _edit(copied_run, "60 words", "40 words")
    with pytest.raises(AceError, match=r"style\.short-turn is not changed in the working tree"):
        _try(copied_run, "style.short-turn")


def test_a_rule_that_a_check_binds_on_is_not_run(copied_run: SmallRun) -> None:
    _edit(copied_run, "60 words", "60 words. " + "Be brief and kind and clear. " * 30)
    value = copied_run.session.settings.budgets.model_copy(update={"rules_tokens": 60})
    settings = copied_run.session.settings.model_copy(update={"budgets": value})
    session = copied_run.session.__class__(**{**copied_run.session.__dict__, "settings": settings})
    (tried,) = try_rules(session, copied_run.run, (), JudgeHooks()).rules
    assert tried.judgement is None
    assert tried.refused.startswith("prompt-budget: ")


def test_a_run_under_earlier_rules_still_gives_samples_and_seed(copied_run: SmallRun) -> None:
    _edit(copied_run, "60 words", "50 words")
    _git(copied_run, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qam", "shorter")
    _edit(copied_run, "50 words", "40 words")
    tried = _try(copied_run).rules[0].judgement
    assert tried is not None
    # The base is an arm of its own: the run was of other rules.
    assert tried.arms[0] != copied_run.run.record.arm
    assert tried.screen.n == len(copied_run.run.record.samples)
