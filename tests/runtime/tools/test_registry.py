import pytest

from runtime.contracts.condition_context import TUTOR_TOOLS
from runtime.tools.check_arguments import check_arguments
from runtime.tools.registry import specs, tutor_tools

NAMES = ["zoom", "enhance", "image_findings", "retrieve", "segment", "ocr", "web_browser"]


def test_the_order_is_fixed_and_names_are_the_tools_own() -> None:
    assert list(tutor_tools()) == NAMES
    assert [tool.spec.name for tool in tutor_tools().values()] == NAMES


def test_conditions_know_the_same_tools() -> None:
    assert tuple(tutor_tools()) == TUTOR_TOOLS


@pytest.mark.parametrize("name", NAMES)
def test_a_declaration_is_closed_and_checkable(name: str) -> None:
    spec = tutor_tools()[name].spec
    assert spec.arguments["additionalProperties"] is False
    assert "unknown field" in check_arguments(
        spec, {"box": [0, 0, 1, 1], "query": "abc", "operation": "sharpen", "z": 1}
    )
    assert spec.description.endswith(".")


def test_specs_can_be_chosen_by_name_in_the_tables_order() -> None:
    tools = tutor_tools()
    assert [spec.name for spec in specs(tools)] == NAMES
    assert [spec.name for spec in specs(tools, ["retrieve", "zoom"])] == ["zoom", "retrieve"]
    with pytest.raises(KeyError, match="no tool"):
        specs(tools, ["delete_everything"])
