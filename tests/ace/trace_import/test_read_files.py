"""Files as episodes, counted; nothing lost of the outside data that is there."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from ace.trace_import.read_files import FileCount, read_trace_files
from runtime.contracts.errors import TraceError
from tests.ace.trace_import.importing import DESK, TALK, imported, trace_file
from tests.runtime.traces.formats.reading import accounted


def test_files_are_read_and_counted(tmp_path: Path) -> None:
    first = trace_file(tmp_path, DESK, {"odd": 1}, TALK)
    second = tmp_path / "absent.json"
    told: list[tuple[str, int]] = []
    found = read_trace_files([first, second], progress=lambda path, number: told.append((path.name, number)))
    assert found.counts == (
        FileCount(str(first), "chat-history+openai-messages", 3, 2, 9, 1, 1, 1),
        FileCount(str(second), "", 0, 0, 0, 0, 0, 1),
    )
    assert accounted(found.episodes) == 9
    assert [(one.line, one.reason) for one in found.problems] == [
        (2, "fits no format; it has odd"),
        (0, "no such file"),
    ]
    assert told == [("desk.jsonl", 1), ("desk.jsonl", 2)]


def test_ids_are_of_the_content_and_equal_records_stay_apart(tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    one = imported(tmp_path, DESK, DESK, TALK)
    other = imported(tmp_path / "again", DESK, DESK, TALK, name="renamed.jsonl")
    ids = [episode.header.episode for episode in one.episodes]
    assert ids == [episode.header.episode for episode in other.episodes]
    assert len(set(ids)) == 3
    assert [(e.header.sample, e.header.trial) for e in one.episodes][:2] == [("rooms", 0), ("rooms", 1)]
    assert all(step.episode == episode.header.episode for episode in one.episodes for step in episode.steps)


def test_the_agent_can_be_named_and_the_format_forced(tmp_path: Path) -> None:
    path = trace_file(tmp_path, DESK, TALK)
    found = read_trace_files([path], agent="desk")
    assert {episode.header.agent for episode in found.episodes} == {"desk"}
    forced = read_trace_files([path], "chat-history")
    assert [(count.format, count.records, count.episodes, count.problems) for count in forced.counts] == [
        ("chat-history", 2, 1, 1)
    ]
    with pytest.raises(TraceError, match="no trace format 'xml'"):
        read_trace_files([path], "xml")


def test_secrets_are_redacted_before_anything_reads_them(tmp_path: Path) -> None:
    secret = "sk-" + "a1B2" * 8
    found = imported(tmp_path, {"messages": [{"role": "assistant", "content": f"the key is {secret}"}]})
    assert secret not in repr(found)
    assert "[redacted:" in repr(found.episodes)


def test_a_trace_too_deep_to_keep_is_kept_up_to_there(tmp_path: Path) -> None:
    deep = "[" * 150 + "1" + "]" * 150
    call = {"id": "c1", "function": {"name": "f", "arguments": f'{{"a": {deep}}}'}}
    found = imported(tmp_path, {"messages": [{"role": "assistant", "tool_calls": [call]}]}, DESK)
    assert len(found.episodes) == 2
    assert "more than 100 levels deep" in repr(found.episodes[0])


BAD = {
    "truncated": json.dumps(DESK)[:200].encode(),
    "utf8": b'{"messages": "\xff"}',
    "nan": b'{"reward": NaN}',
    "surrogate": b'{"who": "\\ud800"}',
    "nested": b"[" * 3000 + b"]" * 3000,
    "scalar": b"3",
}


def test_every_kind_of_bad_line_is_named_in_one_file(tmp_path: Path) -> None:
    good = json.dumps(DESK).encode()
    path = tmp_path / "mixed.jsonl"
    path.write_bytes(b"\n".join([good, *BAD.values(), good]))
    found = read_trace_files([path])
    assert len(found.episodes) == 2
    assert {one.line for one in found.problems} == set(range(2, 2 + len(BAD)))
    assert [one.line for one in found.problems] == sorted(one.line for one in found.problems)
    assert all(one.reason for one in found.problems)


OUTSIDE = [
    pytest.param("whowhen", "*/*.json", (126, 126, 1099), id="whowhen"),
    pytest.param("agentrx/tau_retail", "*.json", (2, 129, 4100), id="agentrx"),
    pytest.param("taubench", "*.json", (1, 200, 5308), id="taubench"),
]


@pytest.mark.outside_data
@pytest.mark.skipif(not os.environ.get("ACE_OUTSIDE_DATA"), reason="ACE_OUTSIDE_DATA names no folder")
@pytest.mark.parametrize(("folder", "pattern", "expected"), OUTSIDE)
def test_outside_data_imports_whole(folder: str, pattern: str, expected: tuple[int, int, int]) -> None:
    files = sorted((Path(os.environ["ACE_OUTSIDE_DATA"]) / folder).glob(pattern))
    found = read_trace_files(files)
    assert (len(files), len(found.episodes), sum(_messages(path) for path in files)) == expected
    assert found.problems == ()
    assert accounted(found.episodes) == expected[2]
    assert all(count.calls == count.paired for count in found.counts)
    cards = [step.card for episode in found.episodes for step in episode.steps if step.card is not None]
    assert len(cards) == sum(count.calls for count in found.counts) > 100
    places = [(episode.header.sample, episode.header.trial) for episode in found.episodes]
    assert len(set(places)) == len(places)


def _messages(path: Path) -> int:
    """Count the messages of a file without ACE."""
    value = json.loads(path.read_bytes())
    return sum(
        len(one["traj"] if "traj" in one else one["history"]) for one in (value if isinstance(value, list) else [value])
    )


@pytest.mark.outside_data
@pytest.mark.skipif(not os.environ.get("ACE_OUTSIDE_DATA"), reason="ACE_OUTSIDE_DATA names no folder")
def test_labels_of_outside_data_reach_no_episode_but_its_scores() -> None:
    files = sorted((Path(os.environ["ACE_OUTSIDE_DATA"]) / "whowhen").glob("*/*.json"))
    for path, episode in zip(files, read_trace_files(files).episodes, strict=True):
        reason = json.loads(path.read_bytes())["mistake_reason"]
        assert reason not in repr(replace(episode, outcome=None))
        assert episode.outcome is not None
        assert set(episode.outcome.scores) <= {"is_correct"}


def test_a_reason_that_quotes_a_secret_is_redacted(tmp_path: Path) -> None:
    found = imported(tmp_path, {"sk-abcdefghijklmnopqrstuvwxyz0123456789": 1})
    assert [one.reason for one in found.problems] == ["fits no format; it has [redacted:api-key]"]
