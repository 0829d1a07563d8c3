import pytest

from runtime.contracts.errors import ControlError
from runtime.contracts.json_types import canonical_json
from runtime.contracts.tool_call import ToolCard
from runtime.control.stored_card import card_from_json, card_to_json

CARD = ToolCard(
    "call-1", "zoom", {"k": 1}, "image.read", "e-1:0:1", True, "seen", artifact_refs=("a", "b"), data={"n": 1}
)


def test_a_card_comes_back_as_it_was() -> None:
    value = card_to_json(CARD)
    assert canonical_json(value)
    assert card_from_json(value) == CARD


@pytest.mark.parametrize("change", [{"ok": "perhaps"}, {"new": 1}, {"error_class": "odd"}], ids=str)
def test_what_is_no_card_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ControlError, match="a kept tool card cannot be read"):
        card_from_json({**card_to_json(CARD), **change})
