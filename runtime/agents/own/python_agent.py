"""A person's own agent as a Python function in this process.

A function that does not come back cannot be ended: after the time limit its episode is an infrastructure error and its
thread is left behind until it proposes or yields again, or the program ends. A command can be killed; this cannot.
"""

import asyncio
import inspect
from collections.abc import AsyncIterable, Iterable, Mapping
from pathlib import Path

from runtime.agents.own.faults import AgentFaultError, EpisodeOverError, spoken
from runtime.agents.own.foreign_output import stdout_to_stderr
from runtime.agents.own.import_callable import OwnFunction, import_callable
from runtime.agents.own.messages import parse_object, read_reply, to_line
from runtime.agents.own.play_episode import OwnParts, play_episode
from runtime.agents.own.record_lines import EpisodeRecord
from runtime.agents.own.request import request_of
from runtime.contracts.errors import RuntimeFault
from runtime.contracts.json_types import JsonObject
from runtime.contracts.ports import EpisodeJob, TraceSink
from runtime.contracts.sample import Sample
from runtime.contracts.trace_event import ControllerInfo, Episode
from runtime.tools.daemon_thread import in_daemon_thread


class PythonAgent:
    """Implements AgentUnderTest. Every episode has a thread of its own; the function may run in several at once."""

    def __init__(self, parts: OwnParts, path: str, repo: Path) -> None:
        """Import the function. Raises: RuntimeFault as `import_callable`."""
        self._parts = parts
        self._function = import_callable(path, repo)

    @property
    def info(self) -> ControllerInfo:
        """Who decides in this agent."""
        return self._parts.info

    async def run(self, sample: Sample, job: EpisodeJob, sink: TraceSink | None = None) -> Episode:
        """Return the episode; what the function does wrong is its outcome. Raises: SinkError, RuleError."""
        with stdout_to_stderr():
            return await play_episode(self._parts, sample, job, sink, self._talk)

    async def _talk(self, record: EpisodeRecord) -> None:
        limit = self._parts.timeout_s
        try:
            async with asyncio.timeout(limit) as timer:
                await in_daemon_thread(lambda: _exchange(self._function, record), "own-agent")
        except TimeoutError as exc:
            if not timer.expired():  # the function's own
                raise AgentFaultError("agent", spoken(exc)) from exc
            raise AgentFaultError(
                "timeout", f"the function did not come back within {limit:g} s; its thread is left behind"
            ) from exc

    async def aclose(self) -> None:
        """There is nothing to close."""


def _exchange(function: OwnFunction, record: EpisodeRecord) -> None:
    """Call the function and take what it says, in a thread of its own."""

    def propose(action: Mapping[str, object], state: Mapping[str, object] | None = None) -> JsonObject:
        """Return ACE's verdict on an action: `decision` is allow, block or convert, with a `reason`."""
        line = to_line({"type": "propose", "action": _plain(action), "state": _plain(state or {})})
        answer = record.take(line)
        assert answer is not None, "a proposal is always answered"
        return parse_object(answer)

    request = request_of(record.asked)
    try:
        said = function.call(request, propose) if function.takes_propose else function.call(request)
        _take_all(said, record)
    except (RuntimeFault, EpisodeOverError):
        raise
    except BaseException as exc:  # the episode boundary: a stranger's function may raise anything, SystemExit too
        raise AgentFaultError("agent", spoken(exc)) from exc


def _plain(value: Mapping[str, object]) -> object:
    return dict(value) if isinstance(value, Mapping) else value


def _take_all(said: object, record: EpisodeRecord) -> None:
    if inspect.isawaitable(said) or isinstance(said, AsyncIterable):
        asyncio.run(_take_async(said, record))
    elif isinstance(said, Mapping):
        _take_reply(said, record)
    elif isinstance(said, Iterable) and not isinstance(said, str | bytes):
        for line in said:
            _take_one(line, record)
    else:
        raise AgentFaultError(
            "protocol",
            f"the function gave {type(said).__name__}; it must return {{'steps': [...], 'end': {{...}}}} or a list of "
            "lines, or yield lines",
        )


async def _take_async(said: object, record: EpisodeRecord) -> None:
    if isinstance(said, AsyncIterable):
        async for line in said:
            _take_one(line, record)
        return
    assert inspect.isawaitable(said)
    found = await said
    if isinstance(found, AsyncIterable):
        await _take_async(found, record)
    elif inspect.isawaitable(found):
        if inspect.iscoroutine(found):
            found.close()
        raise AgentFaultError("protocol", "the function's result must be awaited once, and gives another to await")
    else:
        _take_all(found, record)


def _take_one(line: object, record: EpisodeRecord) -> None:
    record.take(to_line(_plain(line) if isinstance(line, Mapping) else line))


def _take_reply(said: Mapping[str, object], record: EpisodeRecord) -> None:
    """A mapping is a whole episode; with a `type` it is one line."""
    value = dict(said)
    if "type" in value:
        _take_one(value, record)
        return
    for line in read_reply(parse_object(to_line(value))):
        _take_one(line, record)
