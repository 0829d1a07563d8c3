"""One cluster is asked about until a draft passes or the attempts are used up; the best draft is kept."""

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from ace.curator.asking.attempts import Answered, Asking, ask_until_sound
from ace.curator.asking.cluster_facts import facts_of
from ace.curator.asking.spending import Spent
from ace.curator.checks.check import Check
from ace.curator.draft import CuratorBudget, Draft, Refused
from runtime.contracts.errors import ModelError, ModelUnavailableError
from runtime.contracts.ports import ModelReply, ModelRequest
from runtime.contracts.trace_event import ControllerInfo
from tests.ace.building import WEB_RULE, curator_input, rule, web_episodes

SEEN = curator_input(web_episodes())


def operation(text: str = "Search the local index before the web.", **fields: object) -> str:
    """Return an addition as a model writes it."""
    base = {"op": "add", "rule_id": "tools.local-first", "merge_ids": [], "title": "Local first", "text": text}
    return json.dumps({**base, **WEB_RULE, "otherwise": "retrieve", "rationale": "It was quoted.", **fields})


class Answering:
    """Gives its answers in turn and keeps what it was asked."""

    def __init__(self, *answers: str | Exception) -> None:
        self.answers, self.asked = list(answers), list[ModelRequest]()
        self.info = ControllerInfo("scripted", "answers", simulated=True)

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return or raise the next answer."""
        self.asked.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return ModelReply(answer, "stop", 1000, 50, 0, 0.0, 1.0)


def check(draft: Draft) -> Sequence[Check]:
    """Fail one check for each exclamation mark in the draft's text."""
    assert draft.after is not None
    marks = draft.after.text.count("!")
    return [Check(f"mark {i}", i >= marks, f"too loud {i}", f"{marks} marks") for i in range(4)]


async def ask(model: Answering, attempts: int = 3, spent: Spent | None = None, tokens: int = 60_000) -> Answered:
    """Return what comes of the first cluster."""
    seen = replace(SEEN, budget=CuratorBudget(tokens, None, attempts))
    asking = Asking(model, 0, check)
    return await ask_until_sound(asking, seen, facts_of(seen, seen.clusters[0]), lambda draft: draft, spent or Spent())


def data_of(request: ModelRequest) -> dict[str, list[dict[str, object]]]:
    """Return the data of a question."""
    user = request.messages[1].content
    value = json.loads("\n".join(user.split("\n")[1:-2]))
    assert isinstance(value, dict)
    return value


async def test_a_sound_draft_is_not_asked_for_again() -> None:
    model = Answering(operation())
    answered = await ask(model)
    assert isinstance(answered.made, Draft)
    assert len(model.asked) == 1
    (attempt,) = answered.attempts
    assert (attempt.number, attempt.raw, attempt.failing) == (1, operation(), ())
    assert attempt.passing == ("mark 0", "mark 1", "mark 2", "mark 3")


async def test_what_was_wrong_is_data_of_the_next_question() -> None:
    model = Answering("I would search first.", operation("Loud!"), operation("Quiet."))
    answered = await ask(model)
    assert isinstance(answered.made, Draft)
    assert answered.made.after is not None
    assert answered.made.after.text == "Quiet.\n"
    assert [attempt.number for attempt in answered.attempts] == [1, 2, 3]
    assert "earlier_answers" not in data_of(model.asked[0])
    first, second = data_of(model.asked[2])["earlier_answers"]
    assert str(first["wrong"]).startswith("['not JSON")
    assert second["wrong"] == ["mark 0: too loud 0; 1 marks"]
    assert "".join(model.asked[2].messages[0].content) == model.asked[0].messages[0].content
    assert len({request.seed for request in model.asked}) == 3


async def test_the_draft_with_fewest_failing_checks_is_kept_the_earliest_of_equals() -> None:
    answered = await ask(Answering(operation("Loud!!!"), operation("First!"), operation("Second!")))
    assert isinstance(answered.made, Draft)
    assert answered.made.after is not None
    assert answered.made.after.text == "First!\n"
    assert [len(attempt.failing) for attempt in answered.attempts] == [3, 1, 1]


async def test_a_draft_is_better_than_an_answer_that_cannot_be_used() -> None:
    answered = await ask(Answering(operation("Loud!"), "prose"), attempts=2)
    assert isinstance(answered.made, Draft)


async def test_no_change_is_an_answer() -> None:
    model = Answering(operation(op="none"))
    answered = await ask(model)
    assert isinstance(answered.made, Refused)
    assert (answered.made.reason, len(model.asked)) == ("the model proposes no change", 1)


async def test_nothing_usable_is_refused_with_the_last_words() -> None:
    answered = await ask(Answering("prose", "[]"), attempts=2)
    assert isinstance(answered.made, Refused)
    assert (answered.made.reason, answered.made.raw) == ("not a JSON object", "[]")


@pytest.mark.parametrize(("attempts", "asked"), [(1, 1), (2, 2), (5, 5)])
async def test_it_is_asked_as_often_as_the_budget_says(attempts: int, asked: int) -> None:
    model = Answering(*["prose"] * 9)
    await ask(model, attempts)
    assert len(model.asked) == asked


async def test_a_spent_budget_ends_the_attempts_and_says_so() -> None:
    model = Answering("prose", operation())
    answered = await ask(model, tokens=2400)
    assert len(model.asked) == 1
    assert isinstance(answered.made, Refused)
    assert answered.made.reason.startswith("not JSON")
    assert "; not asked again: the curator's budget of 2400 tokens is spent (1050 used" in answered.made.reason
    nothing = await ask(model, tokens=1000)
    assert isinstance(nothing.made, Refused)
    assert nothing.made.reason.startswith("not asked: the curator's budget of 1000 tokens is spent (0 used")
    assert (len(model.asked), nothing.attempts) == (1, ())


@pytest.mark.parametrize(
    ("error", "gone"),
    [(ModelUnavailableError("timed out"), True), (ModelError("the context is too long"), False)],
    ids=["gone", "one question too long"],
)
async def test_a_model_that_dies_between_attempts_leaves_the_draft_so_far(error: ModelError, gone: bool) -> None:
    answered = await ask(Answering(operation("Loud!"), error))
    assert isinstance(answered.made, Draft)
    assert answered.gone is gone
    refused = await ask(Answering("prose", error))
    assert isinstance(refused.made, Refused)
    assert str(error) in refused.made.reason


async def test_a_model_that_never_answered_is_an_error() -> None:
    with pytest.raises(ModelUnavailableError):
        await ask(Answering(ModelUnavailableError("refused")))


async def test_an_error_after_other_questions_is_a_refusal() -> None:
    answered = await ask(Answering(ModelUnavailableError("refused")), spent=Spent(calls=1, prompt_tokens=10))
    assert isinstance(answered.made, Refused)
    assert (answered.made.reason, answered.gone) == ("refused", True)


async def test_an_operation_that_was_not_offered_is_asked_about_again() -> None:
    words = rule("style.short", text="Keep it short.")
    seen = replace(curator_input(web_episodes(), words), budget=CuratorBudget(attempts=2))
    model = Answering(operation(op="delete", rule_id=words.id), operation())
    asking = Asking(model, 0, check)
    answered = await ask_until_sound(asking, seen, facts_of(seen, seen.clusters[0]), lambda draft: draft, Spent())
    assert isinstance(answered.made, Draft)
    assert answered.made.op == "add"
    assert answered.attempts[0].problem == "delete is not offered here: the operations are add, none"
    properties = model.asked[0].schema["properties"]
    assert isinstance(properties, dict)
    assert properties["op"] == {"enum": ["add", "none"]}
