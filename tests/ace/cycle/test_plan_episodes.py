"""How many episodes each stage runs, counted by hand."""

import pytest

from ace.config.settings import GateSettings, RunSettings
from ace.cycle.plan_episodes import Layout, Pools, Stage, cases_in, lay_out
from runtime.contracts.sample import Sample, Split


def made(split: Split, cases: int, each: int) -> tuple[Sample, ...]:
    """Return `each` samples of so many cases."""
    return tuple(
        Sample(id=f"{split}-{case}-{number}", case=f"{split}-{case}", agent="tutor", split=split)
        for case in range(cases)
        for number in range(each)
    )


POOLS = Pools(made("dev", 40, 2), made("sealed", 110, 3), made("must_pass", 4, 1))


def episodes(layout: Layout) -> dict[str, tuple[int, int]]:
    """Return episodes once and for each draft, by stage."""
    return {stage.name: (stage.before, stage.after) for stage in layout.stages}


@pytest.mark.parametrize(
    ("run", "gate", "expected"),
    [
        (
            RunSettings(),
            GateSettings(),
            {
                "run": (80, 0),
                "screen": (160, 240),
                "held-out": (990, 990),
                "must pass": (12, 12),
                "control": (0, 240),
            },
        ),
        (
            RunSettings(limit=20, trials=3),
            GateSettings(trials=2, control=False, most=100, estimate_batch=10, must_pass_limit=3),
            {
                "run": (60, 0),
                "screen": (0, 40),
                "held-out": (600, 600),
                "estimate": (60, 60),
                "must pass": (6, 6),
            },
        ),
        (
            RunSettings(limit=20, trials=3),
            GateSettings(trials=2, control=False, sealed_limit=99),
            {"run": (60, 0), "screen": (0, 40), "must pass": (8, 8)},
        ),
        (
            RunSettings(),
            GateSettings(trials=1, sealed=False),
            {"run": (80, 0), "screen": (0, 80), "must pass": (4, 4), "control": (0, 80)},
        ),
        (
            RunSettings(),
            GateSettings(profile="screening", trials=1),
            {"run": (80, 0), "screen": (0, 80), "must pass": (4, 4)},
        ),
        (RunSettings(), GateSettings(profile="advisory"), {"run": (80, 0), "screen": (60, 90)}),
    ],
    ids=["defaults", "limits", "too-few-held-out", "nothing-held-out", "screening", "advisory-tries-30"],
)
def test_episodes_by_stage(run: RunSettings, gate: GateSettings, expected: dict[str, tuple[int, int]]) -> None:
    assert episodes(lay_out(POOLS, run, gate)) == expected


def test_votes_are_cases() -> None:
    layout = lay_out(POOLS, RunSettings(limit=20), GateSettings(most=100))
    assert (layout.screen_cases, layout.held_out_cases) == (20, 100)
    assert [tuple(used) for used in layout.splits] == [
        ("dev", 80, 40, 20, 20),
        ("sealed", 330, 110, 300, 100),
        ("must_pass", 4, 4, 4, 4),
    ]
    assert cases_in(POOLS.dev) == 40


@pytest.mark.parametrize(
    ("name", "drafts", "passed", "count"),
    [
        ("run", 2, 0, 80),
        ("screen", 2, 0, 160 + 2 * 240),
        ("held-out", 2, 0, 0),
        ("held-out", 2, 1, 1980),
        ("held-out", 2, 2, 2970),
        ("control", 2, 2, 480),
    ],
)
def test_the_side_before_is_run_once_for_all_that_come_so_far(name: str, drafts: int, passed: int, count: int) -> None:
    stages: dict[str, Stage] = {stage.name: stage for stage in lay_out(POOLS, RunSettings(), GateSettings()).stages}
    assert stages[name].episodes(drafts, passed) == count
