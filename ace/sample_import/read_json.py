"""Reading a data set's JSON: bounded, with repeated keys told apart, and errors a person can act on."""

import json
from collections.abc import Iterator
from pathlib import Path

from ace.errors import AceError

MAX_BYTES = 512 * 1024 * 1024


class Pairs(list[tuple[str, object]]):
    """A JSON object as its pairs, so that a key that stands twice is not lost."""


def data_files(folder: Path) -> list[Path]:
    """Return the JSON files of a data set: `folder` itself when it is one, else those in it.

    Raises: AceError when there are none.
    """
    try:
        if folder.is_file():
            return [folder]
        if not folder.is_dir():
            raise AceError(f"{folder}: no such folder; name the one that holds the data set's JSON files")
        files = sorted(path for path in folder.iterdir() if path.suffix == ".json" and path.is_file())
    except OSError as exc:
        raise AceError(f"{folder}: cannot be looked into ({exc.strerror}); name the data set's folder") from exc
    if not files:
        raise AceError(f"{folder}: no *.json in it; name the folder that holds the data set's JSON files")
    return files


def read_list(path: Path) -> Iterator[tuple[str, object]]:
    """Yield (file:row, value) of the list in `path`, rows counted from 1; objects in it are Pairs.

    Raises: AceError when it holds no list.
    """
    value = _read(path)
    if not isinstance(value, list) or isinstance(value, Pairs):
        raise AceError(f"{path}: holds no list of questions; is this the right data set?")
    for number, row in enumerate(value, 1):
        yield f"{path.name}:{number}", row


def read_entries(path: Path) -> Iterator[tuple[str, str, object]]:
    """Yield (file:row, key, value) of the object in `path`, keys that stand twice twice; objects in it are Pairs.

    Raises: AceError when it holds no object.
    """
    value = _read(path)
    if not isinstance(value, Pairs):
        raise AceError(f"{path}: holds no object of questions by id; is this the right data set?")
    for number, (key, entry) in enumerate(value, 1):
        yield f"{path.name}:{number}", key, entry


def _read(path: Path) -> object:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise AceError(f"{path}: larger than {MAX_BYTES // 2**20} MB; split it")
        return json.loads(path.read_bytes(), object_pairs_hook=Pairs)
    except OSError as exc:
        raise AceError(f"{path}: cannot be read ({exc.strerror}); check its permissions") from exc
    except RecursionError as exc:
        raise AceError(f"{path}: nested too deeply; this is no data set of questions") from exc
    except ValueError as exc:
        raise AceError(f"{path}: not JSON ({exc}); get the file again") from exc
