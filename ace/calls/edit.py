"""Changed arguments of a pending call, from a file or from the command line."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from ace.errors import AceError
from runtime.contracts.json_types import JsonObject

MAX_BYTES = 1_048_576


def edited_arguments(asked: Mapping[str, object], file: Path | None, edits: Sequence[str]) -> JsonObject:
    """Return the arguments to run with: those in `file` (else those asked for), then each `key=value` of `edits`.

    A value is JSON; what is no JSON is text. Raises: AceError when the file holds no object or an edit has no key.
    """
    arguments: JsonObject = dict(asked) if file is None else _read(file)
    for edit in edits:
        key, mark, text = edit.partition("=")
        if not mark or not key:
            raise AceError(f'--edit-arg {edit!r}: write key=value, for example k=3 or query="lung base"')
        arguments[key] = _value(text)
    return arguments


def _read(path: Path) -> JsonObject:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise AceError(f"{path}: more than {MAX_BYTES} bytes; no tool takes so long arguments")
        value = json.loads(data.decode("utf-8"))
    except (ValueError, OSError, RecursionError) as exc:
        raise AceError(f"{path}: not a JSON object with the call's arguments: {exc}") from exc
    if not isinstance(value, dict):
        raise AceError(f"{path}: a JSON {type(value).__name__}; write an object with the call's arguments")
    return value


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
