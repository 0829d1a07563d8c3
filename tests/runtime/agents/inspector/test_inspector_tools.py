"""The inspector's tools: what they are called, and that nothing they say comes from anywhere but the pixels."""

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import pytest

from runtime.agents.inspector.tools import inspector_tools
from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ToolContext
from runtime.contracts.tool_call import ToolCall, ToolCard
from runtime.inspection.actions import TOOL_NAMES
from runtime.inspection.castings import make_casting
from runtime.inspection.types import MEASURES, Box
from runtime.tools.call_tool import call_tool
from runtime.tools.tool_memory import ToolMemory

NUMBERS = range(30)
KEYS = {"candidates", "measures", "id", "box", "crop", "scale", "black", "white", *MEASURES}
NUMBER = r"-?\d+(?:\.\d+)?"
BOX = r"\d+,\d+-\d+,\d+"
# Every sentence a tool that worked can say. A word beyond these could be one about the truth.
SAID = (
    re.compile(rf"\d+ candidates? \(id: box x0,y0-x1,y1 in pixels\)\. \d+: {BOX}(?:; \d+: {BOX})*"),
    re.compile(r"No candidates found in this image\. Submit the report: kept_ids \[\], verdict accept\."),
    re.compile(
        r"id: contrast,area px,aspect ratio,edge distance px\. "
        rf"\d+: {NUMBER}(?:,{NUMBER}){{3}}(?:; \d+: {NUMBER}(?:,{NUMBER}){{3}})*"
    ),
    re.compile(
        rf"Picture of candidate \d+ \(box {BOX}\) and its surroundings \({BOX}\), \d+ times enlarged, "
        r"values \d+ to \d+ shown black to white\."
    ),
)
NO_SUCH = re.compile(r"there is no candidate \d+; they are numbered 1 to \d+")


class _Seen(NamedTuple):
    """What one call let an agent see: summary, data, pictures; `ok` False for a call that failed."""

    ok: bool
    summary: str
    data: JsonObject
    pictures: tuple[bytes, ...]


def _call(name: str, arguments: JsonObject, context: ToolContext, base: Path | None = None) -> ToolCard:
    return call_tool(inspector_tools(base), ToolCall("c1", name, arguments), context)


def _seen(ref: str, base: Path | None = None) -> list[_Seen]:
    """Everything that the tools can say of an image: the search, every measurement, every picture."""
    context = ToolContext(ref, MemoryArtifactStore(), None)
    cards = [_call("find_candidates", {}, context, base)]
    ids = [one["id"] for one in _rows(cards[0].data, "candidates")]
    cards.append(_call("measure_candidate", {"ids": ids or [1]}, context, base))
    cards += [_call("measure_candidate", {"id": name}, context, base) for name in ids]
    cards += [_call("view_candidate", {"id": name}, context, base) for name in [*ids, len(ids) + 1]]
    return [
        _Seen(card.ok, card.summary, card.data, tuple(context.artifacts.get(ref) for ref in card.artifact_refs))
        for card in cards
    ]


def _rows(data: JsonObject, name: str) -> list[JsonObject]:
    rows = data[name]
    assert isinstance(rows, list)
    return rows


def _keys(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield key
            yield from _keys(item)
    elif isinstance(value, list):
        for item in value:
            yield from _keys(item)


def _boxes(value: object) -> Iterator[Box]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            if key in {"box", "crop"} and isinstance(item, list):
                yield Box(*item)
            yield from _boxes(item)
    elif isinstance(value, list):
        for item in value:
            yield from _boxes(item)


@pytest.mark.parametrize("number", NUMBERS)
def test_tools_say_only_what_the_pixels_say(tmp_path: Path, number: int) -> None:
    # The same pixels as a file, of which no truth is known anywhere, give the same words, numbers and pictures.
    casting = make_casting(number)
    assert cv2.imwrite(str(tmp_path / "plate.png"), casting.pixels)
    seen = _seen(f"casting:{number}")
    assert seen == _seen("plate.png", tmp_path)
    for one in seen:
        assert set(_keys(one.data)) <= KEYS
        if one.ok:
            assert any(form.fullmatch(one.summary) for form in SAID), one.summary
        else:
            assert re.fullmatch(
                r"there is no candidate \d+; they are numbered 1 to \d+|" + SAID[1].pattern, one.summary
            )
    found = {Box(*row["box"]) for row in _rows(seen[0].data, "candidates")}  # type: ignore[misc]
    shown = {box for one in seen for box in _boxes(one.data)}
    for true in set(casting.voids) - found:
        assert true not in shown
        assert not any(f"{true.x0},{true.y0}-{true.x1},{true.y1}" in one.summary for one in seen)


def test_some_of_the_castings_have_real_and_false_candidates() -> None:
    # Else the test above would hold nothing against nothing.
    voids = sum(len(make_casting(number).voids) for number in NUMBERS)
    found = sum(len(_rows(_seen_first(number), "candidates")) for number in NUMBERS)
    assert voids > 30
    assert found > 60


def _seen_first(number: int) -> JsonObject:
    return _call("find_candidates", {}, ToolContext(f"casting:{number}", MemoryArtifactStore(), None)).data


def test_the_tools_are_those_that_conditions_know() -> None:
    assert tuple(inspector_tools()) == TOOL_NAMES
    assert {tool.readiness().state for tool in inspector_tools().values()} == {"ready"}


def test_no_declaration_says_that_the_truth_can_be_had() -> None:
    for tool in inspector_tools().values():
        assert not re.search(r"truth|mask|label|real|correct", f"{tool.spec.description} {tool.spec.output}")


def test_no_tool_loads_what_reads_the_truth() -> None:
    code = "import sys, runtime.agents.inspector.tools as tools; tools.inspector_tools(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    assert "runtime.tools.measure_candidate" in loaded
    assert not [name for name in loaded if name in {"runtime.inspection.truth", "numpy", "cv2"}]


def test_tools_work_the_same_from_a_memory() -> None:
    memory, context = ToolMemory(), ToolContext("casting:4", MemoryArtifactStore(), None)
    call = ToolCall("c1", "find_candidates", {})
    first, second = (call_tool(inspector_tools(), call, context, memory) for _ in range(2))
    assert (first.data, first.summary) == (second.data, second.summary)
    assert second.is_replayed


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("find_candidates", {"ids": [1]}, "find_candidates: ids: unknown field; known: none"),
        ("measure_candidate", {"ids": ["1"]}, "measure_candidate: ids[0]: must be integer, got '1'"),
        ("measure_candidate", {"ids": [-1]}, "measure_candidate: ids[0]: -1 is below the least, 1"),
        ("measure_candidate", {"ids": [1, 1]}, "ids has 1 twice; give each id once"),
        ("measure_candidate", {"ids": []}, "measure_candidate: ids: 0 items is below the least, 1"),
        ("measure_candidate", {"ids": list(range(1, 1001))}, "ids: 1000 items is above the most, 40"),
        ("measure_candidate", {}, "needs `ids`, such as [1, 2], or one `id`, not both"),
        ("measure_candidate", {"id": 1, "ids": [1]}, "needs `ids`, such as [1, 2], or one `id`, not both"),
        ("measure_candidate", {"ids": [1, 39]}, "there is no candidate 39; they are numbered 1 to "),
        ("measure_candidate", {"id": True}, "measure_candidate: id: must be integer, got True"),
        ("view_candidate", {"id": "1"}, "view_candidate: id: must be integer, got '1'"),
        ("view_candidate", {"id": 0}, "view_candidate: id: 0 is below the least, 1"),
        ("view_candidate", {"id": 10**40}, "there is no candidate with so large a number; they are numbered 1 to "),
        ("view_candidate", {}, "view_candidate: id: missing"),
    ],
)
def test_a_wrong_call_comes_back_with_what_to_do(name: str, arguments: JsonObject, said: str) -> None:
    card = _call(name, arguments, ToolContext("casting:4", MemoryArtifactStore(), None))
    assert not card.ok
    assert card.error_class == "invalid_arguments"
    assert said in card.summary


@pytest.mark.parametrize("name", TOOL_NAMES)
@pytest.mark.parametrize(
    ("ref", "said"),
    [
        ("", "this case has no image; there is nothing to inspect"),
        ("none.png", "no such file"),
        ("empty.png", "zero bytes"),
        ("text.png", "image 'text.png'"),
        ("casting:x", "casting:x"),
        ("../outside.png", "leaves its folder"),
        ("artifact://sha256/" + "0" * 64, "not in the artifact store"),
    ],
    ids=["no image", "missing", "empty", "no image file", "no number", "outside", "no artifact"],
)
def test_an_image_that_cannot_be_read_is_said_to_be(tmp_path: Path, name: str, ref: str, said: str) -> None:
    (tmp_path / "empty.png").touch()
    (tmp_path / "text.png").write_text("no image at all")
    arguments: dict[str, JsonObject] = {"measure_candidate": {"ids": [1]}, "view_candidate": {"id": 1}}
    card = _call(name, arguments.get(name, {}), ToolContext(ref, MemoryArtifactStore(), None), tmp_path)
    assert (card.ok, card.error_class) == (False, "business_failure")
    assert said in card.summary


@pytest.mark.parametrize("kind", ["colour", "8-bit"])
def test_colour_and_eight_bit_images_are_inspected_too(tmp_path: Path, kind: str) -> None:
    grey = np.asarray(np.clip(make_casting(4).pixels // 200, 0, 255), np.uint8)
    cv2.imwrite(str(tmp_path / "plate.png"), cv2.merge([grey, grey, grey]) if kind == "colour" else grey)
    context = ToolContext("plate.png", MemoryArtifactStore(), None)
    found = _call("find_candidates", {}, context, tmp_path)
    assert found.ok
    assert _rows(found.data, "candidates")
    assert _call("measure_candidate", {"id": 1}, context, tmp_path).ok
    assert _call("view_candidate", {"id": 1}, context, tmp_path).ok


def test_an_image_without_candidates_says_what_to_do(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "flat.png"), np.full((64, 64), 30_000, np.uint16))
    context = ToolContext("flat.png", MemoryArtifactStore(), None)
    found = _call("find_candidates", {}, context, tmp_path)
    assert (found.ok, found.data) == (True, {"candidates": []})
    assert found.summary == "No candidates found in this image. Submit the report: kept_ids [], verdict accept."
    for name, arguments in (("measure_candidate", {"ids": [1]}), ("view_candidate", {"id": 1})):
        card = _call(name, dict(arguments), context, tmp_path)
        assert (card.error_class, card.summary) == ("empty_result", found.summary)


def test_of_a_thousand_candidates_the_best_forty_are_listed_whole(tmp_path: Path) -> None:
    pixels = np.full((1600, 1600), 20_000, np.uint16)
    for y in range(25, 1600, 48):
        for x in range(25, 1600, 48):
            pixels[y : y + 6, x : x + 6] = 24_000
    cv2.imwrite(str(tmp_path / "many.png"), pixels)
    context = ToolContext("many.png", MemoryArtifactStore(), None)
    found = _call("find_candidates", {}, context, tmp_path)
    measured = _call("measure_candidate", {"ids": list(range(1, 41))}, context, tmp_path)
    assert len(_rows(found.data, "candidates")) == len(_rows(measured.data, "measures")) == 40
    assert found.summary.startswith("40 candidates, more are not listed (id: box")
    for card in (found, measured):
        assert not card.summary.endswith("...")
        assert "; 40: " in card.summary
