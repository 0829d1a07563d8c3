"""What `ace runs` prints."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from ace.retention.prune_runs import Pruned
from ace.retention.recorded_runs import RecordedRun
from ace.retention.runs_text import bytes_words, pruned_json, pruned_text, runs_json, runs_text
from ace.retention.trial_arms import TrialArm

RUN = RecordedRun(
    "r-20200101-000000-0000", Path("x"), "run", datetime(2020, 1, 1, tzinfo=UTC), "simulated/p\x1b[2J", True, 1, 41_300
)


def test_a_run_is_listed_with_its_size_and_why_it_is_needed() -> None:
    text = runs_text([RUN], {RUN.name: "it is `latest`"}, {"artifacts": 5})
    assert text.startswith("1 run, 41.3 KB; beside them: artifacts 5 B\n")
    assert "it is `latest`" in text
    assert "\x1b" not in text
    assert runs_json([RUN], {}, {"artifacts": 5})["others"] == {"artifacts": 5}


def test_what_went_and_what_stays_is_said() -> None:
    arm = TrialArm("a-000000000000", Path("y"), datetime(2020, 1, 1, tzinfo=UTC), 1000)
    uses = {"a-111111111111": "it is the arm of r-2"}
    done = Pruned((RUN,), {"r-2": "it is `latest`"}, 3, (), True, (arm,), uses, 2)
    assert pruned_text(done).splitlines() == [
        "would be removed: 1 run with 1 episode, 1 trial arm, 0 artifacts; would free 42.3 KB: runs 41.3 KB, "
        "trial arms 1.0 KB, artifacts 0 B; 3 newer runs and 2 newer arms kept",
        f"  {RUN.name}  1 episode, 41.3 KB",
        "  a-000000000000  trial arm, 1.0 KB",
        "  kept  r-2: it is `latest`",
        "  kept  a-111111111111: it is the arm of r-2",
    ]
    assert pruned_json(done)["freed"] == 42_300
    many = Pruned((RUN,) * 12, {}, 0, (), is_dry=False)
    assert pruned_text(many).startswith("removed: 12 runs with 12 episodes, 0 trial arms, 0 artifacts; freed 495.6 KB")
    assert "  ... and 2 more" in pruned_text(many)


@pytest.mark.parametrize(("size", "said"), [(0, "0 B"), (999, "999 B"), (1000, "1.0 KB"), (2_500_000_000, "2.5 GB")])
def test_sizes_are_in_powers_of_a_thousand(size: int, said: str) -> None:
    assert bytes_words(size) == said
