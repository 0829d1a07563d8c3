import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ToolError
from runtime.contracts.ports import ToolContext
from runtime.tools.ocr import OcrTool


def test_it_says_what_is_missing_and_what_to_use_instead() -> None:
    assert "text reader" in OcrTool().readiness().detail
    assert "use zoom" in OcrTool().readiness().detail


def test_running_it_is_a_missing_dependency() -> None:
    with pytest.raises(ToolError) as caught:
        OcrTool().run({}, ToolContext("", MemoryArtifactStore(), None))
    assert caught.value.error_class == "missing_dependency"
    assert str(caught.value) == OcrTool().readiness().detail
