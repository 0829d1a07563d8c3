"""What a condition of a rule for the inspector can see."""

from typing import get_args

from runtime.contracts.condition_context import ContextField
from runtime.contracts.tool_call import ErrorClass
from runtime.inspection.actions import KINDS, TOOL_NAMES

INSPECTOR_CONTEXT: tuple[ContextField, ...] = (
    ContextField("action.kind", "", "REQUEST_TOOL, SUBMIT_REPORT, or KEEP or DROP of one candidate", KINDS),
    ContextField(
        "action.name",
        "",
        "the tool's name for REQUEST_TOOL, else the same as kind",
        (*TOOL_NAMES, *(kind for kind in KINDS if kind != "REQUEST_TOOL")),
    ),
    ContextField("action.arguments", {}, "the tool's arguments; of a report its kept_ids and verdict"),
    ContextField("action.text", "", "the reasons of a report"),
    ContextField("action.repeats", 0, "earlier calls that were the same"),
    ContextField("action.measured", False, "the candidate was measured"),
    ContextField("action.contrast", 0.0, "the candidate's contrast to the ring around it; 0 where it was not measured"),
    ContextField("action.area_px", 0.0, "the candidate's area in pixels"),
    ContextField("action.aspect_ratio", 1.0, "the longer over the shorter side of the candidate's box"),
    ContextField("action.edge_distance_px", 0.0, "the pixels between the candidate and the nearest image edge"),
    ContextField("action.kept", 0, "candidates that the report keeps"),
    ContextField("state.step", 0, "decisions taken before this one"),
    ContextField("state.candidates", 0, "candidates found so far"),
    ContextField("state.unmeasured", 0, "candidates found and not measured"),
    ContextField("state.searched", False, "candidates were looked for"),
    ContextField("state.rejections", 0, "reports that were sent back"),
    ContextField("state.tools.called", [], "names of the tools called so far, in order", TOOL_NAMES),
    ContextField("state.tools.last", "", "name of the last tool called", ("", *TOOL_NAMES)),
    ContextField("state.tools.last_ok", True, "the last tool call worked"),
    ContextField("state.tools.last_error", "", "error class of the last tool call", ("", *get_args(ErrorClass))),
    ContextField("state.tools.failed", [], "names of the tools that have failed so far", TOOL_NAMES),
    ContextField("episode.sample", "", "sample id"),
    ContextField("episode.tags", [], "labels of the sample"),
)
