"""From entries to rules: each becomes one, or is listed."""

import os
from pathlib import Path

import pytest

from ace.playbook.exchange.entry import FORMATS
from ace.playbook.exchange.export_playbook import export_playbook
from ace.playbook.exchange.import_playbook import ImportChoices, ImportPlan, plan_import
from ace.playbook.exchange.read_source import read_playbook_bytes, read_source
from ace.playbook.lint import lint_playbook
from runtime.rules.load_reviewed import parse_playbook
from runtime.rules.render_rules import render_rule

CHOICES = ImportChoices("shop", "book.txt")
TEXT = """## TOOLS
[t-1] helpful=3 harmful=5 :: Ask the user first.
[t-2] ASK the user first!
[t-3] Print it:
```
x = 1
```
[t-4] Ask.\u202e
[t-5] twice
[t-5] twice again
[../x] Look out of the window.
"""


def _plan(text: str) -> ImportPlan:
    return plan_import(read_playbook_bytes(text.encode()), CHOICES)


def _files(plan: ImportPlan) -> dict[str, bytes]:
    return {f"playbooks/shop/{name}": data for name, data in plan.files.items()}


def test_each_entry_is_a_rule_or_listed() -> None:
    plan = _plan(TEXT)
    assert [rule.id for rule in plan.rules] == [
        "tools.ask-user-first",
        "tools.ask-user-first-2",
        "tools.print-it-x-1",
        "tools.look-out-window",
    ]
    assert [(item.place, item.source_id) for item in plan.refused] == [
        ("line 8", "t-4"),
        ("line 9", "t-5"),
        ("line 10", "t-5"),
    ]
    assert plan.lost == {"code blocks (a prompt shows them on one line)": 1, "counters": 1, "ids no file may name": 1}
    assert plan.doubtful == ("tools.ask-user-first",)
    assert [group.ids for group in plan.alike.groups] == [("tools.ask-user-first", "tools.ask-user-first-2")]


def test_an_imported_rule_claims_nothing() -> None:
    rule = _plan(TEXT).rules[0]
    assert (rule.status, rule.evidence, rule.effect, rule.when, rule.safety) == ("experimental", (), None, None, False)
    assert rule.rationale == (
        "Imported from book.txt (ace-text), where its id was t-1. No evidence and no condition came along."
    )
    assert parse_playbook(_files(_plan(TEXT)), "playbooks/shop").rules


def test_what_the_playbook_holds_already_is_not_imported_again() -> None:
    first = _plan(TEXT)
    again = plan_import(read_playbook_bytes(TEXT.encode()), CHOICES, first.rules)
    assert again.rules == ()
    assert sum("holds these words already" in item.reason for item in again.refused) == 4
    other = plan_import(read_playbook_bytes(TEXT.encode()), ImportChoices("tutor", "b"), first.rules)
    assert {rule.id for rule in other.rules}.isdisjoint(rule.id for rule in first.rules)


@pytest.mark.parametrize("wanted", FORMATS)
def test_out_and_in_again_gives_the_same_rules(wanted: "FORMATS") -> None:  # type: ignore[valid-type]
    first = _plan(TEXT + "## HOW TO SPEAK\n[s-1] Be brief: 5 words, not 50.\n[s-2] Größe zuerst nennen.\n")
    playbook = parse_playbook(_files(first), "playbooks/shop")
    text = export_playbook(playbook.files, wanted, "shop").text
    again = plan_import(read_playbook_bytes(text.encode()), CHOICES)
    shown = {rule.id: render_rule(rule) for rule in first.rules}
    assert {rule.id: render_rule(rule) for rule in again.rules} == shown
    assert again.refused == ()


@pytest.mark.outside_data
def test_a_real_playbook_is_imported_whole() -> None:
    outside = os.environ.get("ACE_OUTSIDE_DATA")
    if not outside:
        pytest.skip("ACE_OUTSIDE_DATA names no folder of outside data")
    path = Path(outside) / "ace-playbook/appworld_online_trained_playbook.txt"
    plan = plan_import(read_source(path), CHOICES)
    bullets = sum(line.startswith("[") for line in path.read_text(encoding="utf-8").splitlines())
    assert len(plan.rules) + len(plan.refused) == bullets == 359
    assert plan.refused == ()
    problems = lint_playbook(_files(plan), "playbooks/shop", token_budget=100_000)
    assert [problem for problem in problems if problem.severity == "error"] == []
