"""Answers that were paid for, on disk before they are used: for one episode, or for what a cycle asks besides.

A book is read when the work it belongs to begins. The same request gets the same answers in the same order; a request
it has no answer for was never answered. When the work is done and stored the book is thrown away.
"""

import hashlib
import json
import os
from collections import Counter, defaultdict
from contextlib import suppress
from pathlib import Path

from ace.sync_folder import sync_folder
from runtime.contracts.errors import TraceError
from runtime.contracts.json_types import content_hash
from runtime.contracts.ports import ModelReply, ModelRequest
from runtime.models.settings import ControllerSettings

_NUMBERS = 5


def model_key(settings: ControllerSettings) -> str:
    """Return a hash of what decides who answers and how."""
    return content_hash([settings.kind, settings.base_url, settings.model, settings.temperature], 16)


def request_key(request: ModelRequest, model: str) -> str:
    """Return the SHA-256 of all that reaches `model`: words as they are, seed, limits, schema, images."""
    messages = [
        [message.role, message.content, [hashlib.sha256(image).hexdigest() for image in message.images]]
        for message in request.messages
    ]
    return content_hash([model, request.seed, request.max_tokens, request.purpose, dict(request.schema), messages])


class AnswerBook:
    """The answers of one piece of work, in the file at `path`. Readable by its owner only: answers are not redacted."""

    def __init__(self, path: Path) -> None:
        """Read what is there; a last line that was cut off is dropped. Raises: TraceError when it cannot be read."""
        self.path = path
        self._answers: dict[str, list[ModelReply]] = defaultdict(list)
        self._asked: Counter[str] = Counter()
        self._file = -1
        try:
            whole, _, torn = path.read_bytes().rpartition(b"\n")
        except FileNotFoundError:
            return
        except OSError as exc:
            raise TraceError(f"{path}: kept answers cannot be read ({exc.strerror}); correct its permissions") from exc
        for number, line in enumerate(whole.split(b"\n") if whole else [], 1):
            found = _read_line(line)
            if found is None:
                raise TraceError(
                    f"{path}:{number}: a kept answer is damaged; remove the file (its calls are then asked again)"
                )
            self._answers[found[0]].append(found[1])
        if torn:
            os.truncate(path, len(whole) + bool(whole))

    def next(self, key: str) -> ModelReply | None:
        """Return the answer to the next asking of the request `key`, None when it was never answered."""
        place, known = self._asked[key], self._answers.get(key, [])
        self._asked[key] += 1
        return known[place] if place < len(known) else None

    def first_answers(self) -> dict[str, ModelReply]:
        """Return the first answer of each request that was there when the book was opened."""
        return {key: answers[0] for key, answers in self._answers.items()}

    def keep(self, key: str, reply: ModelReply) -> None:
        """Append an answer and wait until it is on disk. Raises: TraceError when it cannot be written."""
        line = json.dumps([key, list(reply)], ensure_ascii=True).encode("ascii") + b"\n"
        try:
            if self._file < 0:
                self._open()
            start = os.fstat(self._file).st_size
            try:
                written = os.write(self._file, line)
                while written < len(line):
                    written += os.write(self._file, line[written:])
                os.fsync(self._file)
            except OSError:
                os.ftruncate(self._file, start)
                raise
        except OSError as exc:
            raise TraceError(
                f"{self.path}: an answer could not be kept ({exc.strerror}); make room on that disk, then start again"
            ) from exc

    def _open(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        is_new = not self.path.exists()
        self._file = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        if is_new:
            sync_folder(self.path.parent)

    def close(self) -> None:
        """Close the file; what is in it stays."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def forget(self) -> None:
        """Throw the answers away: what they were for is stored."""
        self.close()
        self.path.unlink(missing_ok=True)
        self._answers.clear()
        # The last of a run or arm takes the folder with it.
        with suppress(OSError):
            self.path.parent.rmdir()


def _read_line(line: bytes) -> tuple[str, ModelReply] | None:
    """Return a key and its answer, None for anything else. By hand: a text may hold half a surrogate pair."""
    try:
        key, (text, finish, *numbers) = json.loads(line)
    except (ValueError, TypeError, RecursionError):
        return None
    is_sound = all(isinstance(value, str) for value in (key, text, finish)) and len(numbers) == _NUMBERS
    if not (is_sound and all(isinstance(value, int | float) for value in numbers)):
        return None
    prompt, completion, cached, cost_usd, seconds = numbers
    return key, ModelReply(text, finish, int(prompt), int(completion), int(cached), float(cost_usd), float(seconds))
