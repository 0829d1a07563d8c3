"""Ask a judge: one item, or many at once, with bounded retries and what was answered before left unasked."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ace.judges.answer import JudgeAnswer, Said, parse_answer
from ace.judges.answers_file import AnswersFile, answer_key
from ace.judges.prompt import answer_schema, judge_messages
from ace.judges.rubric import Rubric
from ace.judges.shown_episode import Shown
from runtime.contracts.errors import ModelError, ModelRefusedError
from runtime.contracts.json_types import content_hash
from runtime.contracts.ports import Controller, ModelRequest
from runtime.contracts.trace_event import Attempt
from runtime.loop.ask_model import Asked, ask

MAX_TOKENS = 260
# So many refusals in a row before any answer mean the model refuses everything, not this text.
REFUSALS = 3
Told = Callable[[int, int], None]


@dataclass(frozen=True)
class Asking:
    """How many items are asked: how many at once, and what is told of progress (done, of)."""

    concurrency: int = 4
    told: Told = lambda done, of: None


class AskedAll(NamedTuple):
    """One answer an item, in their order; None for those a lost model left open, and `gone` says how it was lost.

    `asked`: questions put to the model just now; the others were answered before.
    """

    answers: tuple[JudgeAnswer | None, ...]
    asked: int
    gone: str = ""


async def ask_judge(rubric: Rubric, shown: Shown, model: Controller) -> JudgeAnswer:
    """Return the model's answer about one item, asked up to three times until it can be used.

    Raises: ModelError when the model gives none.
    """
    messages = judge_messages(rubric, shown)

    def seed(attempt: int) -> int:
        return int(content_hash([rubric.name, shown.item, attempt], 7), 16)

    request = ModelRequest(messages, answer_schema(rubric), seed(0), purpose="judge", max_tokens=MAX_TOKENS)
    asked: Asked[Said] = await ask(model, request, None, seed, lambda raw: parse_answer(raw, rubric, shown))
    if asked.value is None:
        answer = JudgeAnswer(shown.item, None, problem=asked.attempts[-1].error)
    else:
        said = asked.value
        answer = JudgeAnswer(shown.item, said.is_failing, said.reason, said.quote, said.step)
    return _with_costs(answer, asked.attempts)


async def ask_all(
    rubric: Rubric, items: Sequence[Shown], model: Controller, kept: AnswersFile, asking: Asking
) -> AskedAll:
    """Return an answer for every item, those in `kept` without asking; each new one is kept at once.

    A refused item counts as unusable and is asked again next time; a model that cannot be reached ends the asking.
    Raises: ModelError when it refuses the first three items.
    """
    work = _Work(rubric, model, kept, asking, items)
    workers = [asyncio.create_task(work.run()) for _ in range(max(1, min(asking.concurrency, len(items))))]
    try:
        await asyncio.gather(*workers)
    finally:
        for worker in workers:
            worker.cancel()
    return AskedAll(tuple(work.answers), work.asked, work.gone)


class _Work:
    """The items still to be asked, shared by the workers."""

    def __init__(
        self, rubric: Rubric, model: Controller, kept: AnswersFile, asking: Asking, items: Sequence[Shown]
    ) -> None:
        self._rubric, self._model, self._kept, self._asking, self._items = rubric, model, kept, asking, items
        self._places = iter(range(len(items)))
        self.answers: list[JudgeAnswer | None] = [None] * len(items)
        self.gone = ""
        self._questions: dict[str, asyncio.Task[JudgeAnswer]] = {}
        self.asked = self._answered = self._refused = self._done = 0

    async def run(self) -> None:
        """Answer what is left, one item after the other."""
        for place in self._places:
            if self.gone:
                return
            try:
                self.answers[place] = await self._one(self._items[place])
            except ModelRefusedError as exc:
                self._refused += 1
                if not self._answered and self._refused >= min(REFUSALS, len(self._items)):
                    raise
                self.answers[place] = JudgeAnswer(self._items[place].item, None, problem=f"refused: {exc}", calls=1)
            except ModelError as exc:
                self.gone = self.gone or str(exc)
                return
            self._done += 1
            self._asking.told(self._done, len(self._items))

    async def _one(self, shown: Shown) -> JudgeAnswer:
        # Two items of the same words are one question, paid for once, also when they are asked at the same time.
        key = answer_key(judge_messages(self._rubric, shown))
        is_first = key not in self._questions
        if is_first:
            self._questions[key] = asyncio.create_task(self._answer(key, shown))
        answer = await self._questions[key]
        return answer if is_first else _with_costs(answer, ())

    async def _answer(self, key: str, shown: Shown) -> JudgeAnswer:
        before = self._kept.get(key)
        if before is not None:
            return before
        self.asked += 1
        answer = await ask_judge(self._rubric, shown, self._model)
        self._answered += 1
        self._kept.put(key, answer)
        return answer


def _with_costs(answer: JudgeAnswer, attempts: Sequence[Attempt]) -> JudgeAnswer:
    return replace(
        answer,
        calls=len(attempts),
        prompt_tokens=sum(one.prompt_tokens for one in attempts),
        completion_tokens=sum(one.completion_tokens for one in attempts),
        cost_usd=sum(one.cost_usd for one in attempts),
        seconds=round(sum(one.seconds for one in attempts), 4),
    )
