"""A rule goes when it never spoke, or when obeying it goes with failing; nothing else is deleted by a draft."""

from dataclasses import replace

import pytest

from ace.curator.checks.check import DEAD_AFTER_DECISIONS, DEAD_AFTER_EPISODES, Check
from ace.curator.checks.deletion import check_deletion
from runtime.contracts.rule import Rule
from runtime.contracts.trace_event import Episode
from tests.ace.building import RETRIEVE, WEB, WEB_AFTER, episode, rule
from tests.ace.curator.checks.drafting import GOOD, drafted, seen_of

SILENT = rule("tools.zoom-once", when='action.name == "zoom"', require="action.repeats == 0")
PER_EPISODE = -(-DEAD_AFTER_DECISIONS // DEAD_AFTER_EPISODES)


def deletion(before: Rule, episodes: tuple[Episode, ...], **changes: object) -> Check:
    """Return the check of a draft that deletes `before`."""
    return check_deletion(drafted(None, before, cluster=None), replace(seen_of(episodes), **changes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("before", "episodes", "said"),
    [
        pytest.param(SILENT, DEAD_AFTER_EPISODES, "", id="dead"),
        pytest.param(SILENT, DEAD_AFTER_EPISODES - 1, "too little was seen", id="too little seen"),
        pytest.param(
            SILENT.model_copy(update={"enforce": "gate"}), DEAD_AFTER_EPISODES, "by people only", id="a silent gate"
        ),
        pytest.param(rule("style.words"), DEAD_AFTER_EPISODES, "no condition", id="words only"),
    ],
)
def test_only_a_rule_seen_to_be_silent_may_go(before: Rule, episodes: int, said: str) -> None:
    quiet = tuple(episode(f"e{i}", *[RETRIEVE] * PER_EPISODE, sample=f"s{i}") for i in range(episodes))
    result = deletion(before, quiet)
    assert (result.name, result.ok) == ("silent", not said)
    assert said in result.detail


def outcomes(obeying: int, breaking: int, obeying_failed: int, breaking_failed: int) -> dict[str, object]:
    """Return episodes of one sample each that obey or break GOOD, and those that succeeded."""
    obey = [episode(f"e-obey{i}", RETRIEVE, WEB_AFTER) for i in range(obeying)]
    broke = [episode(f"e-broke{i}", WEB) for i in range(breaking)]
    good = [*obey[obeying_failed:], *broke[breaking_failed:]]
    return {"episodes": (*obey, *broke), "succeeded": frozenset(item.header.episode for item in good)}


@pytest.mark.parametrize(
    ("counts", "ok"),
    [
        pytest.param((20, 20, 15, 4), True, id="obeying it goes with failing"),
        pytest.param((19, 20, 18, 2), False, id="too few that obey"),
        pytest.param((20, 19, 18, 2), False, id="too few that break it"),
        pytest.param((20, 20, 10, 6), False, id="chance could do it"),
        pytest.param((20, 20, 4, 15), False, id="obeying it helps"),
        pytest.param((20, 20, 20, 20), False, id="all fail"),
    ],
)
def test_a_rule_that_harms_may_go(counts: tuple[int, int, int, int], ok: bool) -> None:
    given = outcomes(*counts)
    episodes = given.pop("episodes")
    assert isinstance(episodes, tuple)
    result = deletion(GOOD, episodes, **given)
    assert (result.name, result.ok) == ("harmful", ok)
    obeying, breaking, obeying_failed, breaking_failed = counts
    assert f"failed in {obeying_failed} of {obeying} episodes that obeyed it" in result.value
    assert f"in {breaking_failed} of {breaking} that broke it" in result.value
    gate = deletion(GOOD.model_copy(update={"enforce": "gate"}), episodes, **given)
    assert (gate.name, gate.ok) == ("silent", False)
