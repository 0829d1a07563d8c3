"""Answers that were paid for, kept so that none is paid for twice: one JSON line each, appended as they come."""

import json
from dataclasses import asdict
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from ace.judges.answer import JudgeAnswer
from runtime.contracts.json_types import JsonObject, content_hash
from runtime.contracts.ports import ChatMessage

_FRESH = "asked_anew"


def answer_key(messages: tuple[ChatMessage, ...]) -> str:
    """Return what an answer is found again by: the hash of the whole prompt, 32 hex digits."""
    return content_hash([[message.role, message.content] for message in messages], 32)


class AnswersFile:
    """The answers of one model to one judge's questions; what stands on a torn or unreadable line is asked again."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, JudgeAnswer] = {}
        if path.is_file():
            for line in path.read_bytes().splitlines():
                self._take(line)

    def get(self, key: str) -> JudgeAnswer | None:
        """Return the kept answer, its costs as they were, None when there is none."""
        return self._known.get(key)

    def put(self, key: str, answer: JudgeAnswer) -> None:
        """Keep one answer, on disk before this returns to the caller."""
        self._append({"key": key, **asdict(answer)})
        self._known[key] = answer

    def forget(self, now: str) -> None:
        """Ask everything anew from here on; what was kept stays in the file, as a record."""
        self._append({_FRESH: now})
        self._known.clear()

    def _append(self, value: JsonObject) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("ab+") as file:
            # A run that was killed in the middle of a line must not spoil the next one.
            is_torn = file.tell() > 0 and not _ends_in_newline(self._path)
            file.write((b"\n" if is_torn else b"") + json.dumps(value, ensure_ascii=True).encode() + b"\n")

    def _take(self, line: bytes) -> None:
        try:
            value = json.loads(line)
        except ValueError:
            return
        if not isinstance(value, dict):
            return
        if _FRESH in value:
            self._known.clear()
            return
        key = value.pop("key", None)
        try:
            answer = _ADAPTER.validate_json(json.dumps(value), strict=True)
        except ValidationError:
            return
        if isinstance(key, str):
            self._known[key] = answer


def _ends_in_newline(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(-1, 2)
        return file.read(1) == b"\n"


_ADAPTER: TypeAdapter[JudgeAnswer] = TypeAdapter(JudgeAnswer)
