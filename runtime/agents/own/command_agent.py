"""A person's own agent as a command that speaks JSON lines on stdin and stdout."""

import asyncio
import json
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from runtime.agents.own.child_process import ChildProcess
from runtime.agents.own.faults import AgentFaultError, EpisodeOverError
from runtime.agents.own.play_episode import OwnParts, play_episode
from runtime.agents.own.record_lines import EpisodeRecord
from runtime.agents.own.request import request_of
from runtime.contracts.ports import EpisodeJob, TraceSink
from runtime.contracts.sample import Sample
from runtime.contracts.trace_event import ControllerInfo, Episode
from runtime.tools.daemon_thread import in_daemon_thread

# What comes this soon after `end` was said with it; later output is found before the next episode.
AFTER_END_S = 0.005
_KILL_WAIT_S = 5.0


class _NotStartedError(Exception):
    """A process that was kept ended well and said nothing of the new episode: a script that plays one and is done."""


@dataclass
class _Talk:
    """One episode on its way to a process. `deadline`: of time.monotonic(); `closings`: the agent's when it began."""

    record: EpisodeRecord
    deadline: float
    closings: int
    child: ChildProcess | None = None
    is_over: bool = False


class CommandAgent:
    """Implements AgentUnderTest. At most `workers` processes; each is kept for the next episode while it behaves."""

    def __init__(self, parts: OwnParts, command: Sequence[str], folder: Path, workers: int = 1) -> None:
        """Nothing is started before the first episode."""
        self._parts, self._command, self._folder = parts, tuple(command), folder
        self._workers = workers
        self._idle: list[ChildProcess] = []
        self._busy: set[ChildProcess] = set()
        self._lock = threading.Lock()
        self._closings = 0
        self._places: tuple[asyncio.AbstractEventLoop, asyncio.Semaphore] | None = None

    @property
    def info(self) -> ControllerInfo:
        """Who decides in this agent."""
        return self._parts.info

    async def run(self, sample: Sample, job: EpisodeJob, sink: TraceSink | None = None) -> Episode:
        """Return the episode; what the command does wrong is its outcome. Raises: SinkError, RuleError."""
        async with self._place():
            return await play_episode(self._parts, sample, job, sink, self._talk)

    def _place(self) -> asyncio.Semaphore:
        loop = asyncio.get_running_loop()
        if self._places is None or self._places[0] is not loop:
            self._places = (loop, asyncio.Semaphore(self._workers))
        return self._places[1]

    async def _talk(self, record: EpisodeRecord) -> None:
        talk = _Talk(record, time.monotonic() + self._parts.timeout_s, self._closings)
        work = asyncio.ensure_future(in_daemon_thread(lambda: self._exchange(talk), "own-agent"))
        try:
            await asyncio.shield(work)
        except asyncio.CancelledError:
            with self._lock:
                talk.is_over = True
                if talk.child is not None:
                    talk.child.abort()
            # Its thread reaps it; leaving before would leave a process behind when the program ends now.
            await asyncio.wait([work], timeout=_KILL_WAIT_S)
            if work.done() and not work.cancelled():
                work.exception()
            raise

    def _exchange(self, talk: _Talk) -> None:
        """Play one episode, in a thread of its own."""
        try:
            self._try(self._idle_child() or self._new_child(), talk)
        except _NotStartedError:
            self._try(self._new_child(), talk)

    def _try(self, child: ChildProcess, talk: _Talk) -> None:
        is_fine = False
        try:
            if self._is_wanted(child, talk):
                is_fine = _played(child, talk)
        except AgentFaultError as exc:
            words = child.last_words()
            if not words:
                raise
            raise AgentFaultError(exc.kind, f"{exc}; last on its stderr: {words}") from exc
        except EpisodeOverError:
            pass
        finally:
            self._return(child, talk, is_fine)

    def _is_wanted(self, child: ChildProcess, talk: _Talk) -> bool:
        """Return False when the episode was cancelled, or the agent closed, while the process was being made ready."""
        with self._lock:
            talk.child = child
            self._busy.add(child)
            if talk.closings != self._closings:
                child.abort()  # its end is told as that of any other
            return not talk.is_over

    def _idle_child(self) -> ChildProcess | None:
        """Return a process that waits for a request, None where none does."""
        while True:
            with self._lock:
                child = self._idle.pop() if self._idle else None
            if child is None or child.is_usable:
                if child is not None:
                    child.forget_words()
                return child
            child.close()

    def _new_child(self) -> ChildProcess:
        return ChildProcess(self._command, self._folder)

    def _return(self, child: ChildProcess, talk: _Talk, is_fine: bool) -> None:
        with self._lock:
            talk.child = None
            self._busy.discard(child)
            is_kept = is_fine and talk.closings == self._closings
            if is_kept:
                self._idle.append(child)
        if not is_kept:
            child.close()

    async def aclose(self) -> None:
        """Kill every process it started; it may be run again."""
        with self._lock:
            self._closings += 1
            idle, self._idle = self._idle, []
            for child in self._busy:
                child.abort()
        for child in idle:
            child.close()


def _played(child: ChildProcess, talk: _Talk) -> bool:
    """Return True when the process has played the episode and may be used again."""
    record, is_silent = talk.record, True
    child.send(json.dumps(request_of(record.asked)).encode("ascii"))
    while not record.is_ended:
        line = child.receive(talk.deadline)
        if line is None:
            how = child.how_it_ended()
            if is_silent and child.episodes and how.endswith(" exit code 0"):
                raise _NotStartedError
            raise AgentFaultError("exit", f"{how} before the `end` line")
        is_silent = False
        answer = record.take(line) if line.strip() else None
        if answer is not None:
            child.send(answer)
    if child.has_more(AFTER_END_S):
        raise AgentFaultError("protocol", "output after the `end` line; it must be the last of an episode")
    child.episodes += 1
    return child.is_usable
