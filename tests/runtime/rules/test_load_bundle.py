"""Rules from a bundle: all of them, or none."""

from hashlib import sha256
from pathlib import Path

import pytest

from runtime.contracts.condition_context import TUTOR_CONTEXT
from runtime.rules.bundle_archive import BundleError
from runtime.rules.bundle_manifest import MANIFEST, file_entry
from runtime.rules.load_bundle import load_bundle
from runtime.rules.load_reviewed import injectable
from runtime.rules.problem import RuleFileError
from tests.runtime.rules.bundling import COMMIT, RULE, RULE_PATH, TEST, TEST_PATH, bundle_files, write_bundle_file


def test_the_rules_come_with_their_commit_and_the_bundles_hash(tmp_path: Path) -> None:
    path = write_bundle_file(tmp_path / "rules.acebundle")
    playbook = load_bundle(path, {"tutor": TUTOR_CONTEXT})
    assert [rule.id for rule in injectable(playbook, "tutor")] == ["tools.ask-first"]
    assert (playbook.commit, playbook.path) == (COMMIT, "playbooks/tutor")
    assert playbook.bundle == sha256(path.read_bytes()).hexdigest()
    assert playbook.files[0].test is not None
    assert load_bundle(path, sha256=playbook.bundle) == playbook


def test_another_bundle_than_the_pinned_one_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match=r"its SHA-256 is .*, not 00; fetch the bundle that was meant"):
        load_bundle(write_bundle_file(tmp_path / "x"), sha256="00")


def relisted(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files with a manifest that lists them as they are now: checksums alone prove nothing."""
    entries = tuple(file_entry(path, data) for path, data in sorted(files.items()) if path != MANIFEST)
    return {**files, MANIFEST: bundle_files(files=entries)[MANIFEST]}


@pytest.mark.parametrize(
    ("changes", "error", "said"),
    [
        pytest.param({RULE_PATH: RULE + b"x: 1\n"}, RuleFileError, "unknown field", id="a bad rule"),
        pytest.param(
            {RULE_PATH: RULE.replace(b"queried", b"queried &&")}, RuleFileError, "parse", id="a bad condition"
        ),
        pytest.param({RULE_PATH: RULE.replace(b"queried", b"querried")}, RuleFileError, "unknown field", id="a field"),
        pytest.param({TEST_PATH: b"violates: 1\n"}, RuleFileError, "violates", id="a bad test"),
        pytest.param({RULE_PATH: RULE.replace(b"local", b"other")}, BundleError, "lists other rules", id="other text"),
        pytest.param({"playbooks/tutor/tools/b.yml": b""}, RuleFileError, "b.yml", id="a file that is no rule"),
        pytest.param({"other/x": b""}, BundleError, "belongs neither to the playbook", id="a foreign file"),
    ],
)
def test_one_bad_file_stops_the_whole_bundle(
    changes: dict[str, bytes], error: type[Exception], said: str, tmp_path: Path
) -> None:
    files = bundle_files() | {"playbooks/tutor/a/good.yaml": RULE.replace(b"tools.ask-first", b"a.good")}
    path = write_bundle_file(tmp_path / "x", relisted({**files, **changes}))
    with pytest.raises(error, match=said):
        load_bundle(path, {"tutor": TUTOR_CONTEXT})


def test_a_changed_or_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(BundleError, match="not the file whose checksum is listed"):
        load_bundle(write_bundle_file(tmp_path / "x", {**bundle_files(), TEST_PATH: TEST + b"#\n"}))
    with pytest.raises(BundleError, match="holds no manifest"):
        load_bundle(write_bundle_file(tmp_path / "y", {RULE_PATH: RULE}))
    with pytest.raises(BundleError, match="cannot be read"):
        load_bundle(tmp_path / "none")


@pytest.mark.parametrize("folder", ["/playbooks", "../x", "a\\b"])
def test_a_playbook_folder_outside_is_refused(folder: str, tmp_path: Path) -> None:
    with pytest.raises(RuleFileError, match="must be a path inside"):
        load_bundle(write_bundle_file(tmp_path / "x", bundle_files(playbook=folder)))
