import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ToolError
from runtime.contracts.ports import ToolContext
from runtime.tools.web_browser import WebBrowserTool


def test_it_says_what_is_missing_and_what_to_use_instead() -> None:
    assert "search endpoint" in WebBrowserTool().readiness().detail
    assert "use retrieve" in WebBrowserTool().readiness().detail


def test_running_it_is_a_missing_dependency() -> None:
    with pytest.raises(ToolError) as caught:
        WebBrowserTool().run({}, ToolContext("", MemoryArtifactStore(), None))
    assert caught.value.error_class == "missing_dependency"
    assert str(caught.value) == WebBrowserTool().readiness().detail


def test_it_is_declared_as_reaching_outside() -> None:
    spec = WebBrowserTool().spec
    assert (spec.side_effect, spec.permission) == ("external", "network.search")
