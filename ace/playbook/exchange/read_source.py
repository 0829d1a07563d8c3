"""A file of another program's playbook as entries: size, encoding and format checked before anything is read."""

import json
from collections import Counter
from pathlib import Path

from ace.errors import AceError
from ace.playbook.exchange.ace_text import read_ace_text
from ace.playbook.exchange.entry import MAX_BYTES, MAX_ENTRIES, Format, ReadPlaybook
from ace.playbook.exchange.json_playbooks import is_json_playbook, read_json_playbook
from runtime.traces.formats.sound_json import UnsoundJsonError, read_json_text


def read_source(path: Path, wanted: Format | None = None) -> ReadPlaybook:
    """Return what the file holds; without `wanted` the format is seen from the content.

    Raises: AceError naming the file, for one that is missing, too large, not UTF-8, of another format, empty of
    rules, or that names an id twice in one JSON object.
    """
    if not path.is_file():
        raise AceError(f"{path}: no such file; name the playbook to import")
    if path.stat().st_size > MAX_BYTES:
        raise AceError(f"{path}: larger than {MAX_BYTES // 1024 // 1024} MiB; this is no playbook, or split it")
    try:
        read = read_playbook_bytes(path.read_bytes(), wanted)
    except AceError as exc:
        raise AceError(f"{path}: {exc}") from exc
    if len(read.entries) > MAX_ENTRIES:
        raise AceError(f"{path}: holds {len(read.entries)} rules, more than {MAX_ENTRIES}; split the file")
    if not read.entries and not read.refused:
        raise AceError(f"{path}: holds no rule: `[id] text` under `## HEADINGS`, or JSON with `skills` or `bullets`")
    return read


def read_playbook_bytes(data: bytes, wanted: Format | None = None) -> ReadPlaybook:
    """Return what the bytes hold. Raises: AceError as `read_source`, without the file's name."""
    text = _decoded(data)
    if wanted == "ace-text" or (wanted is None and not text.lstrip().startswith("{")):
        return read_ace_text(text)
    try:
        value = read_json_text(text.encode("utf-8")).value
    except UnsoundJsonError as exc:
        raise AceError(f"{exc}; correct the file, or name its --format") from exc
    found = wanted or is_json_playbook(value)
    if found is None:
        raise AceError("JSON of another shape: neither `skills` by id (ace-framework) nor `bullets` (ace-playbook)")
    _refuse_double_keys(text)
    return read_json_playbook(value, found)


def _decoded(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        kind = "UTF-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else f"not UTF-8 (byte {exc.start + 1})"
        raise AceError(f"{kind}; save it as UTF-8") from exc
    if "\0" in text:
        raise AceError("holds NUL bytes, so it is no text; save it as UTF-8")
    return text


def _refuse_double_keys(text: str) -> None:
    """Refuse an object with a key twice: readers keep the last and drop the other without a word."""

    def check(pairs: list[tuple[str, object]]) -> None:
        key, count = Counter(key for key, _ in pairs).most_common(1)[0] if pairs else ("", 0)
        if count > 1:
            raise AceError(f"the key {key[:60]!r} stands {count} times in one object; keep one of them")

    json.loads(text, object_pairs_hook=check)
