"""A gain overall must not hide a loss in one slice."""

import pytest

from ace.evaluation.bootstrap import Bounds
from ace.evaluation.score import Trial
from ace.evaluation.slices import MIN_SLICE_CASES, Slice, measure_slices, slice_names, slice_status, slices_guard
from runtime.contracts.sample import Sample, StudentProfile, TutorSample


def sample(number: int, modality: str = "CT", organ: str = "") -> Sample:
    return Sample(id=f"s{number}", case=f"c{number}", agent="x", split="dev", modality=modality, organ=organ)


def trials(scores: list[bool]) -> list[Trial]:
    return [Trial(f"s{i}", f"c{i}", 0, f"e{i}", score, frozenset()) for i, score in enumerate(scores)]


def test_the_slices_of_a_sample() -> None:
    student = StudentProfile(level="novice", belief="It is a cyst.", choice="B")
    tutored = TutorSample(
        id="a", case="a", agent="tutor", split="dev", modality="US", organ="liver", question="?",
        options={"A": "x", "B": "y"}, answer="A", student=student,
    )  # fmt: skip
    assert slice_names(tutored) == ("level: novice", "modality: US", "organ: liver")
    assert slice_names(sample(0)) == ("modality: CT",)


@pytest.mark.parametrize(
    ("change", "bounds", "cases", "expected"),
    [
        pytest.param(0.06, (0.01, 0.11), 60, "held", id="clearly no loss"),
        pytest.param(0.0, (-0.02, 0.02), 60, "held", id="just within two points"),
        pytest.param(-0.015, (-0.03, 0.0), 900, "failed", id="precise, and two points cannot be excluded"),
        pytest.param(-0.2, (-0.35, -0.05), 40, "failed", id="imprecise, but the loss is beyond chance"),
        pytest.param(0.0, (-0.08, 0.08), 60, "too few to tell", id="nothing changed, and the slice is small"),
        pytest.param(-0.9, (-1.0, -0.8), MIN_SLICE_CASES - 1, "too few to tell", id="fewer cases than are judged"),
    ],
)
def test_what_can_be_said_of_a_slice(change: float, bounds: tuple[float, float], cases: int, expected: str) -> None:
    assert slice_status(change, Bounds(*bounds), cases) == expected


def test_a_loss_in_one_slice_is_found_beside_a_gain_in_all() -> None:
    """80 CT cases of which 40 are fixed, 40 MR cases of which 12 are broken."""
    before = [False] * 40 + [True] * 40 + [True] * 40
    after = [True] * 80 + [False] * 12 + [True] * 28
    found = measure_slices(
        trials(before), trials(after), [sample(i, "CT" if i < 80 else "MR") for i in range(120)], seed=0
    )
    assert [(item.name, item.status, item.fixed, item.broke, item.cases) for item in found] == [
        ("modality: CT", "held", 40, 0, 80),
        ("modality: MR", "failed", 0, 12, 40),
    ]
    assert found[1].after - found[1].before == pytest.approx(-0.3)
    guard = slices_guard(found)
    assert guard.status == "failed"
    assert guard.detail.startswith("modality: MR -30.0 points (bound ")
    assert guard.detail.endswith("1 held, 0 too few to tell.")


def test_all_ties_hold() -> None:
    scores = trials([True, False] * 20)
    (found,) = measure_slices(scores, scores, [sample(i) for i in range(40)], seed=0)
    assert (found.status, found.fixed, found.broke, found.bounds) == ("held", 0, 0, Bounds(0.0, 0.0))


def test_undecided_samples_are_in_no_slice() -> None:
    lost = [Trial("s0", "c0", 0, "e0", None, frozenset())]
    assert measure_slices(trials([True]), lost, [sample(0)], seed=0) == ()


@pytest.mark.parametrize(
    ("slices", "status"),
    [
        ((), "not measured"),
        ((Slice("a", 1, 1, 0.0, 0.0, 0, 0, Bounds(0.0, 0.0), "too few to tell"),), "not measured"),
        ((Slice("a", 40, 40, 0.0, 0.0, 0, 0, Bounds(0.0, 0.0), "held"),), "held"),
    ],
    ids=["no slice", "none that can be told", "one that held"],
)
def test_the_guard_without_a_loss(slices: tuple[Slice, ...], status: str) -> None:
    assert slices_guard(slices).status == status
