"""web_browser: search the web. Off: there is no search endpoint to send a question to."""

from dataclasses import dataclass

from runtime.contracts.errors import ToolError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import Readiness, ToolOutput, ToolSpec

SPEC = ToolSpec(
    name="web_browser",
    description="Search the web; only for what the local index does not have.",
    arguments={
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "what to search for", "minLength": 3, "maxLength": 200},
        },
        "required": ["query"],
        "additionalProperties": False,
    },
    side_effect="external",
    permission="network.search",
)


@dataclass(frozen=True)
class WebBrowserTool:
    """Always missing its endpoint: nothing of a case leaves this machine."""

    @property
    def spec(self) -> ToolSpec:
        """The declaration."""
        return SPEC

    def readiness(self) -> Readiness:
        """Return what is missing."""
        return Readiness(
            "missing",
            "no search endpoint is configured; use retrieve",
        )

    def run(self, arguments: JsonObject, context: ToolContext) -> ToolOutput:
        """Raises: ToolError missing_dependency."""
        raise ToolError("missing_dependency", self.readiness().detail)
