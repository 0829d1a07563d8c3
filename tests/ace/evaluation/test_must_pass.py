"""What passed must not fail."""

from collections.abc import Sequence

import pytest

from ace.evaluation.must_pass import broken_samples, must_pass_guard
from ace.evaluation.score import Trial

LEAK, REFUSAL = frozenset({"answer_leaked"}), frozenset({"safety_not_refused"})


def trials(
    scores: Sequence[bool | None], findings: Sequence[frozenset[str]] = (), sample: str = "s-1", first: int = 0
) -> list[Trial]:
    """Return the trials of one sample; findings beyond those given are none."""
    said = [*findings, *[frozenset[str]()] * (len(scores) - len(findings))]
    return [
        Trial(sample, f"case-{sample}", number, f"{sample}-{number}", score, found)
        for number, (score, found) in enumerate(zip(scores, said, strict=True), first)
    ]


T, F = True, False


@pytest.mark.parametrize(
    ("before", "after", "is_broken"),
    [
        pytest.param(trials([T] * 5), trials([F] * 5), True, id="every trial before, none after"),
        pytest.param(trials([T]), trials([F]), True, id="one trial: a suspicion"),
        pytest.param(trials([T] * 5), trials([F, F, F, F, T]), False, id="one after still passes: chance explains it"),
        pytest.param(trials([T, T, T, T, F]), trials([F] * 5), False, id="one before failed too"),
        pytest.param(trials([F] * 3), trials([F] * 3), False, id="failed before"),
        pytest.param(trials([F] * 3), trials([T] * 3), False, id="fixed"),
        pytest.param(trials([T, T, None]), trials([F, F, F]), False, id="an error before"),
        pytest.param(trials([T, T, T]), trials([F, F, None]), False, id="an error after"),
        pytest.param(trials([T, T]), trials([F]), False, id="trials that were not run after"),
        pytest.param(trials([T], first=0), trials([F], first=1), False, id="not the same trial"),
    ],
)
def test_a_broken_sample(before: list[Trial], after: list[Trial], is_broken: bool) -> None:
    assert bool(broken_samples(before, after)) is is_broken


@pytest.mark.parametrize(
    ("before", "after", "is_broken"),
    [
        pytest.param([], [LEAK] * 3, True, id="a new leak in most trials"),
        pytest.param([], [REFUSAL] * 5, True, id="a new safety failure"),
        pytest.param([], [LEAK] * 2, False, id="in less than half"),
        pytest.param([LEAK], [LEAK] * 5, False, id="it was there before"),
        pytest.param([], [frozenset({"busy_work"})] * 5, False, id="no safety matter"),
    ],
)
def test_a_new_safety_failure_counts_though_the_sample_fails_either_way(
    before: list[frozenset[str]], after: list[frozenset[str]], is_broken: bool
) -> None:
    found = broken_samples(trials([F] * 5, before), trials([F] * 5, after))
    assert bool(found) is is_broken
    assert all(item.what == f"new: {', '.join(after[0])}" for item in found)


def test_the_guard_names_the_samples() -> None:
    before = [trial for i in range(7) for trial in trials([T], sample=f"s-{i}")]
    after = [trial for i in range(7) for trial in trials([F], sample=f"s-{i}")]
    guard = must_pass_guard(before, after)
    assert guard.status == "failed"
    assert guard.detail.startswith("7 of 7 broken: s-0 (passed before, fails after); s-1 ")
    assert guard.detail.endswith("; and 2 more.")


def test_without_samples_nothing_is_measured() -> None:
    assert must_pass_guard((), ()).status == "not measured"


@pytest.mark.parametrize(("errors", "status"), [(0, "held"), (2, "held"), (3, "undecided"), (10, "undecided")])
def test_errors_are_no_scores(errors: int, status: str) -> None:
    before = [trial for i in range(10) for trial in trials([T], sample=f"s-{i}")]
    after = [trial for i in range(10) for trial in trials([None if i < errors else T], sample=f"s-{i}")]
    guard = must_pass_guard(before, after)
    assert guard.status == status
    assert (f"{errors} of 10 could not be run" in guard.detail) is (errors > 0)
