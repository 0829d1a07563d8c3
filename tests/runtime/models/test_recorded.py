from pathlib import Path

import pytest

from runtime.contracts.errors import CassetteMissError, ModelError
from runtime.contracts.ports import ChatMessage, ModelReply, ModelRequest
from runtime.contracts.trace_event import ControllerInfo
from runtime.models.recorded import Recorded, Recording


class Counting:
    """A stand-in for a live model: numbers its answers, and can be closed."""

    def __init__(self) -> None:
        self.asked = 0
        self.is_closed = False

    @property
    def info(self) -> ControllerInfo:
        mode = "json_object" if self.asked else "auto"
        return ControllerInfo("openai", "m-1", simulated=False, structured_output=mode)

    async def complete(self, request: ModelRequest) -> ModelReply:
        self.asked += 1
        if request.purpose == "fail":
            raise ModelError("down")
        return ModelReply(f"answer {self.asked}", "length", 10, 20, 5, 0.25, 1.5)

    async def aclose(self) -> None:
        self.is_closed = True


def asking(text: str, purpose: str = "decide") -> ModelRequest:
    return ModelRequest((ChatMessage("user", f"first line\n{text}"),), {}, seed=3, purpose=purpose)


async def test_a_replay_gives_the_recorded_replies_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    recording = Recording(Counting(), path)
    requests = [asking("zoom call_1a"), asking("other"), asking("zoom call_1a")]
    live = [await recording.complete(request) for request in requests]
    assert live[0] == ModelReply("answer 1", "length", 10, 20, 5, 0.25, 1.5)
    replay = Recorded(path)
    replayed = [await replay.complete(asking("zoom call_77")), await replay.complete(asking("zoom call_78"))]
    assert replayed == [live[0], live[2]]
    assert await replay.complete(asking("other")) == live[1]


async def test_a_recording_is_the_recorded_model_and_a_replay_says_so(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    inner = Counting()
    recording = Recording(inner, path)
    await recording.complete(asking("a"))
    assert recording.info == inner.info
    assert Recorded(path).info == ControllerInfo("recorded", "m-1", simulated=False, structured_output="json_object")
    await recording.aclose()
    assert inner.is_closed


async def test_a_later_recording_appends(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    await Recording(Counting(), path).complete(asking("a"))
    await Recording(Counting(), path).complete(asking("b"))
    replay = Recorded(path)
    assert (await replay.complete(asking("b"))).text == "answer 1"


async def test_a_miss_shows_the_nearest_recorded_request_and_what_changed(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    recording = Recording(Counting(), path)
    await recording.complete(ModelRequest((ChatMessage("system", "far away"),), {}, seed=1))
    await recording.complete(asking("draw\x1b[2J a box"))
    near_key = path.read_text().splitlines()[1].split('"key": "')[1][:64]
    with pytest.raises(CassetteMissError) as caught:
        await Recorded(path).complete(asking("draw two boxes"))
    message = str(caught.value)
    assert near_key in message
    for line in ("--- recorded", "+++ asked", "-draw [2J a box", "+draw two boxes"):
        assert line in message.splitlines()
    assert "far away" not in message


async def test_asking_more_often_than_recorded_is_a_miss(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    await Recording(Counting(), path).complete(asking("a"))
    replay = Recorded(path)
    await replay.complete(asking("a"))
    for _ in range(2):
        with pytest.raises(CassetteMissError, match="was recorded 1 time and is asked once more"):
            await replay.complete(asking("a"))


async def test_a_failed_answer_is_not_recorded(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    with pytest.raises(ModelError, match="down"):
        await Recording(Counting(), path).complete(asking("a", purpose="fail"))
    assert not path.exists()


def test_an_empty_or_torn_cassette_says_so(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_bytes(b'{"key"')
    with pytest.raises(CassetteMissError, match="holds no whole line"):
        Recorded(path)


async def test_an_edited_cassette_is_refused_before_anything_is_replayed(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    await Recording(Counting(), path).complete(asking("a"))
    path.write_bytes(path.read_bytes().replace(b"answer 1", b"answer 9"))
    with pytest.raises(ModelError, match=r"c\.jsonl:1: the hash chain breaks"):
        Recorded(path)


async def test_a_miss_in_a_torn_cassette_mentions_the_torn_line(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    recording = Recording(Counting(), path)
    for text in ("a", "b"):
        await recording.complete(asking(text))
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(CassetteMissError, match="its last line was cut off"):
        await Recorded(path).complete(asking("b"))
