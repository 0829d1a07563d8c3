"""Files of other playbooks: what is read, what is refused, with the reason."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ace.errors import AceError
from ace.playbook.exchange import read_source as module
from ace.playbook.exchange.entry import Entry, Format
from ace.playbook.exchange.read_source import read_playbook_bytes, read_source

SKILL = {"id": "a-1", "section": "tools", "content": "Ask first.", "helpful": 3, "harmful": 0, "neutral": 1}
BULLET = {"id": "ctx-1", "section": "tools", "content": "Ask first.", "helpful_count": 3, "harmful_count": 4}


def test_the_format_is_seen_from_the_content() -> None:
    text = read_playbook_bytes("\ufeff## TOOLS\n[t-1] helpful=3 harmful=1 :: Ask first.\n".encode())
    assert text.entries == (Entry("line 2", "t-1", "TOOLS", "Ask first.", 3, 1, ("counters",)),)
    framework = read_playbook_bytes(json.dumps({"skills": {"a-1": SKILL}}).encode())
    assert (framework.format, framework.entries[0].text) == ("ace-framework", "Ask first.")
    playbook = read_playbook_bytes(json.dumps({"bullets": [BULLET], "sections": ["tools"]}).encode())
    assert (playbook.format, playbook.entries[0].harmful) == ("ace-playbook", 4)


@pytest.mark.parametrize(
    ("data", "wanted", "says"),
    [
        ("## A\n[a-1] x y".encode("utf-16"), None, "UTF-16; save it as UTF-8"),
        (b"[a-1] caf\xe9", None, "not UTF-8 (byte 10)"),
        (b"[a-1] x\0y", None, "NUL bytes"),
        (b'{"skills": {', None, "truncated"),
        (b'{"rules": []}', None, "neither `skills`"),
        (b'{"skills": {}}', "ace-playbook", "no ace-playbook file"),
        (b"[" * 100_000, "ace-framework", "levels deep"),
        (b"[1, 2]", "ace-framework", "no ace-framework file"),
        (b'{"skills": {"a": {}, "a": {}}}', None, "'a' stands 2 times"),
        (b"plain words, no bullet", "ace-framework", "not JSON"),
    ],
)
def test_unusable_bytes_say_why(data: bytes, wanted: "Format | None", says: str) -> None:
    with pytest.raises(AceError, match=says.replace("(", r"\(").replace(")", r"\)")):
        read_playbook_bytes(data, wanted)


def test_unusable_files_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AceError, match=r"gone\.txt: no such file"):
        read_source(tmp_path / "gone.txt")
    empty = tmp_path / "empty.txt"
    empty.write_text("\n\n")
    with pytest.raises(AceError, match=r"empty\.txt: holds no rule"):
        read_source(empty)
    many = tmp_path / "many.txt"
    many.write_text("".join(f"[a-{number}] text\n" for number in range(30)))
    monkeypatch.setattr(module, "MAX_ENTRIES", 20)
    with pytest.raises(AceError, match="30 rules, more than 20"):
        read_source(many)
    monkeypatch.setattr(module, "MAX_BYTES", 10)
    with pytest.raises(AceError, match="MiB"):
        read_source(many)


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        read = read_playbook_bytes(data)
    except AceError:
        return
    assert read.format == "ace-text" or data.decode("utf-8-sig").lstrip().startswith("{")
