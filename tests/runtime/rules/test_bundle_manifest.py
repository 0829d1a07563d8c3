"""What a bundle says of itself."""

import json

import pytest

from runtime.rules.bundle_archive import BundleError
from runtime.rules.bundle_manifest import (
    MANIFEST,
    checked_branch,
    checksum_problems,
    dump_manifest,
    file_entry,
    parse_manifest,
)
from tests.runtime.rules.bundling import RULE_PATH, bundle_files


def test_it_is_read_as_it_was_written() -> None:
    data = bundle_files()[MANIFEST]
    assert dump_manifest(parse_manifest(data, "x")) == data


@pytest.mark.parametrize("name", ["main", "release/1.2", "ace/p/7f3a", "größe", "a@b", "a-", "x.locked"])
def test_names_that_git_gives_to_branches_are_taken(name: str) -> None:
    assert checked_branch(name) == name


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"kind": "ace-bundle"', b'"kind": "other"', "kind"),
        (b'"schema": 1', b'"schema": 2', "schema"),
        (b'"commit": "a', b'"commit": "g', "commit"),
        (b'"branch": "main"', b'"branch": "ma\\nin"', "branch"),
        (b'"branch": "main"', b'"branch": "ma\\u202ein"', "branch.*no name that a branch may have"),
        (b'"branch": "main"', b'"branch": "ma\\u200bin"', "branch.*no name that a branch may have"),
        (b'"branch": "main"', b'"branch": "ma in"', "branch.*no name that a branch may have"),
        (b'"branch": "main"', b'"branch": "a/.b"', "branch.*no name that a branch may have"),
        (b'"branch": "main"', b'"branch": "a..b"', "branch.*no name that a branch may have"),
        (b'"branch": "main"', b'"branch": "-f"', "branch.*no name that a branch may have"),
        (b'"agent": "tutor"', b'"agent": "tutor", "agent": "tutor"', "not written as"),
        (b'"agent": "tutor"', b'"agent":  "tutor"', "not written as"),
        (b'"agent": "tutor"', b'"agents": "tutor"', "agent"),
    ],
)
def test_what_could_be_read_in_two_ways_is_refused(old: bytes, new: bytes, said: str) -> None:
    data = bundle_files()[MANIFEST]
    assert old in data
    with pytest.raises(BundleError, match=said):
        parse_manifest(data.replace(old, new), "x")


def test_every_file_is_compared_with_its_checksum() -> None:
    files = bundle_files()
    manifest = parse_manifest(files[MANIFEST], "x")
    assert list(checksum_problems(manifest, files)) == []
    assert list(checksum_problems(manifest, {**files, RULE_PATH: b"other"})) == [
        f"{RULE_PATH!r} is not the file whose checksum is listed"
    ]
    assert list(checksum_problems(manifest, {**files, "more": b""})) == ["'more' is there and not listed"]
    fewer = {path: data for path, data in files.items() if path != RULE_PATH}
    assert list(checksum_problems(manifest, fewer)) == [f"{RULE_PATH!r} is listed and not there"]
    twice = manifest.model_copy(update={"files": (*manifest.files, file_entry(RULE_PATH, files[RULE_PATH]))})
    assert list(checksum_problems(twice, files)) == [f"{MANIFEST}: {RULE_PATH!r} is listed twice"]
    assert json.loads(files[MANIFEST])["files"][0].keys() == {"path", "sha256", "size"}
