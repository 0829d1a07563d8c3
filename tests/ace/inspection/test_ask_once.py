"""Arms that ask the same thing: it is asked once, and once over a run that was cut off."""

from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from ace.answers.answer_book import request_key
from ace.inspection.arms import ArmsPlan, run_arms
from ace.inspection.ask_once import FILE, AskedOnce, asked_once
from runtime.agents.inspector.load_castings import drawn_sample
from runtime.contracts.errors import ModelUnavailableError
from runtime.contracts.ports import ChatMessage, ModelReply, ModelRequest
from runtime.contracts.trace_event import ControllerInfo
from runtime.models.settings import ControllerSettings
from runtime.models.simulated import Simulated, SimulatedSettings
from runtime.traces.read_events import read_episodes

PAID = ControllerSettings(kind="openai", base_url="http://127.0.0.1:1/v1", model="local")


@dataclass
class _Counted:
    """A model that counts what it is asked."""

    inner: Simulated = field(default_factory=lambda: Simulated(SimulatedSettings()))
    asked: Counter[str] = field(default_factory=Counter)
    info = ControllerInfo("openai", "counted", simulated=False)

    async def complete(self, request: ModelRequest) -> ModelReply:
        self.asked[request_key(request, "")] += 1
        return await self.inner.complete(request)


def _plan(folder: Path | None, model: _Counted) -> ArmsPlan:
    return ArmsPlan(
        settings=PAID,
        controller=model,
        samples=(drawn_sample(1_000_001, "sealed"),),
        base=None,
        images_key="drawn",
        guidance=None,
        seeds=2,
        folder=folder,
    )


async def test_an_arm_asks_only_from_where_its_prompts_differ(tmp_path: Path) -> None:
    model = _Counted()
    found = await run_arms(_plan(tmp_path, model))
    assert set(model.asked.values()) == {1}
    used = sum(int(str(one.outcome.spent["model_calls"])) for arm in found.values() for one in arm if one.outcome)
    # Without guidance the report check changes nothing before the first report.
    assert len(model.asked) < used
    for name in found:
        for trial in range(2):
            mine, theirs = (_first_answer(tmp_path, arm, trial) for arm in (name, "agent"))
            assert mine == theirs


async def test_answers_outlive_a_run_that_was_cut_off(tmp_path: Path) -> None:
    await run_arms(_plan(tmp_path, _Counted()))
    for log in tmp_path.glob("*-*.jsonl"):
        log.unlink()
    model = _Counted()
    await run_arms(_plan(tmp_path, model))
    assert not model.asked
    (tmp_path / FILE).unlink()
    for log in tmp_path.glob("*-*.jsonl"):
        log.unlink()
    await run_arms(_plan(tmp_path, model))
    assert model.asked


async def test_another_seed_or_model_is_another_question() -> None:
    model = _Answering()
    request = ModelRequest((ChatMessage("user", "?"),), {}, seed=1)
    first = AskedOnce(model, PAID)
    assert [(await first.complete(request)).text for _ in range(2)] == ["1", "1"]
    assert (await first.complete(replace(request, seed=2))).text == "2"
    assert (await first.complete(replace(request, messages=(ChatMessage("user", "!"),)))).text == "3"


async def test_a_model_that_failed_is_asked_again() -> None:
    model = _Answering(fails=1)
    once = AskedOnce(model, PAID)
    request = ModelRequest((ChatMessage("user", "?"),), {}, seed=1)
    with pytest.raises(ModelUnavailableError):
        await once.complete(request)
    assert (await once.complete(request)).text == "2"


def test_what_is_free_is_asked_as_it_is() -> None:
    model = Simulated(SimulatedSettings())
    assert asked_once(model, ControllerSettings(kind="simulated"), None) is model


@dataclass
class _Answering:
    """Answers with the number of the call; the first ones fail."""

    fails: int = 0
    calls: int = 0
    info = ControllerInfo("openai", "counted", simulated=False)

    async def complete(self, request: ModelRequest) -> ModelReply:
        self.calls += 1
        if self.calls <= self.fails:
            raise ModelUnavailableError("busy")
        return ModelReply(str(self.calls))


def _first_answer(folder: Path, arm: str, trial: int) -> str:
    episodes = read_episodes(next(folder.glob(f"{arm}-*.jsonl"))).episodes
    (one,) = (each for each in episodes if each.header.trial == trial)
    return one.steps[0].attempts[0].raw
