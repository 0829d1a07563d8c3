"""Error classes: all named, only some worth a retry."""

from typing import get_args

from runtime.contracts.tool_call import RETRYABLE, ErrorClass, ToolOutput, ToolSpec


def test_what_a_retry_may_cure_is_a_part_of_the_classes() -> None:
    assert set(get_args(ErrorClass)) > RETRYABLE
    assert "missing_dependency" not in RETRYABLE


def test_a_tool_reads_unless_it_says_otherwise() -> None:
    spec = ToolSpec("x", "does x", {})
    assert (spec.side_effect, spec.permission) == ("read", "image.read")
    ToolOutput("a").data["x"] = 1
    assert ToolOutput("b").data == {}
