"""What an import prints."""

import json

from ace.playbook.exchange.exchange_text import export_text, import_json, import_text
from ace.playbook.exchange.export_playbook import ExportedPlaybook
from ace.playbook.exchange.import_playbook import ImportChoices, plan_import
from ace.playbook.exchange.read_source import read_playbook_bytes
from runtime.retrieval.open_retriever import minilm

TEXT = "## A\n[a-1] Give 15 mg/kg of aspirin.\n[a-2] Give 150 mg/kg of aspirin.\n[a-3] x\n[\x1b[2J] Ask \x1b first.\n"


def test_everything_is_counted_and_nothing_a_terminal_obeys_is_printed() -> None:
    plan = plan_import(read_playbook_bytes(TEXT.encode()), ImportChoices("shop", "b"), (), minilm().embed)
    text = import_text(plan, "playbooks/shop", is_dry=True)
    assert text.startswith("2 rules would be written to playbooks/shop, 2 entries not imported\n")
    assert "1 pairs look alike" in text
    assert "numbers: 15 | 150" in text
    assert "\x1b" not in text
    value = json.loads(json.dumps(import_json(plan, "x", is_dry=False)))
    assert len(value["rules"]) + len(value["not_imported"]) == 4
    assert value["near_duplicates"] == "looked for"


def test_an_export_says_what_is_left_out() -> None:
    text = export_text(ExportedPlaybook("", ("a.b",), {"evidence": 1}, {"a.c": "it is deprecated"}))
    assert text.splitlines() == [
        "1 rule exported, 1 left out",
        "  a.c: it is deprecated",
        "the format cannot hold (rules that had it):",
        "  1: evidence",
    ]
