"""A model as a curator, measured beside the curator that needs none."""

import json
from dataclasses import replace

import pytest

from ace.bench.curator import CuratorReport, Plan, Source, heuristic_outcomes, measure_curator
from ace.bench.curator_text import curator_text
from ace.curator.checks.check import Check
from ace.curator.draft import CuratorBudget, Draft
from runtime.contracts.errors import ModelUnavailableError
from runtime.contracts.ports import ModelReply, ModelRequest
from runtime.contracts.trace_event import ControllerInfo
from tests.ace.building import RETRIEVE, WEB_RULE, curator_input, decision, episode, web_episodes

SKIP = decision(
    {"action": "HINT", "text": "Look.", "hint_level": 3}, state__student__hint_level=0, state__retrieval__queried=True
)
HINTS = tuple(episode(f"e-hint{i}", RETRIEVE, SKIP, sample=f"h{i}") for i in range(5))
SEEN = replace(curator_input((*web_episodes(12), *HINTS)), budget=CuratorBudget(attempts=2))
GOOD = json.dumps(
    {"op": "add", "rule_id": "tools.local-first", "title": "Local first", "text": "Search first.", **WEB_RULE}
    | {"otherwise": "retrieve", "rationale": "It was quoted."}
)


class Model:
    """Answers prose first and a draft when it is asked again; counts its questions."""

    info = ControllerInfo("scripted", "twice", simulated=True)

    def __init__(self) -> None:
        self.asked: list[ModelRequest] = []

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return prose, or the draft when the question holds an earlier answer."""
        self.asked.append(request)
        text = GOOD if "earlier_answers" in request.messages[1].content else "prose"
        return ModelReply(text, "stop", 1000, 50, 0, 0.0, 2.0)


def check(draft: Draft) -> list[Check]:
    """Fail what is not about the web."""
    assert draft.after is not None
    return [Check("about", "web_browser" in str(draft.after.when), "not about the web")]


SOURCE = Source("r-1", True, SEEN, check)


async def measured(plan: Plan = Plan()) -> tuple[CuratorReport, Model, list[str]]:  # noqa: B008  it is frozen
    """Return the report, the model that was asked, and what was told of progress."""
    model, notes = Model(), list[str]()
    return await measure_curator(SOURCE, model, plan, notes.append), model, notes


def shares(report: CuratorReport, of: str) -> dict[str, tuple[int, int]]:
    """Return the counts of one column by name."""
    return {share.name.strip(): (share.count, share.of) for share in getattr(report, of)}


async def test_first_answers_and_what_is_kept_are_told_apart() -> None:
    report, model, notes = await measured()
    assert len(SEEN.clusters) == 2
    assert shares(report, "first")["valid JSON object"] == (0, 2)
    assert shares(report, "kept")["valid JSON object"] == (2, 2)
    assert shares(report, "kept")["passes every check"] == (2, 2)
    assert shares(report, "heuristic")["passes every check"] == (1, 2)
    assert (report.model_calls, report.prompt_tokens, report.completion_tokens, report.seconds) == (4, 4000, 200, 8.0)
    assert len(model.asked) == 4
    assert notes[0].startswith("asking 1 of 2: ")
    assert report.problems == ()


async def test_every_seed_asks_anew_and_every_cluster_alone() -> None:
    report, model, _ = await measured(Plan(seeds=3))
    assert (report.seeds, report.model_calls) == (3, 12)
    assert len({request.seed for request in model.asked}) == 12
    assert shares(report, "kept")["passes every check"] == (6, 6)


async def test_an_ablation_leaves_the_fact_out_of_every_question() -> None:
    with_it, without_it = (await measured())[1], (await measured(Plan(without=frozenset({"candidates"}))))[1]
    assert all('"candidates"' in request.messages[1].content for request in with_it.asked[:1])
    assert not any('"candidates"' in request.messages[1].content for request in without_it.asked)


async def test_a_model_that_is_not_there_is_an_error() -> None:
    class Gone(Model):
        async def complete(self, request: ModelRequest) -> ModelReply:
            raise ModelUnavailableError("connection refused")

    with pytest.raises(ModelUnavailableError):
        await measure_curator(SOURCE, Gone(), Plan(), lambda text: None)


def test_the_heuristic_curator_gets_each_cluster_alone() -> None:
    outcomes = heuristic_outcomes(SOURCE)
    assert [outcome.draft is not None for outcome in outcomes] == [True, True]
    assert [outcome.is_sound for outcome in outcomes].count(True) == 1


async def test_the_text_says_that_the_failures_are_simulated_and_the_json_holds_the_same() -> None:
    report, _, _ = await measured()
    text = curator_text(report)
    assert text.startswith("scripted/twice (simulated) on 2 clusters of r-1 (simulated failures), 1 seed, at most 2")
    assert "passes every check" in text.splitlines()[-2]
    assert "4 model calls, 4,000 + 200 tokens, 8 s of model time" in text
    data = json.loads(json.dumps(report.to_json()))
    assert data["simulated"] is True
    last = data["kept"][-1]
    assert (last["name"], last["count"], last["of"]) == ("passes every check", 2, 2)
    assert 0.3 < last["low"] < 1.0 == last["high"]
