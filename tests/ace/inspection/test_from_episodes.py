"""Counts and cost from an agent's episodes."""

import pytest

from ace.inspection.from_episodes import measured_episodes
from runtime.contracts.state import Terminal
from runtime.contracts.trace_event import ControllerInfo, Episode, Header, Outcome
from runtime.inspection.counts import ImageCounts

SCORES = {"success": 1.0, "kept": 3.0, "tp": 2.0, "fp": 1.0, "fn": 2.0}
SPENT = {"steps": 4, "tool_calls": 2, "model_calls": 4, "prompt_tokens": 900, "completion_tokens": 100, "seconds": 2.0}


def _episode(sample: str, trial: int = 0, terminal: Terminal = "answered", skipped: bool = False) -> Episode:
    header = Header(
        run="r",
        episode=f"{sample}-{trial}",
        sample=sample,
        case=sample,
        split="sealed",
        trial=trial,
        seed=1,
        agent="inspector",
        controller=ControllerInfo("simulated", "policy", simulated=True),
        playbook_commit="",
        rules={},
        rules_dropped=(),
        context={},
    )
    scores = dict(SCORES) if terminal == "answered" else {}
    outcome = Outcome(
        run="r",
        episode=header.episode,
        terminal=terminal,
        message="",
        scores=scores,
        answer={"skipped_candidate": skipped},
        spent=dict(SPENT),
    )
    return Episode(header, (), outcome)


def test_an_images_seeds_are_added_up() -> None:
    found = measured_episodes([_episode("a"), _episode("a", 1), _episode("b", skipped=True)], {"a": 4, "b": 4}, 2)
    assert found.by_image == {"a": ImageCounts(6, 4, 2, 4), "b": ImageCounts(3, 2, 1, 2)}
    assert found.skipped == pytest.approx(1 / 3)
    assert (found.undecided, found.no_report, found.is_simulated, found.seeds) == (0, 0, True, 2)
    assert found.cost == (4.0, 2.0, 4.0, 1000.0, 2.0)


@pytest.mark.parametrize("terminal", ["budget_spent", "parse_failure"])
def test_no_report_has_kept_nothing_and_missed_all(terminal: Terminal) -> None:
    found = measured_episodes([_episode("a", terminal=terminal)], {"a": 4}, 1)
    assert found.by_image == {"a": ImageCounts(0, 0, 0, 4)}
    assert (found.no_report, found.skipped) == (1, None)


def test_what_says_nothing_about_the_agent_is_left_out() -> None:
    found = measured_episodes([_episode("a"), _episode("b", terminal="infrastructure_error")], {"a": 4, "b": 4}, 1)
    assert found.by_image == {"a": ImageCounts(3, 2, 1, 2)}
    assert found.undecided == 1
    assert found.cost.steps == 4.0
