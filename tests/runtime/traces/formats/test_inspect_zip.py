"""Inspect's .eval files."""

import json
import struct
import sys
import zipfile
import zlib
from pathlib import Path

import pytest
import zstandard

from runtime.traces.formats import inspect_zip
from runtime.traces.formats.inspect_log import fits, read
from runtime.traces.formats.inspect_zip import read_eval_zip
from runtime.traces.formats.transcript import BadRecord, Record
from tests.runtime.traces.formats.span_files import no_problem
from tests.runtime.traces.formats.test_inspect_log import log, sample


def _header() -> bytes:
    return json.dumps({key: value for key, value in log().items() if key != "samples"}).encode()


def _file(folder: Path, entries: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    path = folder / "log.eval"
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return path


def _zstd_file(folder: Path, entries: dict[str, bytes], damage: bool = False) -> Path:
    """Write entries with method 93, which zipfile cannot write before Python 3.14, two frames an entry."""
    path = folder / "log.eval"
    body, directory = b"", b""
    for name, data in entries.items():
        half = len(data) // 2
        packed = b"".join(zstandard.ZstdCompressor().compress(part) for part in (data[:half], data[half:]))
        crc = zlib.crc32(data) ^ damage
        fields = struct.pack("<HHHHHIIIHH", 20, 0, 93, 0, 0x21, crc, len(packed), len(data), len(name), 0)
        directory += b"PK\x01\x02" + struct.pack("<H", 20) + fields
        directory += struct.pack("<HHHII", 0, 0, 0, 0, len(body)) + name.encode()
        body += b"PK\x03\x04" + fields + name.encode() + packed
    count = len(entries)
    end = b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), len(body), 0)
    path.write_bytes(body + directory + end)
    return path


def _read(path: Path) -> tuple[list[Record], list[BadRecord]]:
    problems: list[BadRecord] = []
    return list(read_eval_zip(path, problems.append)), problems


def _entries() -> dict[str, bytes]:
    return {
        "_journal/start.json": _header(),
        "samples/s1_epoch_1.json": json.dumps(sample()).encode(),
        "samples/s2_epoch_1.json": json.dumps(sample(id="s2", uuid="u-2")).encode(),
        "summaries.json": b"[]",
        "header.json": _header(),
    }


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, 93])
def test_each_sample_is_a_log_of_its_own(tmp_path: Path, method: int) -> None:
    path = _zstd_file(tmp_path, _entries()) if method == 93 else _file(tmp_path, _entries(), method)
    records, problems = _read(path)
    assert problems == []
    assert [record.line for record in records] == [1, 2]
    assert all(fits(record.value) for record in records)
    assert [found.task for found in read(records, no_problem)] == ["sums/s1", "sums/s2"]


def test_a_log_that_was_never_finished_has_its_first_header(tmp_path: Path) -> None:
    entries = {name: data for name, data in _entries().items() if name != "header.json"}
    records, problems = _read(_file(tmp_path, entries))
    assert problems == []
    assert [found.model for found in read(records, no_problem)] == ["mock/model", "mock/model"]


def test_a_bad_entry_costs_only_itself(tmp_path: Path) -> None:
    entries = {**_entries(), "samples/s0.json": b"{", "samples/s9.json": b"[1]"}
    records, problems = _read(_file(tmp_path, entries))
    assert len(records) == 2
    assert [(one.what, one.line) for one in problems] == [("samples/s0.json", 3), ("samples/s9.json", 4)]
    assert "truncated" in problems[0].reason


def test_a_bomb_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inspect_zip, "MAX_RECORD", 100_000)
    bomb = json.dumps(sample(store={"x": "0" * 5_000_000})).encode()
    for path in (
        _file(tmp_path, {**_entries(), "samples/b.json": bomb}),
        _zstd_file(tmp_path, {**_entries(), "samples/b.json": bomb}),
    ):
        records, problems = _read(path)
        assert len(records) == 2
        assert [(one.what, "more than 100000 bytes" in one.reason) for one in problems] == [("samples/b.json", True)]


def test_damage_is_told(tmp_path: Path) -> None:
    records, problems = _read(_zstd_file(tmp_path, _entries(), damage=True))
    assert records == []
    assert {one.reason for one in problems if one.what.startswith("samples/")} == {
        "is damaged: its checksum does not fit"
    }
    path = _file(tmp_path, _entries(), zipfile.ZIP_STORED)
    path.write_bytes(path.read_bytes().replace(b"What is 1 + 1?", b"What is 1 + 2?", 1))
    records, problems = _read(path)
    assert len(records) == 1
    assert "CRC" in problems[0].reason


def test_without_a_zstd_reader_it_is_said_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    records, problems = _read(_zstd_file(tmp_path, {"header.json": _header(), "samples/s.json": b"{}"}))
    assert records == []
    assert "pip install zstandard" in problems[0].reason


def test_another_compression_is_named(tmp_path: Path) -> None:
    path = _zstd_file(tmp_path, {"header.json": _header(), "samples/s.json": b"{}"})
    path.write_bytes(path.read_bytes().replace(struct.pack("<H", 93), struct.pack("<H", 98)))
    assert any("method 98" in one.reason for one in _read(path)[1])


@pytest.mark.parametrize(
    ("data", "reason"),
    [(b"PK\x03\x04 torn", "no zip"), (b"", "no zip")],
)
def test_what_is_no_zip_is_told(tmp_path: Path, data: bytes, reason: str) -> None:
    path = tmp_path / "log.eval"
    path.write_bytes(data)
    records, problems = _read(path)
    assert records == []
    assert [reason in one.reason for one in problems] == [True]


def test_a_zip_of_something_else_is_told(tmp_path: Path) -> None:
    records, problems = _read(_file(tmp_path, {"word/document.xml": b"<x/>"}))
    assert records == []
    assert "without samples" in problems[-1].reason
