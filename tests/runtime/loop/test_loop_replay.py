"""Replay: bit-identical from the record alone, strict on a miss, and on from where it ends."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from runtime.contracts.errors import ApprovalNeededError, ModelError, TraceError
from runtime.contracts.ports import EpisodeJob, ModelReply, ModelRequest, ToolContext
from runtime.contracts.rule import Rule
from runtime.contracts.state import Budgets
from runtime.contracts.tool_call import ToolCall, ToolCard
from runtime.contracts.trace_event import ControllerInfo, Episode, Event
from runtime.loop.parts import EpisodeParts
from runtime.loop.replay import replay_episode, replay_parts
from runtime.loop.replay_states import recorded_states
from runtime.loop.run_episode import TutorAgent
from runtime.models.scripted import Scripted
from runtime.models.simulated import Simulated
from runtime.traces.event_json import event_from_json, event_to_json
from runtime.traces.event_log import EventLog
from runtime.traces.find_episode import find_episodes
from tests.runtime.builders import (
    INSUFFICIENT,
    LOOK,
    PROBE,
    READ,
    REFUSE,
    REVEAL,
    SAMPLE,
    Down,
    LookTool,
    StepClock,
    answer,
    gate,
    parts,
    rule,
)

HINT = '{"action":"HINT","hint_level":3,"text":"Compare the meniscus at the pleura on both sides."}'
ANSWERING = [LOOK, READ, PROBE, HINT, HINT, REVEAL]


class Slow:
    """A controller that answers from a script, and then not in time."""

    def __init__(self, *script: str) -> None:
        self._script = [*script]

    @property
    def info(self) -> ControllerInfo:
        return ControllerInfo("scripted", "slow", simulated=True)

    async def complete(self, request: ModelRequest) -> ModelReply:
        if not self._script:
            await asyncio.sleep(30)
        return ModelReply(self._script.pop(0))


class Untouchable:
    """A controller, caller, retriever and tool that fails the test when it is used."""

    touched = 0

    @property
    def info(self) -> ControllerInfo:
        return ControllerInfo("scripted", "script", simulated=True)

    async def complete(self, request: ModelRequest) -> ModelReply:
        self.touched += 1
        raise AssertionError("a model was asked")

    async def call(self, call: ToolCall, context: ToolContext) -> ToolCard:
        self.touched += 1
        raise AssertionError("a tool was called")


def guarded(recorded: EpisodeParts) -> tuple[EpisodeParts, Untouchable]:
    """Return the parts with everything live out of reach, and what notices."""
    guard = Untouchable()
    return replace(recorded, controller=guard, solver=guard, caller=guard, retriever=None), guard


async def record(these: EpisodeParts, rules: tuple[Rule, ...] = ()) -> Episode:
    """Return an episode as it comes back from a log."""
    made = await TutorAgent(these).run(SAMPLE, EpisodeJob(rules=rules, seed=5, run="r-1", attempt=2))
    assert made.outcome is not None
    written: tuple[Event, ...] = (made.header, *made.steps, made.outcome)
    events = [event_from_json(event_to_json(event)) for event in written]
    return Episode(events[0], tuple(events[1:-1]), events[-1])  # type: ignore[arg-type]


class Waiting:
    """A caller that asks a person before the tools named."""

    def __init__(self, names: set[str]) -> None:
        self._names, self._inner = names, parts([]).caller

    async def call(self, call: ToolCall, context: ToolContext) -> ToolCard:
        if call.name in self._names:
            raise ApprovalNeededError("p-1", f"{call.name} waits for a person")
        return await self._inner.call(call, context)


RULES = (gate('action.name == "look"', "state.retrieval.queried", "retrieve"),)
RECORDINGS: dict[str, tuple[EpisodeParts, tuple[Rule, ...], str, int]] = {
    "answered": (parts(ANSWERING, [answer("B", "call-1", "card-meniscus")]), (), "answered", 6),
    "gates-and-a-rule": (
        parts([REVEAL, LOOK, LOOK, PROBE, REVEAL, PROBE, HINT, PROBE, PROBE, PROBE]),
        RULES,
        "responded",
        9,
    ),
    "unusable-answers": (parts(["no", "nothing", "never"]), (), "parse_failure", 1),
    "repaired": (parts(["what", PROBE, "[]", LOOK, REFUSE]), (), "refused", 3),
    "insufficient": (
        parts([PROBE, HINT, HINT, REVEAL, REVEAL], [INSUFFICIENT, INSUFFICIENT]),
        (),
        "insufficient_evidence",
        5,
    ),
    "steps-used-up": (parts([LOOK, READ, PROBE], budgets=Budgets(steps=3)), (), "budget_spent", 3),
    "seconds-used-up": (
        parts([LOOK, READ, PROBE], budgets=Budgets(seconds=3.0), clock=StepClock(2.0)),
        (),
        "budget_spent",
        2,
    ),
    "cut-off-in-a-step": (parts(Slow(LOOK, PROBE), budgets=Budgets(seconds=0.3)), (), "budget_spent", 2),
    "cut-off-while-solving": (parts(ANSWERING, Slow(), budgets=Budgets(seconds=0.3)), (), "budget_spent", 5),
    "model-gone": (parts(Down(ModelError("no server"))), (), "infrastructure_error", 0),
    "model-gone-later": (parts([LOOK, PROBE]), (), "infrastructure_error", 2),
}


@pytest.mark.parametrize("name", RECORDINGS)
async def test_every_kind_of_episode_is_identical_without_model_or_tools(name: str) -> None:
    recorded, rules, *ends = RECORDINGS[name]
    episode = await record(recorded, rules)
    assert episode.outcome is not None
    assert (episode.outcome.terminal, len(episode.steps)) == tuple(ends)
    safe, guard = guarded(recorded)
    report = await replay_episode(episode, SAMPLE, rules, safe)
    assert report.is_identical, (report.first_difference, report.miss)
    assert len(report.steps) == len(episode.steps)
    assert guard.touched == 0


async def test_secrets_and_unwritable_text_are_replayed_as_the_log_holds_them(tmp_path: Path) -> None:
    said = PROBE.replace("What do", "My key sk-abcDEF1234567890xyz: what do")
    script = ["half \ud83d a pair", LOOK, said, said.replace("sk-abc", "sk-xyz"), REFUSE]
    recorded = parts(script, tools={"look": LookTool("password: hunter2! and a meniscus")})
    with EventLog(tmp_path / "log.jsonl") as log:
        await TutorAgent(recorded).run(SAMPLE, EpisodeJob(), log)
    assert "sk-abc" not in (tmp_path / "log.jsonl").read_text()
    (found,) = find_episodes([tmp_path])
    report = await replay_episode(found.episode, SAMPLE, (), guarded(recorded)[0])
    assert len(report.steps) == 4
    assert report.is_identical, (report.first_difference, report.miss)
    assert all(state.is_exact for state in recorded_states(found.episode))


async def test_half_a_character_written_as_an_escape_is_replayed() -> None:
    recorded = parts([PROBE.replace("What do", "\\ud83d what do"), REFUSE])
    report = await replay_episode(await record(recorded), SAMPLE, (), guarded(recorded)[0])
    assert report.is_identical, (report.first_difference, report.miss)


@pytest.mark.parametrize("seed", range(6))
async def test_simulated_episodes_are_identical(seed: int) -> None:
    recorded = parts(Simulated(), Simulated())
    made = await TutorAgent(recorded).run(SAMPLE, EpisodeJob(seed=seed))
    safe, guard = guarded(recorded)
    report = await replay_episode(made, SAMPLE, (), safe)
    assert (report.is_identical, guard.touched) == (True, 0)


async def test_a_changed_rule_is_a_miss_that_says_where_and_shows_the_difference() -> None:
    recorded = parts([LOOK, PROBE, PROBE, PROBE, PROBE, PROBE, PROBE])
    episode = await record(recorded)
    report = await replay_episode(episode, SAMPLE, (rule(text="Ask the lungs first."),), guarded(recorded)[0])
    assert not report.is_identical
    assert report.miss.startswith(f"{episode.header.episode}: step 0, attempt 0")
    assert "nearest recorded: step 0, attempt 0 (decide)" in report.miss
    assert "+- [tool.order] Ask the lungs first." in report.miss
    assert report.first_difference is not None
    assert report.first_difference.where == "the header, rules"


async def test_a_changed_student_turn_is_a_miss_one_step_later() -> None:
    recorded = parts([PROBE, LOOK, REFUSE])
    episode = await record(recorded)
    first = replace(episode.steps[0], student=replace(episode.steps[0].student, text="I saw a rib."))  # type: ignore[type-var]
    report = await replay_episode(replace(episode, steps=(first, *episode.steps[1:])), SAMPLE, (), recorded)
    assert report.first_difference is not None
    assert report.first_difference.where == "step 0, shown"
    assert "step 1, attempt 0" in report.miss
    assert "+Student: I saw a rib." in report.miss


async def test_without_the_kept_set_up_the_difference_is_one_of_states() -> None:
    recorded = parts([PROBE, LOOK, REFUSE])
    episode = await record(recorded)
    first = replace(episode.steps[0], student=replace(episode.steps[0].student, text="I saw a rib."))  # type: ignore[type-var]
    bare = replace(episode, steps=(first, *episode.steps[1:]), header=replace(episode.header, setup=""))
    report = await replay_episode(bare, SAMPLE, (), recorded)
    assert "the state differs:" in report.miss
    assert "/messages" in report.miss


async def test_attempts_in_another_order_are_a_miss_that_names_the_recorded_place() -> None:
    recorded = parts([LOOK, READ, REFUSE])
    episode = await record(recorded)
    one, two, three = episode.steps
    swapped = (replace(one, attempts=two.attempts), replace(two, attempts=one.attempts), three)
    report = await replay_episode(replace(episode, steps=swapped), SAMPLE, (), recorded)
    assert "it was recorded as step 1, attempt 0: the order has changed" in report.miss


async def test_a_removed_card_is_a_miss_and_no_tool_is_run() -> None:
    recorded = parts([LOOK, READ, REFUSE])
    episode = await record(recorded)
    steps = (replace(episode.steps[0], card=None), *episode.steps[1:])
    safe, guard = guarded(recorded)
    report = await replay_episode(replace(episode, steps=steps), SAMPLE, (), safe)
    assert "no recorded result of look {}; nearest, recorded at step 1: retrieve" in report.miss
    assert guard.touched == 0


async def test_a_cut_off_episode_is_identical_as_far_as_it_goes() -> None:
    recorded = parts([LOOK, READ, PROBE, REFUSE])
    episode = await record(recorded)
    cut = replace(episode, steps=episode.steps[:2], outcome=None)
    report = await replay_episode(cut, SAMPLE, (), guarded(recorded)[0])
    assert (report.is_identical, report.is_cut_off, len(report.steps)) == (True, True, 2)


async def test_an_edited_score_is_found() -> None:
    recorded = parts([LOOK, REFUSE])
    episode = await record(recorded)
    assert episode.outcome is not None
    report = await replay_episode(
        replace(episode, outcome=replace(episode.outcome, scores={"success": 1.0})), SAMPLE, (), recorded
    )
    assert report.first_difference is not None
    assert report.first_difference.where == "step 2, scores"


async def test_an_id_of_another_place_is_refused() -> None:
    recorded = parts([REFUSE])
    episode = await record(recorded)
    other = replace(episode, header=replace(episode.header, run="r-2"))
    with pytest.raises(TraceError, match="not the id of sample"):
        await replay_episode(other, SAMPLE, (), recorded)


async def test_then_live_goes_on_where_the_record_ends() -> None:
    whole = await record(parts([LOOK, PROBE, PROBE, PROBE, REFUSE]))
    cut = replace(whole, steps=whole.steps[:2], outcome=None)
    live = parts([PROBE, PROBE, REFUSE])
    again = await TutorAgent(replay_parts(cut, live, then_live=True)).run(
        SAMPLE, EpisodeJob(seed=5, run="r-1", attempt=2)
    )
    assert [step.state_after for step in again.steps] == [step.state_after for step in whole.steps]
    assert again.outcome == whole.outcome


async def test_then_live_gives_the_waiting_call_to_the_live_caller_under_this_runs_key() -> None:
    waiting = await record(parts([LOOK, READ, REFUSE], caller=Waiting({"retrieve"})))
    assert waiting.outcome is not None
    assert waiting.outcome.terminal == "awaiting_approval"
    identical = await replay_episode(waiting, SAMPLE, (), parts([]))
    assert identical.is_identical, (identical.first_difference, identical.miss)
    live = replay_parts(waiting, parts([REFUSE]), then_live=True)
    again = await TutorAgent(live).run(SAMPLE, EpisodeJob(seed=5, run="r-1", attempt=3))
    assert [step.card.name for step in again.steps if step.card] == ["look", "retrieve"]
    assert [step.card.is_replayed for step in again.steps if step.card] == [True, False]
    keys = [step.card.idempotency_key for step in again.steps if step.card]
    assert keys == [f"{again.header.episode}:0:1", f"{again.header.episode}:1:2"]
    assert again.outcome is not None
    assert again.outcome.terminal == "refused"


async def test_then_live_keeps_to_the_recorded_model() -> None:
    episode = await record(parts([LOOK, REFUSE]))
    with pytest.raises(ModelError, match="cannot go on with"):
        replay_parts(episode, parts(Scripted([REFUSE], model="another")), then_live=True)


async def test_what_was_simulated_stays_simulated() -> None:
    episode = await record(parts([REFUSE]))
    assert replay_parts(episode, parts([])).controller.info == episode.header.controller
    assert episode.header.controller.simulated
