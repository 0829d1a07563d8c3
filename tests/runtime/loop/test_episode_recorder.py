import pytest

from runtime.contracts.errors import TraceError
from runtime.contracts.ports import EpisodeJob
from runtime.contracts.state import Spent
from runtime.contracts.trace_event import Event
from runtime.loop.episode_recorder import EpisodeRecorder, SinkError, spent_json
from tests.runtime.builders import LOOK, REFUSE, SAMPLE, tutor


class Sink:
    """Keeps events, or raises."""

    def __init__(self, error: Exception | None = None) -> None:
        """Raise `error` at the first event, if there is one."""
        self.events: list[Event] = []
        self._error = error

    def write(self, event: Event) -> None:
        """Keep the event, or raise."""
        if self._error is not None:
            raise self._error
        self.events.append(event)


async def test_what_is_written_is_passed_on_and_is_the_episode() -> None:
    recorded = await tutor([LOOK, REFUSE]).run(SAMPLE, EpisodeJob(seed=3))
    assert recorded.outcome is not None
    sink = Sink()
    recorder = EpisodeRecorder(sink)
    recorder.write(recorded.header)
    for step in recorded.steps:
        recorder.write(step)
    assert recorder.episode().outcome is None
    recorder.write(recorded.outcome)
    assert recorder.episode() == recorded
    assert sink.events == [recorded.header, *recorded.steps, recorded.outcome]


@pytest.mark.parametrize("error", [TraceError("disk full"), OSError(28, "No space left")], ids=["log", "other"])
async def test_a_sink_that_fails_is_named(error: Exception) -> None:
    header = (await tutor([REFUSE]).run(SAMPLE, EpisodeJob(seed=3))).header
    with pytest.raises(SinkError, match=r"disk full|could not be written: OSError") as caught:
        EpisodeRecorder(Sink(error)).write(header)
    assert caught.value.__cause__ is error


def test_what_was_spent_is_recorded_to_the_millisecond() -> None:
    spent = spent_json(Spent(steps=2, seconds=1.23456))
    assert (spent["steps"], spent["seconds"], spent["tool_calls"]) == (2, 1.235, 0)
