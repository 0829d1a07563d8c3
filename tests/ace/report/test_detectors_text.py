"""Detectors as a table, in full, and as data."""

import pytest

from ace.errors import NotFoundError
from ace.report.detectors_text import (
    DetectorTable,
    detector_row,
    detector_text,
    detectors_json,
    detectors_of_agent,
    detectors_text,
    only_detector,
    rule_row,
)
from analyzers.detectors.registry import DETECTORS, rule_detectors
from tests.ace.building import rule

SHIPPED = DetectorTable(tuple(detector_row(one, "shipped") for one in DETECTORS), "a note")


def test_every_detector_has_a_line_and_its_documentation_is_split_from_its_remedy() -> None:
    lines = detectors_text(SHIPPED).splitlines()
    assert lines[0].split() == ["detector", "scope", "bucket", "severity", "finds"]
    assert [line.split()[0] for line in lines[1:]] == [one.name for one in DETECTORS]
    assert all(row.remedy and "Remedy:" not in row.doc and row.doc.startswith("Find ") for row in SHIPPED.rows)


def test_json_has_every_field() -> None:
    value = detectors_json(SHIPPED)
    rows = value["detectors"]
    assert isinstance(rows, list)
    assert (value["schema_version"], value["note"], len(rows)) == (1, "a note", len(DETECTORS))
    assert all(set(row) == {"name", "scope", "bucket", "severity", "doc", "remedy", "source"} for row in rows)


def test_one_in_full_fits_the_screen_and_two_of_a_name_are_both_shown() -> None:
    text = detector_text(only_detector(SHIPPED, "repeated_call").rows)
    assert max(map(len, text.splitlines())) <= 100
    assert "reads the tutor)" in text
    assert "reads every other agent that calls tools)" in text
    assert text.count("Remedy: ") == 2


def test_a_name_that_is_not_there_names_the_nearest() -> None:
    with pytest.raises(NotFoundError, match="did you mean 'repeated_call'"):
        only_detector(SHIPPED, "repeated_cal")
    with pytest.raises(NotFoundError, match="`ace detectors` lists them"):
        only_detector(SHIPPED, "zzzz")


def test_a_rule_shows_its_conditions_and_its_text_and_nothing_a_terminal_obeys() -> None:
    one = rule("a.b", title="Look\x1b[31m first", text="Look\nfirst.\n", when="state.step > 0", require="true")
    row = rule_row(one, rule_detectors([one])[0])
    text = detector_text([row])
    assert "`state.step > 0` holds and `true` does not" in text
    assert "Remedy: Look first." in text
    assert "\x1b" not in text + detectors_text(DetectorTable((row,)))


@pytest.mark.parametrize(
    ("agent", "scopes"), [("tutor", {"tutor"}), ("inspector", {"inspector"}), ("mine", {"tool_agent"})]
)
def test_an_agents_detectors_are_those_that_read_its_episodes(agent: str, scopes: set[str]) -> None:
    rows = detectors_of_agent(SHIPPED, agent).rows
    assert {row.scope for row in rows} - {"any"} == scopes
    assert rows == tuple(row for row in SHIPPED.rows if row.scope in scopes | {"any"})


def test_a_rule_reads_its_own_agents_episodes_whatever_that_agent_is_called() -> None:
    one = rule("a.b", agent="tool_agent", when="state.step > 0", require="true")
    table = DetectorTable((rule_row(one, rule_detectors([one])[0]),))
    assert detectors_of_agent(table, "tool_agent") == table
    with pytest.raises(NotFoundError, match="'mine'"):
        detectors_of_agent(table, "mine")
