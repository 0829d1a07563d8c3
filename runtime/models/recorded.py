"""Recording a controller's answers, and replaying them instead of asking."""

from collections import Counter
from pathlib import Path

from runtime.contracts.errors import CassetteMissError
from runtime.contracts.ports import Controller, ModelReply, ModelRequest
from runtime.contracts.trace_event import ControllerInfo
from runtime.models.cassette import Cassette, CassetteLine, read_cassette
from runtime.models.cassette_key import RecordedRequest, nearest, short_diff, summarize_request
from runtime.models.closing import close_controller


class Recording:
    """Passes requests to `inner` and keeps its answers in the cassette at `path`, appending.

    Failures of `inner` are not recorded: on replay they are misses.
    """

    def __init__(self, inner: Controller, path: Path) -> None:
        self._inner = inner
        self._cassette = Cassette(path)

    @property
    def info(self) -> ControllerInfo:
        """Who is being recorded."""
        return self._inner.info

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return `inner`'s answer, once it is on disk.

        Raises: what `inner` raises; ModelError when the cassette is broken or another model's.
        """
        reply = await self._inner.complete(request)
        # Summarized after the answer: only then does `info` name the structured-output mode in use.
        self._cassette.append(summarize_request(request, self._inner.info), reply)
        return reply

    async def aclose(self) -> None:
        """Close what is being recorded."""
        await close_controller(self._inner)


class Recorded:
    """Replays the cassette at `path`: the same request gets the same answers in the same order, and nothing is asked.

    Raises: CassetteMissError (no such file, nothing in it), ModelError naming the line where the file was edited.
    """

    def __init__(self, path: Path) -> None:
        lines, self._is_torn = read_cassette(path)
        if not lines:
            raise CassetteMissError(f"{path}: the cassette holds no whole line; record it again")
        self._path = path
        self._lines: dict[tuple[str, int], CassetteLine] = {(line.key, line.occurrence): line for line in lines}
        self._asked: Counter[str] = Counter()
        first = lines[0].request
        self._info = ControllerInfo("recorded", first.model, first.simulated, first.structured_output)

    @property
    def info(self) -> ControllerInfo:
        """The recorded model, and whether it was simulated."""
        return self._info

    async def complete(self, request: ModelRequest) -> ModelReply:
        """Return the recorded answer. Raises: CassetteMissError naming the nearest recorded request, with a diff."""
        asked = summarize_request(request, self._info)
        key = asked.key()
        line = self._lines.get((key, self._asked[key]))
        if line is None:
            raise CassetteMissError(self._miss(asked, key))
        self._asked[key] += 1
        return line.reply.to_reply()

    def _miss(self, asked: RecordedRequest, key: str) -> str:
        torn = " (its last line was cut off and is not used)" if self._is_torn else ""
        times = self._asked[key]
        if times:
            counted = "1 time" if times == 1 else f"{times} times"
            return (
                f"{self._path}{torn}: request {key} (purpose {asked.purpose!r}) was recorded {counted} and is asked "
                f"once more; record again"
            )
        closest = nearest(asked, [line.request for line in self._lines.values()])
        assert closest is not None, "a cassette holds at least one line"
        return (
            f"{self._path}{torn}: no recorded answer for request {key} (purpose {asked.purpose!r}); record again, "
            f"or undo what changed. Nearest recorded key {closest.key()}, purpose {closest.purpose!r}:\n"
            f"{short_diff(closest, asked)}"
        )
