"""What a cycle used and may still use."""

from pathlib import Path
from time import monotonic

import pytest

from ace.config.cycle_settings import CycleSettings
from ace.config.settings import CuratorSettings, GateSettings
from ace.cycle.journal.cycle_budget import SPENT, CycleBudget, granted_before, read_spent
from ace.evaluation.usage import Usage
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import ModelReply

REPLY = ModelReply("x", "stop", 100, 10, 0, 0.5)


def budget(folder: Path, granted: Usage | None = None, minutes: float = 0.0, /, **ceilings: float) -> CycleBudget:
    """Return a budget that began so many minutes ago."""
    settings = CycleSettings.model_validate(ceilings)
    return CycleBudget(settings, folder, granted or Usage(), monotonic() - 60 * minutes)


@pytest.mark.parametrize(
    ("ceilings", "calls", "reached"),
    [
        pytest.param({"max_calls": 2}, 1, "", id="one of two calls"),
        pytest.param({"max_calls": 2}, 2, "2 model calls (cycle.max_calls)", id="two calls"),
        pytest.param({"max_tokens": 111}, 1, "", id="one token left"),
        pytest.param({"max_tokens": 220}, 2, "220 tokens (cycle.max_tokens)", id="tokens"),
        pytest.param({"max_cost_usd": 1.0}, 2, "1 USD (cycle.max_cost_usd)", id="dollars"),
        pytest.param({"deadline_minutes": 4}, 0, "", id="a minute left"),
        pytest.param({"deadline_minutes": 3}, 0, "3 minutes (cycle.deadline_minutes)", id="minutes"),
        pytest.param({}, 1000, "", id="no ceiling"),
    ],
)
def test_a_ceiling_is_reached(tmp_path: Path, ceilings: dict[str, float], calls: int, reached: str) -> None:
    found = budget(tmp_path, None, 3.0, **ceilings)
    for _ in range(calls):
        found.count(REPLY)
    assert found.reached() == reached
    found.close()


def test_a_killed_cycle_has_counted_what_it_used(tmp_path: Path) -> None:
    first = budget(tmp_path, max_calls=3)
    first.count(REPLY)
    first.count(REPLY)
    with (tmp_path / SPENT).open("ab") as file:
        file.write(b"[100, 1")
    again = budget(tmp_path, max_calls=3)
    assert again.used == Usage(2, 200, 20, 1.0)
    assert again.reached() == ""
    again.count(REPLY)
    assert again.reached()
    first.close()
    again.close()


def test_what_a_ceiling_ended_is_granted_anew(tmp_path: Path) -> None:
    first = budget(tmp_path, max_calls=2)
    first.count(REPLY)
    first.count(REPLY)
    assert first.reached()
    first.close()
    used = first.used
    spent = [used.model_calls, used.prompt_tokens, used.completion_tokens, used.usd]
    lines: list[JsonObject] = [{"event": "ended", "by": "ceiling", "spent": spent}, {"event": "resumed"}]
    again = budget(tmp_path, granted_before(lines), max_calls=2)
    assert again.used.model_calls == 2
    assert again.reached() == ""


@pytest.mark.parametrize(
    "lines",
    [[], [{"event": "ended", "by": "signal", "spent": [9, 9, 9, 9]}], [{"event": "ended", "by": "ceiling"}]],
    ids=["never ended", "by a signal", "without figures"],
)
def test_nothing_is_granted_otherwise(lines: list[JsonObject]) -> None:
    assert granted_before(lines) == Usage()


def test_judging_gets_what_is_left_where_that_is_less(tmp_path: Path) -> None:
    found = budget(tmp_path, max_calls=10, max_tokens=1000)
    found.count(REPLY)
    gate, lower = found.for_judging(GateSettings(max_calls=4))
    assert (gate.max_calls, gate.max_tokens, gate.max_cost_usd) == (4, 890, None)
    assert lower == {"gate.max_tokens"}
    gate, lower = found.for_judging(GateSettings(max_calls=20))
    assert (gate.max_calls, sorted(lower)) == (9, ["gate.max_calls", "gate.max_tokens"])
    found.close()


def test_drafting_gets_what_is_left_where_that_is_less(tmp_path: Path) -> None:
    found = budget(tmp_path, max_tokens=5000, max_cost_usd=2.0)
    found.count(REPLY)
    curator = found.for_drafting(CuratorSettings())
    assert (curator.tokens, curator.cost_usd) == (4890, 1.5)
    found.close()
    plain = CuratorSettings()
    assert budget(tmp_path).for_drafting(plain) is plain


def test_nothing_was_used_before_anything_was(tmp_path: Path) -> None:
    assert read_spent(tmp_path / SPENT) == Usage()
