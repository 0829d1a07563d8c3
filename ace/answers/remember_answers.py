"""Models whose calls are counted and, where they are paid for, never made twice; episodes kept apart."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path

from ace.answers.answer_book import AnswerBook, model_key, request_key
from ace.session import Session
from runtime.contracts.json_types import content_hash
from runtime.contracts.ports import AgentUnderTest, Controller, EpisodeJob, ModelReply, ModelRequest, TraceSink
from runtime.contracts.sample import Sample
from runtime.contracts.trace_event import Attempt, ControllerInfo, Episode
from runtime.models.closing import close_controller
from runtime.models.settings import ControllerSettings

# What costs nothing to ask again, and answers the same.
FREE = frozenset({"simulated", "scripted", "recorded"})
_BOOK: ContextVar[AnswerBook | None] = ContextVar("answer_book", default=None)


def _counts_nothing(reply: ModelReply) -> None:
    """Where nobody counts."""


class AnswerMemory:
    """Implements ModelMemory. `folder` holds a book for each episode under way, `besides` is for all other calls."""

    def __init__(self, folder: Path, besides: Path, count: Callable[[ModelReply], None] = _counts_nothing) -> None:
        self._folder, self._besides_path, self.count = folder, besides, count
        self._besides: AnswerBook | None = None

    def controller(self, inner: Controller, settings: ControllerSettings) -> Controller:
        """Return the model of `settings`: counted, and remembered when it is paid for."""
        if settings.kind in FREE:
            return CountedModel(inner, self.count)
        return RememberedModel(inner, self, model_key(settings))

    def agent(self, inner: AgentUnderTest, *, brings_model: bool) -> AgentUnderTest:
        """Return the agent, each of its episodes with a book of its own; its own model is counted by what it says."""
        return RememberedAgent(inner, self, brings_model)

    @property
    def book(self) -> AnswerBook:
        """The book of the episode that asks; of everything else where none does."""
        current = _BOOK.get()
        if current is not None:
            return current
        if self._besides is None:
            self._besides = AnswerBook(self._besides_path)
        return self._besides

    @contextmanager
    def episode(self, run: str, sample: str, trial: int) -> Iterator[AnswerBook]:
        """Keep the answers of one place of one run or arm apart. Another try of the place goes on with them."""
        book = AnswerBook(self._folder / run / f"{content_hash([sample, trial], 24)}.jsonl")
        token = _BOOK.set(book)
        try:
            yield book
        finally:
            _BOOK.reset(token)
            book.close()

    def close(self, *, is_done: bool) -> None:
        """Let go of the answers besides episodes; `is_done`: what they were for is stored, so they are thrown away."""
        if is_done:
            self._besides_path.unlink(missing_ok=True)
        if self._besides is not None:
            self._besides.close()
        self._besides = None


def remembering(session: Session, asked_for: str = "run") -> Session:
    """Return the session with its models' answers remembered, as it is where they are already.

    `asked_for` names what calls outside of episodes are for.
    """
    if session.memory is not None:
        return session
    folder = session.workspace.state / "answers"
    return replace(session, memory=AnswerMemory(folder, folder / f"{asked_for}.asked.jsonl"))


def forget_asked(session: Session) -> None:
    """Throw away the answers to calls outside of episodes: what they were for is stored."""
    if isinstance(session.memory, AnswerMemory):
        session.memory.close(is_done=True)


@dataclass(frozen=True)
class CountedModel:
    """A controller whose answers are counted."""

    inner: Controller
    count: Callable[[ModelReply], None]

    @property
    def info(self) -> ControllerInfo:
        """Who is asked."""
        return self.inner.info

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return the model's answer. Raises: as it."""
        reply = await self.inner.complete(request)
        self.count(reply)
        return reply

    async def aclose(self) -> None:
        """Close what is asked."""
        await close_controller(self.inner)


@dataclass(frozen=True)
class RememberedModel:
    """A controller that is asked only what has no kept answer; every new answer is on disk before it is used."""

    inner: Controller
    memory: AnswerMemory
    who: str

    @property
    def info(self) -> ControllerInfo:
        """Who is asked."""
        return self.inner.info

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return the kept answer, else the model's. Raises: as the model; TraceError when it cannot be kept."""
        book, key = self.memory.book, request_key(request, self.who)
        known = book.next(key)
        if known is not None:
            return known
        reply = await self.inner.complete(request)
        book.keep(key, reply)
        self.memory.count(reply)
        return reply

    async def aclose(self) -> None:
        """Close what is asked."""
        await close_controller(self.inner)


@dataclass(frozen=True)
class RememberedAgent:
    """Implements AgentUnderTest: an episode that was killed half way gets the answers it had got before."""

    inner: AgentUnderTest
    memory: AnswerMemory
    brings_model: bool = False

    @property
    def info(self) -> ControllerInfo:
        """Who decides in this agent."""
        return self.inner.info

    async def run(self, sample: Sample, job: EpisodeJob, sink: TraceSink | None = None) -> Episode:
        """Run one episode and return its trace. Raises: as the agent; TraceError when an answer cannot be kept."""
        with self.memory.episode(job.run, sample.id, job.trial) as book:
            episode = await self.inner.run(sample, job, sink)
            # One that failed for reasons outside is tried again, with the answers it had got; anything else is on disk.
            if not episode.is_infrastructure_error or episode.is_waiting:
                book.forget()
        for attempt in _attempts(episode) if self.brings_model else ():
            tokens = (attempt.prompt_tokens, attempt.completion_tokens, attempt.cached_tokens)
            self.memory.count(ModelReply("", "", *tokens, attempt.cost_usd, attempt.seconds))
        return episode

    async def aclose(self) -> None:
        """Close the agent's models and tools."""
        await close_controller(self.inner)


def _attempts(episode: Episode) -> Iterator[Attempt]:
    """Yield what the agent's own model was asked, as far as the agent says that it was."""
    for attempt in (attempt for step in episode.steps for attempt in step.attempts):
        if attempt.prompt_tokens or attempt.completion_tokens or attempt.cost_usd:
            yield attempt
