"""The table is complete, and a broken detector becomes a record."""

import pkgutil
import re
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module

import pytest
from hypothesis import given
from hypothesis import strategies as st

import analyzers.detectors
import analyzers.detectors.inspector
import analyzers.detectors.tool_agent
from analyzers.detectors.detector import Detector
from analyzers.detectors.inspector.table import INSPECTOR_DETECTORS
from analyzers.detectors.reading import About
from analyzers.detectors.registry import DETECTORS, TUTOR_DETECTORS, Unanalyzed, run_detectors
from analyzers.detectors.tool_agent.table import TOOL_AGENT_DETECTORS
from analyzers.finding import Finding
from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import ControllerInfo, Episode, Header, Outcome, Step, StudentTurn


def _bare(steps: tuple[Step, ...]) -> Episode:
    controller = ControllerInfo("scripted", "fixed", simulated=True)
    header = Header("r1", "e1", "s1", "c1", "dev", 0, 0, "tutor", controller, "", {}, (), {})
    return Episode(header, steps, Outcome("r1", "e1", "responded", "", {}))


def _broken(episode: Episode) -> list[Finding]:
    raise KeyError("no such field")


def _written(package: str, path: list[str]) -> set[str]:
    """Return the names of the modules below `path` that say what they find; the others only help."""
    modules = {one.name: import_module(f"{package}.{one.name}") for one in pkgutil.iter_modules(path) if not one.ispkg}
    found = {
        name: module.ABOUT for name, module in modules.items() if isinstance(getattr(module, "ABOUT", None), About)
    }
    assert all(about.name == name for name, about in found.items())
    return set(found)


def test_every_detector_file_is_in_its_table_under_its_own_name() -> None:
    written = _written("analyzers.detectors", list(analyzers.detectors.__path__))
    assert sorted(detector.name for detector in TUTOR_DETECTORS) == sorted(written)
    written = _written("analyzers.detectors.inspector", list(analyzers.detectors.inspector.__path__))
    assert sorted(detector.name for detector in INSPECTOR_DETECTORS) == sorted(written)
    written = _written("analyzers.detectors.tool_agent", list(analyzers.detectors.tool_agent.__path__))
    assert sorted(detector.name for detector in TOOL_AGENT_DETECTORS) == sorted(written)


def test_a_table_holds_the_detectors_of_one_kind_of_agent() -> None:
    assert {detector.scope for detector in TUTOR_DETECTORS} == {"tutor"}
    assert {detector.scope for detector in INSPECTOR_DETECTORS} == {"inspector"}
    assert {detector.scope for detector in TOOL_AGENT_DETECTORS} <= {"tool_agent"}


def test_no_two_detectors_that_read_the_same_episode_share_a_name() -> None:
    for agent in ("tutor", "inspector", "imported"):
        header = replace(_bare(()).header, agent=agent)
        names = [detector.name for detector in DETECTORS if detector.reads(header)]
        assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("detector", DETECTORS, ids=lambda detector: detector.name)
def test_every_detector_says_what_it_finds_where_the_cure_lies_and_how_much_it_matters(detector: Detector) -> None:
    assert detector.doc.startswith("Find ")
    assert f"Bucket: {detector.bucket}." in detector.doc
    severity = detector.doc.partition("Severity: ")[2].partition(".")[0]
    assert re.search(rf"\b{detector.severity}\b", severity)
    assert "Remedy: " in detector.doc


def test_a_broken_detector_is_recorded_and_the_others_still_find(
    step: Callable[..., Step], episode: Callable[..., Episode], call: Callable[..., JsonObject]
) -> None:
    broken = Detector("broken", "design", "minor", "", _broken)
    result = run_detectors([episode(step(0, call("web_browser")))], detectors=(broken, *DETECTORS))
    assert [one.detector for one in result.findings] == ["web_before_local"]
    assert result.errors == (Unanalyzed("broken", "e1", "KeyError: 'no such field'"),)


def test_a_good_episode_has_no_findings(
    step: Callable[..., Step], episode: Callable[..., Episode], call: Callable[..., JsonObject]
) -> None:
    steps = (step(0, call("retrieve", query="a")), step(1, {"action": "ASK_PROBE", "text": "Why?"}))
    assert run_detectors([episode(*steps)]) == ((), ())


def test_a_trace_without_any_context_accuses_nobody(
    step: Callable[..., Step], episode: Callable[..., Episode], call: Callable[..., JsonObject]
) -> None:
    hint: JsonObject = {"action": "HINT", "text": "x", "hint_level": 3}
    made: list[JsonObject] = [call("web_browser"), hint, {"action": "REVEAL_ANSWER"}]
    bare = [Step("r1", "e1", number, (), "", "", proposed=proposed) for number, proposed in enumerate(made)]
    assert run_detectors([episode(*bare, context={})]) == ((), ())


_GARBAGE: st.SearchStrategy[object] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["", "HINT", "retrieve", "What is it?"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
_NAMES = st.sampled_from(["action", "tool", "text", "arguments", "hint_level"])
_KINDS = st.sampled_from(
    ["HINT", "REVEAL_ANSWER", "REQUEST_TOOL", "MICROLESSON", "ASK_PROBE", "SAFETY_REFUSE", "RESPOND"]
)
_PROPOSED = st.none() | st.builds(lambda kind, more: {"action": kind} | more, _KINDS, st.dictionaries(_NAMES, _GARBAGE))
_FIELDS = st.sampled_from(["kind", "repeats", "tools", "student", "retrieval", "image", "answer_open", "names_option"])
_CONTEXT: st.SearchStrategy[JsonObject] = st.dictionaries(
    st.sampled_from(["action", "state", "x"]), _GARBAGE | st.dictionaries(_FIELDS, _GARBAGE)
)
_DATA: st.SearchStrategy[JsonObject] = st.dictionaries(st.sampled_from(["hits", "query", "x"]), _GARBAGE)


@st.composite
def _odd_steps(draw: st.DrawFn, number: int) -> Step:
    proposed = draw(_PROPOSED)
    ok = draw(st.booleans())
    card = ToolCard(
        "c",
        draw(st.sampled_from(["retrieve", "zoom"])),
        {},
        "",
        "",
        ok,
        "s",
        None if ok else "timeout",
        (),
        draw(_DATA),
    )
    said = StudentTurn("What is this here?", "", draw(st.sampled_from(["none", "wrong", ""])))
    return Step(
        "r1", "e1", number, (), "", "", proposed=proposed, taken=proposed, context=draw(_CONTEXT),
        card=card if draw(st.booleans()) else None, student=said if draw(st.booleans()) else None,
    )  # fmt: skip


@given(st.lists(st.integers(0, 5), max_size=4).flatmap(lambda numbers: st.tuples(*map(_odd_steps, numbers))))
def test_garbage_in_a_record_breaks_no_detector(steps: tuple[Step, ...]) -> None:
    one = _bare(steps)
    others = [replace(one, header=replace(one.header, agent=agent)) for agent in ("inspector", "imported")]
    assert run_detectors([one, *others]).errors == ()
