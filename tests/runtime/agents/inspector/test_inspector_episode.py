"""The inspector's loop from end to end, on drawn castings and with its real tools."""

import asyncio
import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from runtime.agents.inspector.episode import MAX_NUDGES
from runtime.agents.inspector.prompt import nudge
from runtime.artifacts.store import MemoryArtifactStore
from runtime.contracts.errors import ModelUnavailableError, RuleError
from runtime.contracts.json_types import as_object
from runtime.contracts.ports import EpisodeJob, ModelReply, ModelRequest
from runtime.contracts.state import Budgets
from runtime.contracts.trace_event import Event, Outcome
from runtime.gates.settings import FixedGateSettings
from runtime.loop.episode_recorder import SinkError
from runtime.models.scripted import Scripted
from runtime.models.simulated import Simulated
from tests.runtime.agents.inspector.inspections import (
    FIND,
    Heard,
    actions,
    always,
    casting,
    inspector,
    measure,
    report,
    rule,
    view,
)
from tests.runtime.builders import Down
from tests.runtime.inspection.xray_files import Values, grey16, marked, write_image

JOB = EpisodeJob(seed=3)
ALL = measure(1, 2, 3, 4)
TALK = "I would start by looking at the image."
OBSERVE = FixedGateSettings(report_check="observe")


def _outcome(events: Outcome | None) -> Outcome:
    assert events is not None
    return events


async def test_a_whole_inspection() -> None:
    episode = await inspector([FIND, ALL, view(3), report(1, 3)]).run(casting(), JOB)
    kept = ["KEEP", "DROP", "KEEP", "DROP"]
    assert actions(episode) == ["find_candidates", "measure_candidate", "view_candidate", "SUBMIT_REPORT", *kept]
    assert all(step.card is not None and step.card.ok for step in episode.steps[:3])
    outcome = _outcome(episode.outcome)
    assert (outcome.terminal, outcome.message, outcome.error) == ("answered", "", "")
    assert outcome.scores == {
        "success": 1.0,
        "kept": 2.0,
        "tp": 1.0,
        "fp": 1.0,
        "fn": 2.0,
        "precision": 0.5,
        "recall": pytest.approx(1 / 3),
    }
    assert outcome.answer == {
        "verdict": "reject",
        "kept_ids": [1, 3],
        "false_kept": [1],
        "missed_candidates": [],
        "rejections": 0,
        "unmeasured": [],
        "skipped_candidate": False,
    }
    assert (outcome.spent["steps"], outcome.spent["tool_calls"], outcome.spent["model_calls"]) == (4, 3, 4)


async def test_a_report_is_sent_back_twice_and_then_taken_as_it_is() -> None:
    agent = inspector([FIND, report(1, verdict="accept"), report(1), report(1), report(2)])
    episode = await agent.run(casting(), JOB)
    assert actions(episode)[:5] == ["find_candidates", *["SUBMIT_REPORT"] * 3, "KEEP"]
    gates = [step.gates[0] for step in episode.steps[1:4]]
    assert [(gate.gate, gate.decision) for gate in gates] == [
        ("report_check", "block"),
        ("report_check", "block"),
        ("report_check", "observe"),
    ]
    assert [step.taken is None for step in episode.steps[1:4]] == [True, True, False]
    assert "kept without being measured: 1" in episode.steps[1].shown
    answer = _outcome(episode.outcome).answer
    assert (answer["rejections"], answer["unmeasured"], answer["skipped_candidate"]) == (2, [1, 2, 3, 4], True)


async def test_a_mended_report_is_taken() -> None:
    episode = await inspector([FIND, report(), ALL, report()]).run(casting(), JOB)
    assert _outcome(episode.outcome).answer["rejections"] == 1
    assert _outcome(episode.outcome).answer["skipped_candidate"] is False


async def test_a_rule_as_a_gate_takes_a_kept_candidate_out() -> None:
    away = rule(when='action.kind == "KEEP"', require="action.edge_distance_px > 0.0", enforce="gate")
    episode = await inspector([FIND, ALL, report(1, 3)]).run(casting(), EpisodeJob((away,)))
    assert (episode.steps[2].proposed or {})["kept_ids"] == [1, 3]
    assert (episode.steps[2].taken or {})["kept_ids"] == [3]
    assert (episode.steps[3].proposed, episode.steps[3].taken) == (
        {"action": "KEEP", "candidate": 1},
        {"action": "DROP", "candidate": 1},
    )
    outcome = _outcome(episode.outcome)
    assert (outcome.answer["kept_ids"], outcome.scores["precision"]) == ([3], 1.0)


async def test_one_that_talks_is_told_to_act() -> None:
    episode = await inspector([TALK, TALK, TALK, FIND, ALL, report()]).run(casting(), JOB)
    first = episode.steps[0]
    assert (first.proposed, first.taken, first.shown, len(first.attempts)) == (
        None,
        None,
        nudge(first.attempts[-1].error),
        3,
    )
    assert [attempt.error_kind for attempt in first.attempts] == ["malformed"] * 3
    assert _outcome(episode.outcome).terminal == "answered"


async def test_one_that_goes_on_talking_is_a_parse_failure() -> None:
    episode = await inspector(always(TALK)).run(casting(), JOB)
    outcome = _outcome(episode.outcome)
    assert (outcome.terminal, len(episode.steps)) == ("parse_failure", MAX_NUDGES + 1)
    assert (outcome.scores["success"], outcome.answer) == (0.0, {})


@pytest.mark.parametrize(
    "bad",
    [report().replace("[]", '["1"]'), report().replace("[]", "[-1]"), report(1, 1), '{"action":"guess"}'],
    ids=["a text", "negative", "twice", "no action"],
)
async def test_what_cannot_be_read_goes_back_with_what_is_wrong(bad: str) -> None:
    heard = Heard(Scripted([FIND, ALL, bad, report(1)]))
    episode = await inspector(heard).run(casting(), JOB)
    complaint = heard.asked[-1].messages[-1].content
    assert episode.steps[2].attempts[0].error in complaint
    assert _outcome(episode.outcome).answer["kept_ids"] == [1]


async def test_the_last_try_asks_for_one_flat_object() -> None:
    heard = Heard(Scripted([TALK, TALK, FIND, ALL, report()]))
    await inspector(heard).run(casting(), JOB)
    assert (
        heard.asked[2]
        .messages[-1]
        .content.endswith('Write only {"action": "...", "ids": [...], "kept_ids": [...], "verdict": "..."}.')
    )
    assert [request.attempt for request in heard.asked] == [0, 1, 2, 0, 0]


async def test_an_invented_id_counts_as_a_false_one() -> None:
    episode = await inspector([FIND, ALL, report(3, 40)], gates=OBSERVE).run(casting(), JOB)
    outcome = _outcome(episode.outcome)
    assert (outcome.answer["false_kept"], outcome.scores["fp"]) == ([40], 1.0)
    assert (episode.steps[-1].proposed or {})["candidate"] == 40


async def test_no_report_at_all_is_a_budget_spent() -> None:
    episode = await inspector(always(FIND), budgets=Budgets(steps=9, tool_calls=6)).run(casting(), JOB)
    outcome = _outcome(episode.outcome)
    assert (outcome.terminal, outcome.message) == ("budget_spent", "the budget of steps (9) was used up")
    assert [step.gates[0].gate for step in episode.steps[6:]] == ["tool_budget"] * 3
    repeats = [as_object(step.context["action"])["repeats"] for step in episode.steps[:6]]
    assert repeats == [0, 1, 2, 3, 4, 5]
    assert (outcome.answer, outcome.scores["success"]) == ({}, 0.0)


async def test_a_prompt_beyond_the_budget_of_tokens_ends_it() -> None:
    episode = await inspector(always(FIND), budgets=Budgets(context_tokens=100)).run(casting(), JOB)
    outcome = _outcome(episode.outcome)
    assert outcome.terminal == "budget_spent"
    assert outcome.message.startswith("the budget of context tokens (100; ")


class Hanging(Down):
    """A controller that does not answer."""

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Wait longer than any test."""
        await asyncio.sleep(60.0)
        raise AssertionError


async def test_a_model_that_hangs_is_cut_off_when_the_seconds_are_over() -> None:
    hanging = Hanging(ModelUnavailableError("never raised"))
    episode = await inspector(hanging, budgets=Budgets(seconds=0.02)).run(casting(), JOB)
    assert _outcome(episode.outcome).message == "the budget of seconds (0.02) was used up"


async def test_a_server_that_is_gone_is_no_fault_of_the_agent() -> None:
    episode = await inspector(Down(ModelUnavailableError("refused"))).run(casting(), JOB)
    outcome = _outcome(episode.outcome)
    assert (outcome.terminal, outcome.error, outcome.scores) == ("infrastructure_error", "refused", {})
    assert episode.is_infrastructure_error


BLANK = np.zeros((48, 64), np.uint16)


@pytest.mark.parametrize(
    ("image", "mask", "said"),
    [
        (None, marked(), "image 'a.tiff': no such file"),
        (grey16(), None, "image 'a_mask.png': no such file"),
        (np.full((48, 64), np.nan, np.float32), marked(), "some values are not finite numbers"),
        (BLANK, marked(), "image 'a.tiff': empty, all pixels are 0"),
        (grey16(), marked((0, 0, 64, 48)), "mask 'a_mask.png': most of it is marked"),
        (grey16(), marked(height=20), "mask 'a_mask.png': 64x20 pixels"),
    ],
    ids=["gone", "no mask", "no numbers", "black", "all marked", "other size"],
)
async def test_an_image_nobody_could_score_costs_no_call_and_is_no_fault_of_the_agent(
    tmp_path: Path, image: Values | None, mask: Values | None, said: str
) -> None:
    for name, values in (("a.tiff", image), ("a_mask.png", mask)):
        if values is not None:
            write_image(tmp_path / name, values)
    heard = Heard(Scripted([FIND, report()]))
    episode = await inspector(heard, tmp_path).run(casting(image="a.tiff", mask="a_mask.png"), JOB)
    outcome = _outcome(episode.outcome)
    assert (outcome.terminal, outcome.scores, episode.steps, heard.asked) == ("infrastructure_error", {}, (), [])
    assert said in outcome.error


async def test_the_next_step_says_what_was_wrong_with_the_last_answer() -> None:
    bad = report(1).replace('"reject"', '"REJECT"')
    heard = Heard(Scripted([FIND, ALL, bad, bad, bad, report(1)]))
    episode = await inspector(heard).run(casting(), JOB)
    needs = "submit_report needs a `verdict`: accept or reject"
    assert episode.steps[2].shown == nudge(needs)
    assert any(needs in message.content for message in heard.asked[-1].messages)
    assert _outcome(episode.outcome).answer["kept_ids"] == [1]


class Full:
    """A sink that takes the header and nothing else."""

    def write(self, event: Event) -> None:
        """Fail on the first step."""
        if event.type == "step":
            raise OSError("disk full")


async def test_a_trace_that_cannot_be_written_stops_the_run() -> None:
    with pytest.raises(SinkError, match="disk full"):
        await inspector([FIND]).run(casting(), JOB, Full())


async def test_rules_that_do_not_fit_stop_the_run() -> None:
    with pytest.raises(RuleError, match="does not fit"):
        await inspector([], rules_tokens=1).run(casting(), EpisodeJob((rule(safety=True),)))


async def test_a_model_that_sees_is_shown_the_crop_with_its_result() -> None:
    heard = Heard(Scripted([FIND, view(3), ALL, report(3)]))
    store = MemoryArtifactStore()
    await inspector(heard, artifacts=store, controller_image_px=64).run(casting(), JOB)
    pictures = [[message.images for message in request.messages if message.images] for request in heard.asked]
    assert pictures[:2] == [[], []]
    ((crop,),) = pictures[2]
    assert crop.startswith(b"\x89PNG")
    assert pictures[3] == pictures[2]
    shown = next(message for message in heard.asked[2].messages if message.images)
    assert shown.content.startswith("RESULT call-2 of view_candidate")
    assert "view_candidate" in heard.asked[0].messages[0].content


async def test_rules_stand_after_the_constant_instructions() -> None:
    heard, bare = Heard(Scripted([FIND, ALL, report()])), Heard(Scripted([FIND, ALL, report()]))
    guide = rule(text="Keep none that touches the edge.")
    await inspector(heard).run(casting(), EpisodeJob((guide,)))
    await inspector(bare).run(casting(), EpisodeJob())
    told, plain = heard.asked[0].messages[0].content, bare.asked[0].messages[0].content
    assert told.startswith(plain)
    assert "- [report.bright] Keep none that touches the edge." in told
    assert [one.seed for one in heard.asked] == [one.seed for one in bare.asked]


async def test_the_same_seed_gives_the_same_episode_and_another_seed_another() -> None:
    def told(seed: int) -> str:
        episode = asyncio.run(inspector(Simulated()).run(casting(8), EpisodeJob(seed=seed)))
        plain = [{**asdict(step), "card": step.card.data if step.card else None} for step in episode.steps]
        return json.dumps([plain, _outcome(episode.outcome).answer], default=str)

    first, second, *others = await asyncio.to_thread(lambda: [told(seed) for seed in (1, 1, 2, 3, 4)])
    assert first == second
    assert any(first != other for other in others)
