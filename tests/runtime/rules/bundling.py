"""Bundles made by hand, for tests of reading them."""

from pathlib import Path

from runtime.rules.bundle_archive import pack
from runtime.rules.bundle_manifest import MANIFEST, Manifest, dump_manifest, file_entry
from runtime.rules.load_bundle import listed_rules
from runtime.rules.load_reviewed import parse_playbook

FOLDER = "playbooks/tutor"
RULE_PATH = f"{FOLDER}/tools/ask-first.yaml"
RULE = b"""\
schema: 1
id: tools.ask-first
title: Ask first
agent: tutor
text: Ask the local index first.
when: action.name == "web_browser"
require: state.retrieval.queried
"""
TEST_PATH = f"{FOLDER}/tools/ask-first.test.yaml"
TEST = b"""\
violates: [{action: {name: web_browser}}]
complies: [{action: {name: web_browser}, state: {retrieval: {queried: true}}}]
"""
COMMIT = "a" * 40


def bundle_files(rule: bytes = RULE, **manifest: object) -> dict[str, bytes]:
    """Return the files of a bundle of one rule; `manifest` replaces fields of what it says of itself."""
    files = {RULE_PATH: rule, TEST_PATH: TEST}
    fields: dict[str, object] = {
        "schema": 1,
        "kind": "ace-bundle",
        "commit": COMMIT,
        "branch": "main",
        "created": "2026-11-30T10:00:00Z",
        "playbook": FOLDER,
        "agent": "tutor",
        "ace_version": "0.1.0",
        "rules": listed_rules(parse_playbook({RULE_PATH: RULE, TEST_PATH: TEST}, FOLDER)),
        "files": tuple(file_entry(path, data) for path, data in sorted(files.items())),
    }
    made = Manifest.model_validate(fields | manifest)
    return {**files, MANIFEST: dump_manifest(made)}


def write_bundle_file(path: Path, files: dict[str, bytes] | None = None) -> Path:
    """Write a bundle of `files` to `path` and return it."""
    path.write_bytes(pack(bundle_files() if files is None else files))
    return path
