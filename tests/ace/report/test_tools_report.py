from pathlib import Path
from typing import Any

import pytest

from ace.errors import NotFoundError
from ace.report.tools_report import ToolRow, ToolTable, find_tools, only_tool, tool_text, tools_json, tools_text
from runtime.contracts.tool_call import ToolSpec


def _row(**spec: Any) -> ToolRow:
    declared = ToolSpec(**{"name": "scan", "description": "Look. Twice.", "arguments": {}, **spec})
    return ToolRow(declared, "fallback", "plain\x1b[31m reader", "ask", 1.5)


def test_foreign_words_cannot_move_the_terminal() -> None:
    table = ToolTable("tutor", (_row(),))
    assert "plain\\x1b[31m reader" in tools_text(table)
    assert "\x1b" not in tools_text(table) + tool_text(_row())


def test_without_a_detail_the_description_begins() -> None:
    row = ToolRow(_row().spec, "ready", "", "allow", 1.0)
    assert tools_text(ToolTable("tutor", (row,))).splitlines()[1].split() == ["scan", "ready", "allow", "read", "Look"]


def test_fields_say_type_bounds_and_what_lies_inside() -> None:
    arguments = {
        "type": "object",
        "properties": {
            "how": {"type": "string", "enum": ["a", "b"], "description": "which way"},
            "boxes": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"x": {"type": ["number", "null"], "minimum": 0}},
                    "required": ["x"],
                },
                "maxItems": 3,
            },
        },
        "required": ["how"],
    }
    text = tool_text(_row(arguments=arguments))
    assert "    how  (string: a, b, required)  which way\n" in text
    assert "    boxes  (array of object, ..3 items)\n" in text
    assert "      x  (number or null, 0.., required)\n" in text
    assert text.endswith("  result\n    any object\n")
    assert "  arguments\n    none\n" in tool_text(_row(arguments={"type": "object", "properties": {}}))


def test_the_table_as_data_is_plain_json() -> None:
    value = tools_json(ToolTable("tutor", (_row(side_effect="external", permission="network.search"),)))
    tools: Any = value["tools"]
    assert (tools[0]["permission"], tools[0]["grant"], tools[0]["status"]) == ("ask", "network.search", "fallback")


def test_one_tool_is_found_by_its_whole_name(tmp_path: Path) -> None:
    found = find_tools(tmp_path, {}, None)
    assert [row.spec.name for row in only_tool(found, "ocr").rows] == ["ocr"]
    with pytest.raises(NotFoundError, match="no tool 'oc'"):
        only_tool(found, "oc")
