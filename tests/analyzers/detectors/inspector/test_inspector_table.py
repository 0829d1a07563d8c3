"""The inspector's detectors as a whole: one failure each, quoting what is there, never raising."""

from collections.abc import Callable

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analyzers.detectors.inspector.table import INSPECTOR_DETECTORS
from analyzers.detectors.registry import run_detectors
from analyzers.evidence import is_shown
from runtime.contracts.json_types import JsonObject
from runtime.contracts.tool_call import ToolCard
from runtime.contracts.trace_event import Episode, Step

Inspect = Callable[..., Episode]
IDS = st.lists(st.integers(-1, 5), max_size=4)
LINES = st.one_of(
    st.tuples(st.just("find"), st.integers(0, 4)),
    st.tuples(st.just("measure"), IDS, st.sampled_from([None, "timeout", "invalid_arguments"])),
    st.tuples(st.just("view"), st.integers(-1, 5)),
    st.tuples(st.just("say"), st.sampled_from(["", "Let me think.", '{"a": ', "\ud800 lone"])),
    st.tuples(
        st.just("report"), IDS, st.sampled_from(["accept", "reject", "maybe"]), st.sampled_from(["", "no", "1 is open"])
    ),
)
GARBAGE: st.SearchStrategy[object] = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.floats() | st.sampled_from(["", "1", "reject"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "ids", "x"]), inner, max_size=2),
    max_leaves=5,
)
NAMES = st.sampled_from(["candidate", "kept_ids", "verdict", "arguments", "tool"])
STATE = st.sampled_from(["searched", "unmeasured", "measured", "repeats"])


def test_a_careful_inspection_has_no_findings(inspection: Inspect) -> None:
    careful = inspection(
        ("find", 3), ("measure", [1, 2, 3]), ("view", 1), ("report", [1, 2], "reject"), kept_ids=[1, 2]
    )
    assert run_detectors([careful]) == ((), ())


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=st.lists(LINES, max_size=9), false=IDS, missed=IDS)
def test_any_inspection_can_be_read_and_findings_quote_it(
    inspection: Inspect, lines: list[tuple[object, ...]], false: list[int], missed: list[int]
) -> None:
    episode = inspection(*lines, false_kept=false, missed_candidates=missed)
    for detector in INSPECTOR_DETECTORS:
        found = detector.detect(episode)
        assert found == detector.detect(episode)
        for finding in found:
            assert finding.detector == detector.name
            assert not finding.quote or is_shown(finding, episode), finding


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_garbage_in_a_record_breaks_no_detector(inspection: Inspect, data: st.DataObject) -> None:
    kinds = st.sampled_from(["REQUEST_TOOL", "SUBMIT_REPORT", "KEEP", "DROP", "x"])
    tools = st.sampled_from(["find_candidates", "measure_candidate"])
    steps = []
    for number in range(data.draw(st.integers(0, 4))):
        proposed: JsonObject = {**data.draw(st.dictionaries(NAMES, GARBAGE)), "action": data.draw(kinds)}
        rows: JsonObject = data.draw(st.dictionaries(st.sampled_from(["candidates", "measures"]), GARBAGE))
        card = ToolCard("c", data.draw(tools), {}, "", "", True, "s", None, (), rows)
        views: st.SearchStrategy[object] = st.dictionaries(STATE, GARBAGE)
        context: JsonObject = data.draw(st.dictionaries(st.sampled_from(["action", "state"]), views))
        steps.append(Step("r1", "e1", number, (), "", "", proposed=proposed, card=card, context=context))
    made = inspection(false_kept=data.draw(GARBAGE), missed_candidates=data.draw(GARBAGE))
    episode = Episode(made.header, tuple(steps), made.outcome)
    assert run_detectors([episode]).errors == ()


def test_no_failure_has_two_names(inspection: Inspect) -> None:
    sent_back = ("report", [2, 9], "accept", "many things")
    bad = inspection(("find", 3), ("measure", [1]), sent_back, terminal="budget_spent", message="spent")
    assert sorted(one.detector for one in run_detectors([bad]).findings) == [
        "candidate_never_measured",
        "invented_candidate",
        "kept_unmeasured",
        "report_sent_back",
        "step_limit",
        "verdict_contradicts_kept",
    ]
