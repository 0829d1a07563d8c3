"""What `ace verify` finds."""

import os
from pathlib import Path

import pytest

from ace.bundle.bundle_text import verified_text
from ace.bundle.verify_bundle import verify_bundle
from runtime.rules.bundle_archive import BundleError, pack, unpack
from runtime.rules.bundle_manifest import MANIFEST, dump_manifest, file_entry, parse_manifest
from runtime.rules.load_bundle import listed_rules
from runtime.rules.load_reviewed import parse_playbook
from tests.ace.bundle.bundled import FOLDER, RULE_ID, RULE_PATH, made, with_evidence, write


def forged(repo: Path, out: Path, changes: dict[str, bytes]) -> Path:
    """Write a bundle whose files are changed and whose manifest was made to fit."""
    files = {**unpack(made(repo).data, "x"), **changes}
    manifest = parse_manifest(files.pop(MANIFEST), "x")
    rules = {path: data for path, data in files.items() if path.startswith(FOLDER)}
    listed = listed_rules(parse_playbook(rules, FOLDER))
    entries = tuple(file_entry(path, files[path]) for path in sorted(files))
    fitting = manifest.model_copy(update={"files": entries, "rules": listed})
    out.write_bytes(pack({**files, MANIFEST: dump_manifest(fitting)}))
    return out


def failing(path: Path) -> list[str]:
    return [check.name for check in verify_bundle(path).checks if not check.ok]


def test_a_bundle_holds_and_says_what_it_is_of(starter: Path, tmp_path: Path) -> None:
    with_evidence(starter, RULE_ID)
    found = verify_bundle(write(starter, tmp_path / "x"))
    assert found.ok
    assert [check.name for check in found.checks] == ["intact", "signature", "rules", "tests", "evidence"]
    assert found.manifest is not None
    text = verified_text(found)
    assert f"commit {found.manifest.commit} on main" in text
    assert "1 record read" in text
    count = len(unpack((tmp_path / "x").read_bytes(), "x"))
    assert f"{count} files, every checksum holds" in text
    (tmp_path / "x").write_bytes((tmp_path / "x").read_bytes() + b" ")
    assert f"beside its {count} files" in verified_text(verify_bundle(tmp_path / "x")), "the same count when broken"
    assert text.endswith("\nintact, not signed")


def test_one_changed_byte_is_told_and_nothing_more_is_looked_at(starter: Path, tmp_path: Path) -> None:
    path = write(starter, tmp_path / "x")
    data = bytearray(path.read_bytes())
    data[data.index(b"text:")] ^= 1
    path.write_bytes(bytes(data))
    found = verify_bundle(path)
    assert [check.name for check in found.checks] == ["intact"]
    assert not found.ok
    assert (found.manifest, found.sha256) == (None, "")
    assert verified_text(found).endswith("do not use it: intact failed")


def test_a_forged_manifest_does_not_hide_a_bad_test_or_evidence(starter: Path, tmp_path: Path) -> None:
    test = RULE_PATH.replace(".yaml", ".test.yaml")
    broken = b"violates: [{action: {kind: ASK_PROBE}}]\ncomplies: []\n"
    assert failing(forged(starter, tmp_path / "a", {test: broken})) == ["tests"]
    assert failing(forged(starter, tmp_path / "b", {".ace/evidence/0123456789ab.json": b"{}"})) == ["evidence"]
    field = (starter / RULE_PATH).read_bytes().replace(b"state.student.hint_level", b"state.student.hint_levels")
    assert failing(forged(starter, tmp_path / "c", {RULE_PATH: field})) == ["rules", "tests"]


def test_a_file_of_any_size_is_read_no_further_than_a_bundle_goes(tmp_path: Path) -> None:
    path = tmp_path / "x"
    with path.open("wb") as file:
        # Takes no room on disk; more than any memory holds.
        file.truncate(1 << 42)
    assert failing(path) == ["intact"]


def test_a_named_pipe_is_refused_and_not_waited_at(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x")
    with pytest.raises(BundleError, match="is no regular file"):
        verify_bundle(tmp_path / "x")
