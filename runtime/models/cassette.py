"""Cassettes: model answers on disk, one JSON object a line, each line's hash covering the one before it.

A line is `{key, occurrence, request, reply, prev, hash}`. An edited, removed or inserted line breaks the chain and is
named when the file is read; lines cut off at the very end cannot be told from a shorter recording.
"""

import errno
import json
import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, NamedTuple

from filelock import FileLock
from pydantic import BaseModel, ConfigDict, ValidationError

from runtime.contracts.errors import CassetteMissError, ModelError
from runtime.contracts.json_types import as_object, content_hash
from runtime.contracts.ports import ModelReply
from runtime.models.cassette_key import RecordedRequest
from runtime.models.shown_text import encodable
from runtime.traces.redaction import redact_text

FIRST_PREV = "0" * 64
LOCK_TIMEOUT_S = 30.0
# Fields are sorted by name.
_LINE_START = b'{"hash": "'


class RecordedReply(BaseModel):
    """A `ModelReply` on disk; the text is redacted."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    text: str
    finish_reason: str
    prompt_tokens: int
    completion_tokens: int
    cached_tokens: int
    cost_usd: float
    seconds: float

    def to_reply(self) -> ModelReply:
        """Return the reply as a controller gives it."""
        return ModelReply(**self.model_dump())


class CassetteLine(BaseModel):
    """One recorded answer: the `occurrence`-th (from 0) to the request with this key."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    key: str
    occurrence: int
    request: RecordedRequest
    reply: RecordedReply
    prev: str
    hash: str


class Cassette:
    """A cassette file that is being written. Several processes and threads may append to the same one."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._offset = 0
        self._lines = 0
        self._prev = FIRST_PREV
        self._occurrences: Counter[str] = Counter()
        self._who: tuple[str, str] | None = None

    def append(self, request: RecordedRequest, reply: ModelReply) -> None:
        """Add one answer durably enough to survive this process; a torn last line is dropped first.

        Raises: ModelError when the chain so far is broken, the cassette belongs to another model, or the file cannot
        be locked (within 30 s) or written.
        """
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._append(request, reply)
        except OSError as exc:
            raise ModelError(f"{self._path}: cannot record ({exc}); free the file, or record elsewhere") from exc

    def _append(self, request: RecordedRequest, reply: ModelReply) -> None:
        with FileLock(f"{self._path}.lock", timeout=LOCK_TIMEOUT_S), self._path.open("a+b") as file:
            self._catch_up(file)
            if self._who not in (None, _who(request)):
                raise ModelError(f"{self._path}: {_other_model(self._who, _who(request))}")
            data = self._encode(request, reply)
            file.write(data)
            file.flush()
            self._take_in(data)

    def _catch_up(self, file: BinaryIO) -> None:
        """Read what others have appended, and drop a torn last line; anything else without an end is no cassette's."""
        if file.seek(0, os.SEEK_END) < self._offset:
            raise ModelError(f"{self._path}: was cut or replaced while it was recorded to; record elsewhere")
        file.seek(self._offset)
        whole, newline, torn = file.read().rpartition(b"\n")
        self._take_in(whole + newline)
        if torn and not (torn.startswith(_LINE_START) or _LINE_START.startswith(torn)):
            raise ModelError(f"{self._path}:{self._lines + 1}: not a cassette line; record elsewhere")
        if torn:
            file.truncate(self._offset)

    def _take_in(self, data: bytes) -> None:
        for line in parse_lines(data, self._path, self._prev, self._lines + 1):
            self._prev = line.hash
            self._lines += 1
            self._occurrences[line.key] += 1
            self._who = _who(line.request)
        self._offset += len(data)

    def _encode(self, request: RecordedRequest, reply: ModelReply) -> bytes:
        key = request.key()
        content: dict[str, object] = {
            "key": key,
            "occurrence": self._occurrences[key],
            "request": request.model_dump(mode="json"),
            "reply": {**reply._asdict(), "text": redact_text(encodable(reply.text))},
        }
        line = {**content, "prev": self._prev, "hash": line_hash(self._prev, content)}
        # ASCII: recorded text may hold line separators and terminal escapes, which must not reach a pager raw.
        return json.dumps(line, sort_keys=True, ensure_ascii=True, allow_nan=False).encode("ascii") + b"\n"


class ReadCassette(NamedTuple):
    """A cassette's whole lines in order; `is_torn` when a last one was cut off and left out."""

    lines: tuple[CassetteLine, ...]
    is_torn: bool


def read_cassette(path: Path) -> ReadCassette:
    """Return what is recorded in `path`.

    Raises: CassetteMissError when there is no such file; ModelError naming the line where the chain breaks, or when
    the answers come from more than one model.
    """
    try:
        data = read_regular(path)
    except OSError as exc:
        raise CassetteMissError(f"{path}: cannot read the cassette ({exc.strerror}); record one first") from exc
    whole, newline, torn = data.rpartition(b"\n")
    lines = parse_lines(whole + newline, path, FIRST_PREV, 1)
    for number, line in enumerate(lines, start=1):
        if _who(line.request) != _who(lines[0].request):
            raise ModelError(f"{path}:{number}: {_other_model(_who(lines[0].request), _who(line.request))}")
    return ReadCassette(tuple(lines), bool(torn))


def read_regular(path: Path) -> bytes:
    """Return the bytes of a regular file. Raises: OSError, also for a pipe or device, which might never end."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    return path.read_bytes()


def parse_lines(data: bytes, path: Path, prev: str, first_number: int) -> list[CassetteLine]:
    """Return the whole lines in `data`, checked against the chain that so far ends in `prev`.

    Raises: ModelError naming the first line that does not fit.
    """
    lines: list[CassetteLine] = []
    for number, raw in enumerate(data.split(b"\n")[:-1], start=first_number):
        line = _parse_line(raw, f"{path}:{number}", prev)
        lines.append(line)
        prev = line.hash
    return lines


def line_hash(prev: str, content: Mapping[str, object]) -> str:
    """Return the hash of a line's `content` (everything but `prev` and `hash`) after the line hashed `prev`."""
    return content_hash({"prev": prev, "content": dict(content)})


def _parse_line(raw: bytes, where: str, prev: str) -> CassetteLine:
    edited = "the recording was edited or damaged; restore the file or record it again"
    try:
        fields = as_object(json.loads(raw))
        content = {name: value for name, value in fields.items() if name not in ("prev", "hash")}
        # Hashed as read, before any type is coerced: 0 and 0.0 are different bytes.
        is_intact = fields.get("prev") == prev and fields.get("hash") == line_hash(prev, content)
        if not is_intact:
            raise ModelError(f"{where}: the hash chain breaks here: {edited}")
        line = CassetteLine.model_validate_json(raw)
    except (ValidationError, ValueError, RecursionError) as exc:
        raise ModelError(f"{where}: not a cassette line: {edited}") from exc
    return line


def _who(request: RecordedRequest) -> tuple[str, str]:
    return request.backend, request.model


def _other_model(theirs: tuple[str, str] | None, ours: tuple[str, str]) -> str:
    held = "/".join(theirs or ())
    return f"this cassette holds answers of {held}, not of {'/'.join(ours)}; use a cassette for each model"
