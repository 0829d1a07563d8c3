"""measure_candidate: contrast, area, aspect ratio and distance to the image edge of candidates."""

from dataclasses import dataclass
from pathlib import Path

from runtime.contracts.errors import ToolError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import Readiness, ToolOutput, ToolSpec
from runtime.inspection.candidates import MOST
from runtime.inspection.types import Measures
from runtime.tools.casting_image import ID_SCHEMA, casting_readiness, examine_image, known_candidate

SPEC = ToolSpec(
    name="measure_candidate",
    description="Measure candidates: contrast to the ring around, area, aspect ratio, distance to the image edge.",
    arguments={
        "type": "object",
        "properties": {
            "ids": {
                "type": "array",
                "description": "numbers of the candidates, each once",
                "items": ID_SCHEMA,
                "minItems": 1,
                "maxItems": MOST,
            },
            "id": {"type": "integer", "description": "a single candidate's number instead of ids", "minimum": 1},
        },
        "additionalProperties": False,
    },
    output={
        "type": "object",
        "properties": {
            "measures": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "id": ID_SCHEMA,
                        "contrast": {"type": "number", "description": "mean inside over the ring's mean, less 1"},
                        "area_px": {"type": "number", "minimum": 0},
                        "aspect_ratio": {"type": "number", "description": "longer over shorter side", "minimum": 1},
                        "edge_distance_px": {"type": "number", "description": "0 touches the edge", "minimum": 0},
                    },
                    "required": ["id", *Measures._fields],
                },
                "maxItems": MOST,
            },
        },
        "required": ["measures"],
    },
)


@dataclass(frozen=True)
class MeasureCandidateTool:
    """Measurements of one candidate or several. `image_base` is the folder relative image paths start from."""

    image_base: Path | None = None

    @property
    def spec(self) -> ToolSpec:
        """The declaration."""
        return SPEC

    def readiness(self) -> Readiness:
        """Return whether the image packages are installed."""
        return casting_readiness()

    def run(self, arguments: JsonObject, context: ToolContext) -> ToolOutput:
        """Return the measurements in the order asked for.

        Units: contrast and aspect ratio are unitless, areas and distances are pixels; the summary rounds them.
        Raises: ToolError.
        """
        ids = _ids(arguments)
        examined = examine_image(context, self.image_base)
        rows = [(name, known_candidate(examined, name)[1]) for name in ids]
        listed = "; ".join(f"{name}: {_words(measures)}" for name, measures in rows)
        data: JsonObject = {"measures": [{"id": name, **measures._asdict()} for name, measures in rows]}
        return ToolOutput(f"id: contrast,area px,aspect ratio,edge distance px. {listed}", data=data)


def _ids(arguments: JsonObject) -> list[int]:
    one, several = arguments.get("id"), arguments.get("ids")
    if (one is None) == (several is None):
        raise ToolError("invalid_arguments", "measure_candidate needs `ids`, such as [1, 2], or one `id`, not both")
    ids = [name for name in (several if isinstance(several, list) else [one]) if isinstance(name, int)]
    repeated = next((name for name in ids if ids.count(name) > 1), None)
    if repeated is not None:
        raise ToolError("invalid_arguments", f"ids has {repeated} twice; give each id once")
    return ids


def _words(measures: Measures) -> str:
    # Short: a summary holds 40 candidates of a large image, each whole.
    contrast, area, ratio, edge = measures
    return f"{contrast:.4f},{area:.0f},{ratio:.3g},{edge:.0f}"
