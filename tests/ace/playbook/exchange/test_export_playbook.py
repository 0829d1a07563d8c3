"""Rules in other programs' formats."""

import json

from ace.playbook.exchange.export_playbook import export_playbook
from runtime.rules.load_reviewed import parse_playbook

HEAD = "schema: 1\nid: tools.{0}\ntitle: Ask first\nagent: {1}\n"
FILES = {
    "p/tools/ask.yaml": HEAD.format("ask", "tutor")
    + "text: |\n  Ask\n  ## first\nwhen: 'true'\nrequire: state.retrieval.queried\nsafety: true\nrationale: Because.\n",
    "p/tools/old.yaml": HEAD.format("old", "tutor") + "text: Old.\nstatus: deprecated\n",
    "p/tools/shop.yaml": HEAD.format("shop", "shop") + "text: Shop.\n",
}


def test_a_text_is_one_line_and_what_is_lost_is_counted() -> None:
    playbook = parse_playbook({name: text.encode() for name, text in FILES.items()}, "p")
    exported = export_playbook(playbook.files, "ace-text", "tutor")
    assert exported.text == "## TOOLS\n[tools.ask] helpful=0 harmful=0 :: Ask ## first\n"
    assert exported.ids == ("tools.ask",)
    assert exported.left_out == {"tools.old": "it is deprecated", "tools.shop": "it is for the agent shop"}
    assert exported.lost == {
        "conditions (`when`, `require`)": 1,
        "line breaks": 1,
        "rationales": 1,
        "safety marks": 1,
        "titles and status": 1,
    }


def test_json_has_the_fields_that_its_readers_ask_for() -> None:
    playbook = parse_playbook({name: text.encode() for name, text in FILES.items()}, "p")
    framework = json.loads(export_playbook(playbook.files, "ace-framework", "tutor").text)
    assert framework["skills"]["tools.ask"]["content"] == "Ask ## first"
    assert framework["sections"] == {"tools": ["tools.ask"]}
    bullets = json.loads(export_playbook(playbook.files, "ace-playbook", "tutor").text)["bullets"]
    assert [(bullet["id"], bullet["section"], bullet["helpful_count"]) for bullet in bullets] == [
        ("tools.ask", "tools", 0)
    ]
