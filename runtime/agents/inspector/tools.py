"""The inspector's tools, in the order prompts list them."""

from pathlib import Path

from runtime.contracts.ports import Tool
from runtime.tools.find_candidates import FindCandidatesTool
from runtime.tools.measure_candidate import MeasureCandidateTool
from runtime.tools.settings import ToolSettings
from runtime.tools.view_candidate import ViewCandidateTool


def inspector_tools(image_base: Path | None = None, settings: ToolSettings | None = None) -> dict[str, Tool]:
    """Return name -> tool in a fixed order. `image_base` is the folder relative image paths start from.

    None of them has a setting of its own; `settings` is taken so that a worker process builds them like the tutor's.
    """
    tools: tuple[Tool, ...] = (
        FindCandidatesTool(image_base),
        MeasureCandidateTool(image_base),
        ViewCandidateTool(image_base),
    )
    return {tool.spec.name: tool for tool in tools}
