"""The decisions conditions are looked for in: what is compared, and the figures and bars."""

import numpy as np
import pytest

from ace.curator.conditions.recorded import MIN_ALIKE, Figures, actions_cited, recorded_decisions
from runtime.contracts.condition_context import TUTOR_CONTEXT
from tests.ace.curator.conditions.deciding import decided


@pytest.mark.parametrize(
    ("figures", "passes", "nearly"),
    [
        (Figures(8, 10, 5, 100, 0, 0), True, True),
        (Figures(7, 10, 5, 100, 0, 0), False, True),
        (Figures(6, 10, 5, 100, 0, 0), False, False),
        (Figures(10, 10, 6, 100, 0, 0), False, True),
        (Figures(10, 10, 7, 100, 0, 0), False, False),
        (Figures(0, 1, 0, 100, 0, 0), False, False),
    ],
    ids=["at both bars", "one too few", "two too few", "one alarm too many", "two too many", "never none"],
)
def test_the_bars_and_the_one_decision_a_half_may_be_off(figures: Figures, passes: bool, nearly: bool) -> None:
    assert (figures.passes, figures.nearly_passes) == (passes, nearly)


def test_it_tells_by_more_with_more_decisions_and_by_nothing_with_none_alike() -> None:
    few, many = Figures(5, 5, 0, 9, 0, 9), Figures(50, 50, 0, 90, 0, 90)
    assert 0 < few.tells_by < many.tells_by < 1
    assert Figures(5, 5, 0, 9, 0, 0).tells_by == -1


def test_compared_are_clean_decisions_of_the_same_actions() -> None:
    cited = [decided("zoom"), decided("zoom")]
    recorded = recorded_decisions(cited, [*[decided("zoom")] * MIN_ALIKE, decided("HINT")])
    assert recorded.alike.tolist() == [False, False, *[True] * MIN_ALIKE, False]
    everything = np.ones(MIN_ALIKE + 3, dtype=bool)
    expected = Figures(2, 2, MIN_ALIKE + 1, MIN_ALIKE + 1, MIN_ALIKE, MIN_ALIKE)
    assert recorded.figures(everything, everything, everything) == expected


def test_where_hardly_a_clean_decision_takes_the_action_all_are_compared_with() -> None:
    few = [decided("zoom")] * (MIN_ALIKE - 1)
    recorded = recorded_decisions([decided("zoom")], [decided("HINT"), *few])
    assert recorded.is_unseen
    assert recorded.alike.tolist() == [False, True, *[True] * len(few)]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["zoom"] * 9, ('action.name == "zoom"', 'action.kind == "REQUEST_TOOL"')),
        (["zoom"] * 9 + ["ocr"] * 9, ('action.kind == "REQUEST_TOOL"', 'action.name in ["ocr", "zoom"]')),
        (["HINT"] * 5 + ["QUIZ"] * 5, ('action.name in ["HINT", "QUIZ"]', 'action.kind in ["HINT", "QUIZ"]')),
        (["zoom"] * 99 + ["HINT"], ('action.name == "zoom"', 'action.kind == "REQUEST_TOOL"')),
    ],
    ids=["one tool", "two tools", "two responses", "a rare one is left out"],
)
def test_actions_cited(names: list[str], expected: tuple[str, ...]) -> None:
    assert actions_cited(recorded_decisions([decided(name) for name in names], []), TUTOR_CONTEXT) == expected
