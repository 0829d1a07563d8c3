import pytest

from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ToolError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.inspection.candidates import find_candidates
from runtime.inspection.castings import make_casting
from runtime.inspection.measure import measure_candidate
from runtime.inspection.types import Measures
from runtime.tools.check_arguments import check_value
from runtime.tools.measure_candidate import SPEC, MeasureCandidateTool

CONTEXT = ToolContext("casting:7", MemoryArtifactStore(), None)


def _expected(name: int) -> Measures:
    pixels = make_casting(7).pixels
    box = next(one.box for one in find_candidates(pixels) if one.id == name)
    return measure_candidate(pixels, box)


def test_measurements_come_unrounded_in_the_order_asked_for() -> None:
    out = MeasureCandidateTool().run({"ids": [2, 1]}, CONTEXT)
    rows: list[JsonObject] = [{"id": name, **_expected(name)._asdict()} for name in (2, 1)]
    assert out.data == {"measures": rows}
    assert check_value(SPEC.output, out.data, "data") == ""


def test_the_summary_rounds_them() -> None:
    out = MeasureCandidateTool().run({"ids": [1]}, CONTEXT)
    found = _expected(1)
    assert out.summary == (
        "id: contrast,area px,aspect ratio,edge distance px. "
        f"1: {found.contrast:.4f},{found.area_px:.0f},{found.aspect_ratio:.3g},{found.edge_distance_px:.0f}"
    )


def test_one_id_is_a_list_of_one() -> None:
    assert MeasureCandidateTool().run({"id": 2}, CONTEXT) == MeasureCandidateTool().run({"ids": [2]}, CONTEXT)


@pytest.mark.parametrize("arguments", [{}, {"id": 1, "ids": [1]}, {"ids": [1, 1]}, {"ids": [1, 99]}])
def test_a_wrong_list_measures_nothing(arguments: JsonObject) -> None:
    with pytest.raises(ToolError) as caught:
        MeasureCandidateTool().run(arguments, CONTEXT)
    assert caught.value.error_class == "invalid_arguments"


def test_it_is_ready_here() -> None:
    assert MeasureCandidateTool().readiness().state == "ready"
    assert MeasureCandidateTool().spec is SPEC
