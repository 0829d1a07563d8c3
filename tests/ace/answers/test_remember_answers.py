"""Paid calls are made once, and kept apart by episode."""

import asyncio
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from ace.answers.answer_book import AnswerBook
from ace.answers.remember_answers import AnswerMemory, CountedModel, RememberedModel, forget_asked, remembering
from ace.session import open_session
from runtime.contracts.errors import ModelUnavailableError
from runtime.contracts.ports import ChatMessage, Controller, EpisodeJob, ModelReply, ModelRequest, TraceSink
from runtime.contracts.sample import Sample
from runtime.contracts.trace_event import Attempt, ControllerInfo, Episode
from runtime.models.settings import ControllerSettings
from tests.ace.building import RETRIEVE, episode

PAID = ControllerSettings(kind="openai", model="m", base_url="http://127.0.0.1:9/v1")
REQUEST = ModelRequest((ChatMessage("user", "hello"),), {}, 1)


class Killed(BaseException):
    """The process is gone."""


@dataclass
class Numbered:
    """A model that answers with a number, and is gone from `dies_at` on."""

    dies_at: int = 0
    asked: int = 0
    closed: bool = False
    info: ControllerInfo = field(default_factory=lambda: ControllerInfo("openai", "m", simulated=False))

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Answer with how often it was asked."""
        await asyncio.sleep(0)
        self.asked += 1
        if 0 < self.dies_at <= self.asked:
            raise Killed
        return ModelReply(str(self.asked), "stop", 10, 1, 0, 0.5)

    async def aclose(self) -> None:
        """Note it."""
        self.closed = True


@dataclass
class ThreeCalls:
    """An agent that asks the same thing three times."""

    model: Controller
    ending: str = "responded"
    heard: dict[str, list[str]] = field(default_factory=dict)
    info: ControllerInfo = field(default_factory=lambda: ControllerInfo("openai", "m", simulated=False))

    async def run(self, sample: Sample, job: EpisodeJob, sink: TraceSink | None = None) -> Episode:
        """Ask."""
        heard = self.heard.setdefault(f"{job.run} {sample.id} {job.trial}", [])
        for _ in range(3):
            heard.append((await self.model.complete(REQUEST)).text)
        return episode("e1", RETRIEVE, ending=self.ending)


def sample(name: str) -> Sample:
    """Return a sample."""
    return Sample(id=name, case=name, agent="tutor", split="dev")


def play(memory: AnswerMemory, model: Numbered, *places: tuple[str, str, int], ending: str = "responded") -> ThreeCalls:
    """Run an episode at each place, all at once."""
    inner = ThreeCalls(memory.controller(model, PAID), ending)
    agent = memory.agent(inner, brings_model=False)

    async def go() -> None:
        await asyncio.gather(
            *(agent.run(sample(name), EpisodeJob(run=run, trial=trial)) for run, name, trial in places)
        )

    asyncio.run(go())
    return inner


def memory_in(folder: Path, counted: list[ModelReply] | None = None) -> AnswerMemory:
    """Return a memory that counts into `counted`."""
    return AnswerMemory(folder, folder / "asked.jsonl", (counted if counted is not None else []).append)


def test_an_episode_that_was_killed_gets_the_answers_it_had(tmp_path: Path) -> None:
    with pytest.raises(Killed):
        play(memory_in(tmp_path), Numbered(dies_at=3), ("r-1", "s1", 0))
    counted: list[ModelReply] = []
    model = Numbered(asked=10)
    agent = play(memory_in(tmp_path, counted), model, ("r-1", "s1", 0))
    assert agent.heard == {"r-1 s1 0": ["1", "2", "11"]}
    assert model.asked == 11, "only what was not answered is asked again"
    assert [reply.text for reply in counted] == ["11"], "and only that is counted"


@pytest.mark.parametrize(
    "other", [("a-2", "s1", 0), ("r-1", "s2", 0), ("r-1", "s1", 1)], ids=["arm", "sample", "trial"]
)
def test_no_other_episode_gets_them(tmp_path: Path, other: tuple[str, str, int]) -> None:
    with pytest.raises(Killed):
        play(memory_in(tmp_path), Numbered(dies_at=3), ("r-1", "s1", 0))
    agent = play(memory_in(tmp_path), Numbered(asked=10), other)
    assert next(iter(agent.heard.values())) == ["11", "12", "13"]


def test_episodes_at_once_do_not_mix(tmp_path: Path) -> None:
    places = [("r-1", f"s{number}", 0) for number in range(4)]
    with pytest.raises(Killed):
        play(memory_in(tmp_path), Numbered(dies_at=7), *places)
    assert len(list(tmp_path.rglob("*.jsonl"))) == 4, "a book each"
    model = Numbered(asked=100)
    agent = play(memory_in(tmp_path), model, *places)
    heard = [text for texts in agent.heard.values() for text in texts]
    assert len(set(heard)) == len(heard) == 12, "no answer is given twice"
    assert sum(int(text) < 100 for text in heard) == 6


def test_a_stored_episode_is_forgotten_and_a_broken_one_goes_on(tmp_path: Path) -> None:
    play(memory_in(tmp_path), Numbered(), ("r-1", "s1", 0))
    assert list(tmp_path.iterdir()) == []
    play(memory_in(tmp_path), Numbered(), ("r-1", "s1", 0), ending="infrastructure_error")
    again = play(memory_in(tmp_path), Numbered(asked=10), ("r-1", "s1", 0))
    assert again.heard["r-1 s1 0"] == ["1", "2", "3"]
    assert list(tmp_path.iterdir()) == []


def test_one_that_waits_for_a_person_is_stored(tmp_path: Path) -> None:
    play(memory_in(tmp_path), Numbered(), ("r-1", "s1", 0), ending="awaiting_approval")
    assert list(tmp_path.iterdir()) == []


def test_calls_outside_of_episodes_are_kept_until_their_work_is_done(tmp_path: Path) -> None:
    async def ask(memory: AnswerMemory, model: Numbered) -> list[str]:
        remembered = memory.controller(model, PAID)
        return [(await remembered.complete(REQUEST)).text for _ in range(2)]

    assert asyncio.run(ask(memory_in(tmp_path), Numbered())) == ["1", "2"]
    memory = memory_in(tmp_path)
    assert asyncio.run(ask(memory, Numbered(asked=10))) == ["1", "2"]
    memory.close(is_done=True)
    assert asyncio.run(ask(memory_in(tmp_path), Numbered(asked=10))) == ["11", "12"]


@pytest.mark.parametrize("kind", ["simulated", "scripted", "recorded"])
def test_what_costs_nothing_is_counted_alone(tmp_path: Path, kind: str) -> None:
    more = {"scripted": {"script": "x"}, "recorded": {"cassette": "x"}}.get(kind, {})
    counted: list[ModelReply] = []
    memory = memory_in(tmp_path, counted)
    model = memory.controller(Numbered(), ControllerSettings.model_validate({"kind": kind, **more}))
    assert isinstance(model, CountedModel)
    asyncio.run(model.complete(REQUEST))
    assert len(counted) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_failure_is_no_answer(tmp_path: Path) -> None:
    class Gone(Numbered):
        async def complete(self, request: ModelRequest) -> ModelReply:
            raise ModelUnavailableError("down")

    counted: list[ModelReply] = []
    memory = memory_in(tmp_path, counted)
    with pytest.raises(ModelUnavailableError):
        asyncio.run(memory.controller(Gone(), PAID).complete(REQUEST))
    assert (counted, list(tmp_path.iterdir())) == ([], [])


def test_an_answer_is_on_disk_before_it_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = memory_in(tmp_path)

    def die(book: AnswerBook, key: str, reply: ModelReply) -> None:
        raise Killed

    monkeypatch.setattr(AnswerBook, "keep", die)
    model = memory.controller(Numbered(), PAID)
    assert isinstance(model, RememberedModel)
    with pytest.raises(Killed):
        asyncio.run(model.complete(REQUEST))


def test_closing_reaches_the_model(tmp_path: Path) -> None:
    model = Numbered()
    wrapped = memory_in(tmp_path).controller(model, PAID)
    assert isinstance(wrapped, RememberedModel)
    asyncio.run(wrapped.aclose())
    assert model.closed


def test_a_session_is_wrapped_once(starter: Path) -> None:
    session = open_session(starter, {}, {"controller.kind": "simulated"})
    assert isinstance(session.controller(), object)
    once = remembering(session, "r-1")
    assert remembering(once, "r-2") is once
    assert isinstance(once.controller(), CountedModel)
    forget_asked(once)
    forget_asked(session)


@dataclass
class OwnModel:
    """An agent that brings its own model, and says of two of its three steps what that used."""

    info: ControllerInfo = field(default_factory=lambda: ControllerInfo("command", "own", simulated=False))

    async def run(self, sample: Sample, job: EpisodeJob, sink: TraceSink | None = None) -> Episode:
        """Decide alone."""
        made = episode("e1", RETRIEVE)
        used = (Attempt("", prompt_tokens=10), Attempt("", cost_usd=0.5), Attempt(""))
        return replace(made, steps=tuple(replace(made.steps[0], attempts=(one,)) for one in used))


def test_what_an_agents_own_model_used_is_counted_as_far_as_the_agent_says(tmp_path: Path) -> None:
    counted: list[ModelReply] = []
    agent = memory_in(tmp_path, counted).agent(OwnModel(), brings_model=True)
    asyncio.run(agent.run(sample("s1"), EpisodeJob(run="r-1")))
    assert [(one.prompt_tokens, one.cost_usd) for one in counted] == [(10, 0.0), (0, 0.5)]
