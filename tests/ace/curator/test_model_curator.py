"""The curator that asks a model: what it is shown, and what is made of its answers."""

import json
from dataclasses import replace

import pytest

from ace.curator.checks.check import Check
from ace.curator.draft import CuratorBudget, CuratorInput, Draft
from ace.curator.model_curator import draft_with_model
from runtime.contracts.errors import ModelError, ModelUnavailableError
from runtime.contracts.ports import ModelReply, ModelRequest
from runtime.contracts.trace_event import ControllerInfo
from runtime.models.scripted import Scripted
from tests.ace.building import RETRIEVE, WEB, WEB_RULE, curator_input, decision, episode, rule, web_episodes

SKIP = decision(
    {"action": "HINT", "text": "Look at the rim.", "hint_level": 3},
    state__student__hint_level=0,
    state__retrieval__queried=True,
)
AGAIN = decision({"action": "REQUEST_TOOL", "tool": "retrieve", "arguments": {}}, action__repeats=1)
IMAGE = decision({"action": "REQUEST_TOOL", "tool": "image_findings", "arguments": {}}, state__step=0)
HINTS = tuple(episode(f"e-hint{i}", RETRIEVE, SKIP, sample=f"h{i}") for i in range(5))
ONCE = CuratorBudget(attempts=1)
TWO = replace(curator_input((*web_episodes(), *HINTS)), budget=ONCE)
THREE = replace(
    curator_input((*web_episodes(), *HINTS, *(episode(f"e-z{i}", RETRIEVE, AGAIN, sample=f"z{i}") for i in range(5)))),
    budget=ONCE,
)


def operation(**fields: object) -> str:
    """Return an addition as a model writes it."""
    base = {
        "op": "add",
        "rule_id": "tools.local-first",
        "merge_ids": [],
        "title": "Local first",
        "text": "Search the local index before the web.",
        "when": WEB_RULE["when"],
        "require": WEB_RULE["require"],
        "otherwise": "retrieve",
        "rationale": "Web pages were quoted.",
    }
    return json.dumps({**base, **fields})


class Failing:
    """Answers until told to fail."""

    def __init__(self, *answers: str | Exception, prompt_tokens: int = 100) -> None:
        self.answers, self.asked, self.prompt_tokens = list(answers), 0, prompt_tokens
        self.info = ControllerInfo("scripted", "failing", simulated=True)

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return or raise the next answer."""
        self.asked += 1
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return ModelReply(answer, "stop", self.prompt_tokens, 20, 0, 0.5, 1.5)


async def requests_of(seen: CuratorInput) -> list[ModelRequest]:
    """Return what the model was asked."""
    asked: list[ModelRequest] = []

    def answer(request: ModelRequest) -> str:
        asked.append(request)
        return operation(op="none")

    await draft_with_model(seen, Scripted(answer), 0)
    return asked


async def test_one_question_a_cluster_and_one_draft_a_rule() -> None:
    assert len(TWO.clusters) == 2
    drafting = await draft_with_model(TWO, Scripted([operation(), operation(text="Another text.")]), 0)
    assert [draft.rule_id for draft in drafting.drafts] == ["tools.local-first"]
    assert drafting.drafts[0].cluster == TWO.clusters[0]
    assert [refused.reason for refused in drafting.refused] == ["a better cluster already changes tools.local-first"]
    assert drafting.drafts[0].curator == "model scripted/script (simulated)"


async def test_when_there_are_drafts_enough_nobody_is_asked_and_it_is_said() -> None:
    model = Failing(operation())
    drafting = await draft_with_model(replace(TWO, limit=1), model, 0)
    assert (model.asked, len(drafting.drafts)) == (1, 1)
    (refused,) = drafting.refused
    assert (refused.cluster, refused.reason) == (
        TWO.clusters[1].id,
        "not asked: 1 draft is made, the most that are asked for",
    )


async def test_a_cluster_without_a_draft_leaves_its_place_to_the_next() -> None:
    drafting = await draft_with_model(replace(TWO, limit=1), Failing(operation(op="none"), operation()), 0)
    assert [draft.cluster for draft in drafting.drafts] == [TWO.clusters[1]]


async def test_the_budget_is_kept_and_every_cluster_not_asked_about_says_so() -> None:
    budget = CuratorBudget(tokens=3400, attempts=1)
    model = Failing(operation(), prompt_tokens=2000)
    drafting = await draft_with_model(replace(THREE, budget=budget), model, 0)
    assert model.asked == 1, "the second question would go over"
    assert drafting.prompt_tokens + drafting.completion_tokens == 2020
    assert [refused.cluster for refused in drafting.refused] == [cluster.id for cluster in THREE.clusters[1:]]
    assert all("budget of 3400 tokens is spent (2020 used" in refused.reason for refused in drafting.refused)


async def test_a_ceiling_in_dollars_without_prices_is_said() -> None:
    budget = CuratorBudget(cost_usd=0.1, attempts=1)
    drafting = await draft_with_model(replace(TWO, budget=budget), Scripted([operation(op="none")] * 2), 0)
    assert "no prices are configured" in drafting.notes[1]


async def test_a_rule_merged_away_is_not_changed_by_a_later_draft() -> None:
    one, two = (rule(name, text="Give a HINT before the web_browser.") for name in ("tools.one", "tools.two"))
    seen = curator_input((*web_episodes(), *HINTS), one, two)
    merge = operation(op="merge", rule_id=one.id, merge_ids=[two.id])
    drafting = await draft_with_model(seen, Scripted([merge, operation(op="edit", rule_id=two.id)]), 0)
    assert [draft.op for draft in drafting.drafts] == ["merge"]
    assert [refused.reason for refused in drafting.refused] == ["a better cluster already changes tools.two"]


async def test_an_addition_beside_a_rule_that_nearly_covers_it_becomes_an_edit() -> None:
    near = rule("tools.web-when-asked", when=WEB_RULE["when"], require="state.retrieval.queried || state.step < 1")
    late = tuple(episode(f"e-late{i}", IMAGE, WEB, sample=f"l{i}") for i in range(4))
    seen = curator_input((*web_episodes(3), *late), near)
    cluster = next(item for item in seen.clusters if item.detector == "web_before_local")
    drafting = await draft_with_model(replace(seen, clusters=(cluster,)), Scripted([operation()]), 0)
    (draft,) = drafting.drafts
    assert (draft.op, draft.rule_id, draft.before) == ("edit", near.id, near)
    assert draft.rationale.startswith("Drafted as tools.local-first")
    assert drafting.attempts[0].draft == draft


async def test_a_check_that_fails_is_asked_about_again_and_both_answers_are_kept() -> None:
    def check(draft: Draft) -> list[Check]:
        assert draft.after is not None
        return [Check("mood", "mood" not in draft.after.text, "no such word", "mood")]

    seen = curator_input(web_episodes())
    model = Failing(operation(text="Mind the mood."), operation())
    drafting = await draft_with_model(seen, model, 0, check)
    assert [attempt.failing for attempt in drafting.attempts] == [("mood: no such word; mood",), ()]
    assert [attempt.raw for attempt in drafting.attempts] == [operation(text="Mind the mood."), operation()]
    assert drafting.model_calls == 2
    (draft,) = drafting.drafts
    assert draft == drafting.attempts[1].draft


async def test_what_it_cost_is_added_up() -> None:
    drafting = await draft_with_model(TWO, Failing(operation(), "prose"), 0)
    assert (drafting.model_calls, drafting.prompt_tokens, drafting.completion_tokens) == (2, 200, 40)
    assert (drafting.cost_usd, drafting.seconds) == (1.0, 3.0)
    assert (len(drafting.drafts), len(drafting.refused)) == (1, 1)


async def test_a_model_that_does_not_answer_at_all_is_an_error() -> None:
    with pytest.raises(ModelUnavailableError, match="refused"):
        await draft_with_model(TWO, Failing(ModelUnavailableError("connection refused")), 0)


@pytest.mark.parametrize(
    ("error", "asked", "last"),
    [
        pytest.param(ModelUnavailableError("timed out"), 2, "not asked", id="gone: it is not asked again"),
        pytest.param(ModelError("the context is too long"), 3, "proposes no change", id="one question too long"),
    ],
)
async def test_a_model_that_dies_half_way_leaves_the_drafts_so_far(error: ModelError, asked: int, last: str) -> None:
    assert len(THREE.clusters) == 3
    model = Failing(operation(), error, operation(op="none"))
    drafting = await draft_with_model(THREE, model, 0)
    assert [draft.rule_id for draft in drafting.drafts] == ["tools.local-first"]
    assert model.asked == asked
    assert drafting.model_calls == asked - 1
    assert [refused.cluster for refused in drafting.refused] == [cluster.id for cluster in THREE.clusters[1:]]
    assert str(error) in drafting.refused[0].reason
    assert last in drafting.refused[1].reason


async def test_the_same_cluster_gets_the_same_seed_wherever_it_stands() -> None:
    first = {request.messages[1].content: request.seed for request in await requests_of(TWO)}
    alone = await requests_of(curator_input(web_episodes()))
    assert alone[0].seed in first.values()
    assert len(set(first.values())) == 2
