"""Ids and titles from headings and texts."""

from hypothesis import given
from hypothesis import strategies as st

from ace.playbook.exchange.name_rules import area_of, rule_id_for, title_of
from runtime.rules.read_rule import rule_id_of_path


def test_areas_and_ids_are_words() -> None:
    assert area_of("STRATEGIES AND HARD RULES") == "strategies-and-hard-rules"
    assert area_of("../../etc") == "etc"
    assert area_of("规则") == "imported"
    assert rule_id_for("tools", "Always ask the user first.", "shr-1", set()) == "tools.always-ask-user-first"
    assert rule_id_for("tools", "Ask.", "x", {"tools.ask", "tools.ask-2"}) == "tools.ask-3"
    assert rule_id_for("tools", "规则规则", "x", set()).startswith("tools.rule-")


def test_an_id_of_a_rule_files_export_is_kept() -> None:
    assert rule_id_for("tools", "Ask.", "tools.look-first", set()) == "tools.look-first"
    assert rule_id_for("tools", "Ask.", "other.look-first", set()) == "tools.ask"
    assert rule_id_for("tools", "Ask.", "tools.../x", set()) == "tools.ask"


@given(st.text(max_size=80), st.text(min_size=3, max_size=300), st.text(max_size=20))
def test_any_words_give_an_id_a_path_can_hold(heading: str, text: str, source_id: str) -> None:
    rule_id = rule_id_for(area_of(heading), text, source_id, set())
    assert len(rule_id) <= 80
    assert rule_id_of_path(f"p/{rule_id.replace('.', '/', 1)}.yaml") == rule_id


def test_titles_are_short() -> None:
    assert title_of("Ask first.") == "Ask first"
    assert title_of("...") == "..."
    assert len(title_of("word " * 60)) <= 80
