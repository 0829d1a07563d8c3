"""The tutor's tools, in the order prompts list them. A new tool is one file and one line here."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from runtime.contracts.ports import Tool
from runtime.contracts.tool_call import ToolSpec
from runtime.tools.enhance import EnhanceTool
from runtime.tools.image_findings import ImageFindingsTool
from runtime.tools.ocr import OcrTool
from runtime.tools.retrieve import RetrieveTool
from runtime.tools.segment import SegmentTool
from runtime.tools.settings import ToolSettings
from runtime.tools.web_browser import WebBrowserTool
from runtime.tools.zoom import ZoomTool


def tutor_tools(image_base: Path | None = None, settings: ToolSettings | None = None) -> dict[str, Tool]:
    """Return name -> tool in a fixed order. `image_base` is the folder relative image paths start from."""
    chosen = settings or ToolSettings()
    tools: tuple[Tool, ...] = (
        ZoomTool(image_base),
        EnhanceTool(image_base),
        ImageFindingsTool(image_base, chosen.models, chosen.references, chosen.describer),
        RetrieveTool(),
        SegmentTool(image_base, chosen.models),
        OcrTool(image_base),
        WebBrowserTool(chosen.web),
    )
    return {tool.spec.name: tool for tool in tools}


def specs(tools: Mapping[str, Tool], names: Iterable[str] | None = None) -> tuple[ToolSpec, ...]:
    """Return the declarations in the table's order, of all tools or of `names`.

    Raises: KeyError for a name that is not in the table.
    """
    wanted = None if names is None else set(names)
    if wanted is not None and not wanted <= set(tools):
        raise KeyError(f"no tool {sorted(wanted - set(tools))}; there are: {', '.join(tools)}")
    return tuple(tool.spec for name, tool in tools.items() if wanted is None or name in wanted)
