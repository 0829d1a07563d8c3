"""Asking a judge over real HTTP: retries, keeping, many at once, and models that go away."""

from pathlib import Path

import pytest

from ace.judges.answers_file import AnswersFile
from ace.judges.ask_judge import AskedAll, Asking, ask_all, ask_judge
from ace.judges.shown_episode import Shown, shown_text
from runtime.contracts.errors import ModelRefusedError
from runtime.contracts.json_types import JsonObject
from runtime.models.openai_compatible import OpenAICompatible, OpenAISettings
from tests.ace.judges.judging import RUBRIC, Answering, data_of, honest, said
from tests.chat_server import Answer, ChatServer, chat_server, completion, last_text

ITEMS = [shown_text(f"You fool {number}." if number % 2 else f"Well done {number}.") for number in range(12)]


def model_at(server: ChatServer) -> OpenAICompatible:
    """Return the model behind `server`, at a price, without retries."""
    settings = OpenAISettings(server.base_url, "m", temperature=0.0, retries=0, price_in_usd_per_mtok=10.0)
    return OpenAICompatible(settings, "key")


async def asked(
    answering: Answering, path: Path, items: list[Shown] = ITEMS, concurrency: int = 4
) -> tuple[AskedAll, ChatServer]:
    """Return what came of asking a server that answers so."""
    with chat_server(answering) as server:
        model = model_at(server)
        made = await ask_all(RUBRIC, items, model, AnswersFile(path), Asking(concurrency))
        await model.aclose()
        return made, server


async def test_one_answer_with_its_costs() -> None:
    with chat_server(honest) as server:
        model = model_at(server)
        made = await ask_judge(RUBRIC, ITEMS[1], model)
        await model.aclose()
    assert (made.is_failing, made.quote, made.reason, made.problem) == (True, "fool", "It reads so.", "")
    assert (made.calls, made.prompt_tokens, made.completion_tokens) == (1, 100, 10)
    assert made.cost_usd == pytest.approx(0.001)
    assert server.requests[0]["temperature"] == 0.0


async def test_an_answer_that_cannot_be_used_is_asked_for_again_with_the_reason(tmp_path: Path) -> None:
    def second_time(request: JsonObject, number: int) -> Answer:
        return completion(said("rude", "never said" if number == 1 else "fool"))

    made, server = await asked(second_time, tmp_path / "a", ITEMS[1:2])
    (answer,) = made.answers
    assert answer is not None
    assert (answer.is_failing, answer.calls, answer.prompt_tokens) == (True, 2, 200)
    assert "`quote` is not in the text" in last_text(server.requests[1])


async def test_after_three_tries_it_counts_as_unusable_and_is_not_asked_for_ever(tmp_path: Path) -> None:
    made, server = await asked(lambda request, number: completion("no idea"), tmp_path / "a", ITEMS[1:2])
    (answer,) = made.answers
    assert answer is not None
    assert (answer.is_failing, answer.calls, len(server.requests)) == (None, 3, 3)
    assert "not JSON" in answer.problem
    again, server = await asked(honest, tmp_path / "a", ITEMS[1:2])
    assert (again.asked, len(server.requests)) == (0, 0)


async def test_order_is_that_of_the_items_and_none_is_asked_twice(tmp_path: Path) -> None:
    first, server = await asked(honest, tmp_path / "a")
    assert [answer.is_failing for answer in first.answers if answer] == [False, True] * 6
    assert [answer.item for answer in first.answers if answer] == [item.item for item in ITEMS]
    assert (first.asked, len(server.requests)) == (12, 12)
    second, server = await asked(honest, tmp_path / "a", [*ITEMS, shown_text("New.")])
    assert (second.asked, len(server.requests)) == (1, 1)
    assert second.answers[:12] == first.answers


async def test_items_of_the_same_words_are_one_question_paid_for_once(tmp_path: Path) -> None:
    made, server = await asked(honest, tmp_path / "a", [ITEMS[1]] * 5)
    assert len(server.requests) == 1
    assert [answer.is_failing for answer in made.answers if answer] == [True] * 5
    assert sum(answer.calls for answer in made.answers if answer) == 1


async def test_a_model_that_goes_away_leaves_what_it_said(tmp_path: Path) -> None:
    def dies(request: JsonObject, number: int) -> Answer:
        return honest(request, number) if number <= 5 else Answer("gone", status=503)

    made, _ = await asked(dies, tmp_path / "a", concurrency=1)
    assert [answer is not None for answer in made.answers] == [True] * 5 + [False] * 7
    assert "503" in made.gone
    rest, server = await asked(honest, tmp_path / "a")
    assert (rest.asked, len(server.requests), rest.gone) == (7, 7, "")


async def test_one_refused_text_is_unusable_and_asked_again_next_time(tmp_path: Path) -> None:
    def refuses_one(request: JsonObject, number: int) -> Answer:
        too_long = "done 4" in str(data_of(request)["text"])
        return Answer({"error": {"message": "context too long"}}, status=413) if too_long else honest(request, number)

    made, _ = await asked(refuses_one, tmp_path / "a", concurrency=1)
    refused = made.answers[4]
    assert refused is not None
    assert refused.is_failing is None
    assert "refused: " in refused.problem
    assert sum(answer is not None and answer.is_failing is None for answer in made.answers) == 1
    again, _ = await asked(honest, tmp_path / "a")
    assert again.asked == 1


async def test_a_model_that_refuses_everything_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ModelRefusedError, match="401"):
        await asked(lambda request, number: Answer("no such key", status=401), tmp_path / "a")


async def test_progress_counts_up_to_all_of_them(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    with chat_server(honest) as server:
        model = model_at(server)
        asking = Asking(3, lambda done, of: told.append((done, of)))
        await ask_all(RUBRIC, ITEMS, model, AnswersFile(tmp_path / "a"), asking)
        await model.aclose()
    assert told == [(number, 12) for number in range(1, 13)]


async def test_no_item_asks_nothing(tmp_path: Path) -> None:
    made, server = await asked(honest, tmp_path / "a", [])
    assert (made, server.requests) == (AskedAll((), 0), [])
