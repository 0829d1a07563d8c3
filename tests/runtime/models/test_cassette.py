import json
import os
import threading
from pathlib import Path

import pytest

from runtime.contracts.errors import CassetteMissError, ModelError
from runtime.contracts.ports import ChatMessage, ModelReply, ModelRequest
from runtime.contracts.trace_event import ControllerInfo
from runtime.models.cassette import FIRST_PREV, Cassette, line_hash, read_cassette
from runtime.models.cassette_key import RecordedRequest, summarize_request


def asked(text: str, model: str = "m") -> RecordedRequest:
    request = ModelRequest((ChatMessage("user", text),), {}, seed=0)
    return summarize_request(request, ControllerInfo("openai", model, simulated=False))


def write(path: Path, *texts: str) -> None:
    cassette = Cassette(path)
    for text in texts:
        cassette.append(asked(text), ModelReply(f"re {text}"))


def test_lines_are_chained_and_occurrences_counted(tmp_path: Path) -> None:
    path = tmp_path / "new" / "c.jsonl"
    write(path, "a", "b", "a")
    lines, is_torn = read_cassette(path)
    assert not is_torn
    assert [line.reply.text for line in lines] == ["re a", "re b", "re a"]
    assert [line.occurrence for line in lines] == [0, 0, 1]
    assert [line.prev for line in lines] == [FIRST_PREV, lines[0].hash, lines[1].hash]


def edit_reply(lines: list[bytes]) -> list[bytes]:
    return [lines[0], lines[1].replace(b"re b", b"RE B"), *lines[2:]]


def edit_number_type(lines: list[bytes]) -> list[bytes]:
    return [lines[0], lines[1].replace(b'"seconds": 0.0', b'"seconds": 0'), *lines[2:]]


def remove(lines: list[bytes]) -> list[bytes]:
    return [lines[0], *lines[2:]]


def swap(lines: list[bytes]) -> list[bytes]:
    return [lines[0], lines[2], lines[1]]


def damage(lines: list[bytes]) -> list[bytes]:
    return [lines[0], b"{\n", *lines[2:]]


def insert(lines: list[bytes]) -> list[bytes]:
    return [lines[0], lines[0], *lines[1:]]


def insert_blank(lines: list[bytes]) -> list[bytes]:
    return [lines[0], b"\n", *lines[1:]]


def cut_inside(lines: list[bytes]) -> list[bytes]:
    return [lines[0], lines[1][:-20] + b"\n", *lines[2:]]


def edit_field_name(lines: list[bytes]) -> list[bytes]:
    return [lines[0], lines[1].replace(b'"finish_reason"', b'"end_reason"'), *lines[2:]]


CHANGES = [edit_reply, edit_number_type, edit_field_name, remove, swap, insert, insert_blank, cut_inside, damage]


@pytest.mark.parametrize("change", CHANGES)
def test_an_edited_recording_is_found_out_at_its_line(tmp_path: Path, change: object) -> None:
    assert callable(change)
    path = tmp_path / "c.jsonl"
    write(path, "a", "b", "c")
    before = path.read_bytes()
    path.write_bytes(b"".join(change(before.splitlines(keepends=True))))
    assert path.read_bytes() != before
    with pytest.raises(ModelError, match=r"c\.jsonl:2: .*edited or damaged"):
        read_cassette(path)
    with pytest.raises(ModelError, match=r"c\.jsonl:2: "):
        write(path, "d")


def test_an_edit_that_also_mends_its_own_hash_breaks_the_next_line(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    write(path, "a", "b", "c")
    lines = path.read_bytes().splitlines(keepends=True)
    line = json.loads(lines[1])
    line["reply"]["text"] = "RE B"
    content = {name: value for name, value in line.items() if name not in ("prev", "hash")}
    line["hash"] = line_hash(line["prev"], content)
    path.write_bytes(b"".join([lines[0], json.dumps(line, sort_keys=True).encode() + b"\n", lines[2]]))
    with pytest.raises(ModelError, match=r"c\.jsonl:3: the hash chain breaks here"):
        read_cassette(path)


def test_the_first_line_cannot_be_cut_away(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    write(path, "a", "b")
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[1:]))
    with pytest.raises(ModelError, match=r"c\.jsonl:1: the hash chain breaks here"):
        read_cassette(path)


def test_a_torn_last_line_is_dropped_on_append(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    write(path, "a", "b")
    path.write_bytes(path.read_bytes()[:-30])
    assert [line.reply.text for line in read_cassette(path).lines] == ["re a"]
    write(path, "c")
    assert [line.reply.text for line in read_cassette(path).lines] == ["re a", "re c"]


def test_several_writers_keep_one_chain(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    shared = Cassette(path)
    own = [Cassette(path) for _ in range(2)]

    def append(cassette: Cassette) -> None:
        for _ in range(5):
            cassette.append(asked("same"), ModelReply("x"))

    threads = [threading.Thread(target=append, args=(cassette,)) for cassette in (shared, shared, *own)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [line.occurrence for line in read_cassette(path).lines] == list(range(20))


def test_one_cassette_holds_one_model(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    write(path, "a")
    with pytest.raises(ModelError, match=r"answers of openai/m, not of openai/other"):
        Cassette(path).append(asked("a", model="other"), ModelReply("x"))


def test_secrets_and_odd_characters_in_a_reply(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    Cassette(path).append(asked("a"), ModelReply("\u2028 \ud800 ghp_abcdefghijklmnopqrstuvwxyz012345"))
    (line,) = read_cassette(path).lines
    assert line.reply.text == "\u2028 ? [redacted:github-token]"
    assert path.read_bytes().isascii()


def test_a_line_holds_the_documented_fields(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    write(path, "a")
    fields = json.loads(path.read_text())
    assert set(fields) == {"key", "occurrence", "request", "reply", "prev", "hash"}


def test_a_missing_cassette_is_named(tmp_path: Path) -> None:
    with pytest.raises(CassetteMissError, match=r"no\.jsonl: cannot read the cassette .*; record one first"):
        read_cassette(tmp_path / "no.jsonl")


def test_a_cassette_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ModelError, match=r"cannot record .*record elsewhere"):
        write(tmp_path / "file" / "c.jsonl", "a")


@pytest.mark.parametrize(
    "content",
    [b'{"settings": 1}', b"notes without an end", b'{"hash": 7}', b"\n", b"one\ntwo"],
    ids=["JSON", "text", "nearly", "blank line", "lines"],
)
def test_a_file_that_is_no_cassette_is_left_as_it_is(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=r"mine\.json:1: not a cassette line"):
        write(path, "a")
    assert path.read_bytes() == content


@pytest.mark.parametrize("kept", [1, 5, 9, 40])
def test_of_a_first_line_however_short_nothing_is_kept(kept: int, tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    write(path, "a")
    path.write_bytes(path.read_bytes()[:kept])
    write(path, "b")
    assert [line.reply.text for line in read_cassette(path).lines] == ["re b"]


def test_a_cassette_taken_away_while_it_is_recorded_to_is_not_begun_in_the_middle(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    cassette = Cassette(path)
    cassette.append(asked("a"), ModelReply("x"))
    path.unlink()
    with pytest.raises(ModelError, match="was cut or replaced while it was recorded to; record elsewhere"):
        cassette.append(asked("b"), ModelReply("y"))
    assert path.read_bytes() == b""


def test_a_pipe_is_no_cassette_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CassetteMissError, match=r"pipe: cannot read the cassette \(not a regular file\)"):
        read_cassette(tmp_path / "pipe")
