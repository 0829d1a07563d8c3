from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.ports import ToolContext
from runtime.inspection.candidates import find_candidates
from runtime.inspection.castings import make_casting
from runtime.tools.check_arguments import check_value
from runtime.tools.find_candidates import SPEC, FindCandidatesTool


def test_candidates_are_those_of_the_detector_with_their_boxes() -> None:
    out = FindCandidatesTool().run({}, ToolContext("casting:7", MemoryArtifactStore(), None))
    expected = find_candidates(make_casting(7).pixels)
    assert len(expected) > 1
    assert out.data == {"candidates": [{"id": one.id, "box": list(one.box)} for one in expected]}
    assert check_value(SPEC.output, out.data, "data") == ""
    assert out.artifact_refs == ()


def test_the_summary_has_one_part_a_candidate() -> None:
    out = FindCandidatesTool().run({}, ToolContext("casting:7", MemoryArtifactStore(), None))
    found = find_candidates(make_casting(7).pixels)
    head, listed = out.summary.split(". ", 1)
    assert head == f"{len(found)} candidates (id: box x0,y0-x1,y1 in pixels)"
    box = found[0].box
    assert listed.split("; ")[0] == f"1: {box.x0},{box.y0}-{box.x1},{box.y1}"
    assert len(listed.split("; ")) == len(found)


def test_it_is_ready_here() -> None:
    assert FindCandidatesTool().readiness().state == "ready"
    assert FindCandidatesTool().spec is SPEC
