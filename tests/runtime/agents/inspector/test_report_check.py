import pytest

from runtime.agents.inspector.report_check import MAX_REJECTIONS, check_report
from runtime.inspection.actions import Report
from runtime.inspection.state import InspectorState
from runtime.inspection.types import Box, Candidate, Measures

MEASURES = Measures(0.1, 30.0, 1.2, 8.0)


def _state(found: int | None, measured: tuple[int, ...] = ()) -> InspectorState:
    candidates = None
    if found is not None:
        candidates = tuple(Candidate(name, Box(0, 0, name, name)) for name in range(1, found + 1))
    return InspectorState("casting:1", candidates=candidates, measured=dict.fromkeys(measured, MEASURES))


@pytest.mark.parametrize(
    ("report", "state"),
    [
        (Report((1, 3), "reject"), _state(3, (1, 2, 3))),
        (Report((), "accept"), _state(3, (1, 2, 3))),
        (Report((), "accept"), _state(0)),
    ],
    ids=["some kept", "none kept", "no candidates"],
)
def test_a_sound_report_has_no_problem(report: Report, state: InspectorState) -> None:
    assert check_report(report, state) == ()


@pytest.mark.parametrize(
    ("report", "state", "said"),
    [
        (Report((), "accept"), _state(None), ["no candidates were looked for; call find_candidates first"]),
        (
            Report((1,), "accept"),
            _state(None),
            [
                "no candidates were looked for; call find_candidates first",
                "the verdict is accept, but candidates are kept; say reject, or keep none",
            ],
        ),
        (
            Report((7, 2), "reject"),
            _state(3, (1, 2, 3)),
            ["kept_ids has 7, but the candidates are 1, 2, 3; keep only what was found"],
        ),
        (Report((1,), "reject"), _state(0), ["kept_ids has 1, but there are no candidates; keep only what was found"]),
        (Report((2, 2), "reject"), _state(2, (1, 2)), ["kept_ids has 2 more than once; name each once"]),
        (
            Report((2, 3), "reject"),
            _state(4, (1,)),
            [
                "kept without being measured: 2, 3; call measure_candidate with ids [2, 3]",
                "dropped without being measured: 4; call measure_candidate with ids [4]",
            ],
        ),
        (
            Report((), "reject"),
            _state(1, (1,)),
            ["the verdict is reject, but no candidate is kept; say accept, or keep the voids"],
        ),
    ],
    ids=[
        "no search",
        "no search, wrong verdict",
        "invented",
        "invented of none",
        "twice",
        "unmeasured",
        "empty reject",
    ],
)
def test_each_problem_says_what_to_do(report: Report, state: InspectorState, said: list[str]) -> None:
    assert list(check_report(report, state)) == said


def test_a_thousand_ids_make_a_bounded_message() -> None:
    problems = check_report(Report(tuple(range(1, 1001)), "reject"), _state(3, (1, 2, 3)))
    assert len(problems) == 1
    assert "and 957 more" in problems[0]
    assert len(problems[0]) < 400


def test_a_report_is_sent_back_twice_at_most() -> None:
    assert MAX_REJECTIONS == 2
