"""What stands in a playbook's folder."""

from pathlib import Path

import pytest

from ace.errors import AceError
from ace.playbook.exchange.present_rules import present_rules
from runtime.contracts.errors import RuleError

RULE = "schema: 1\nid: tools.ask\ntitle: Ask first\nagent: tutor\ntext: Ask first.\n"


def test_rules_of_a_folder_or_none(tmp_path: Path) -> None:
    assert present_rules(tmp_path / "gone") == ()
    assert present_rules(tmp_path) == ()
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools/ask.yaml").write_text(RULE)
    assert [rule.id for rule in present_rules(tmp_path)] == ["tools.ask"]


def test_a_link_or_a_bad_file_stops_an_import(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools/ask.yaml").write_text("id: nonsense\n")
    with pytest.raises(RuleError, match=r"ask\.yaml"):
        present_rules(tmp_path)
    (tmp_path / "link").symlink_to(tmp_path / "tools")
    with pytest.raises(AceError, match="link"):
        present_rules(tmp_path)
