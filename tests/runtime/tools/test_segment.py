import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ToolError
from runtime.contracts.ports import ToolContext
from runtime.tools.segment import SegmentTool


def test_it_says_what_is_missing_and_what_to_use_instead() -> None:
    assert "segmentation model" in SegmentTool().readiness().detail
    assert "use zoom" in SegmentTool().readiness().detail


def test_running_it_is_a_missing_dependency() -> None:
    with pytest.raises(ToolError) as caught:
        SegmentTool().run({}, ToolContext("", MemoryArtifactStore(), None))
    assert caught.value.error_class == "missing_dependency"
    assert str(caught.value) == SegmentTool().readiness().detail
