"""Signatures by OpenSSH."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from ace.bundle.signature import NAMESPACE, check_signature, sign, signature_path
from ace.errors import AceError

pytestmark = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")
DATA = b"a bundle"


def key(folder: Path, name: str) -> Path:
    path = folder / name
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(path)], check=True)
    return path


def allowed(folder: Path, *keys: Path) -> Path:
    path = folder / "allowed"
    lines = [f"{one.name}@example.org {one.with_suffix('.pub').read_text().strip()}" for one in keys]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def signed(folder: Path, by: Path) -> Path:
    bundle = folder / "rules.acebundle"
    bundle.write_bytes(DATA)
    signature_path(bundle).write_bytes(sign(DATA, by))
    return bundle


def test_a_signature_by_an_allowed_key_holds_and_names_the_signer(tmp_path: Path) -> None:
    ops = key(tmp_path, "ops")
    bundle = signed(tmp_path, ops)
    found = check_signature(bundle, DATA, allowed(tmp_path, ops))
    assert (found.is_bad, found.signer, found.detail) == (False, "ops@example.org", "signed by ops@example.org")
    checked = ["ssh-keygen", "-Y", "verify", "-f", str(tmp_path / "allowed"), "-I", "ops@example.org"]
    checked += ["-n", NAMESPACE, "-s", str(signature_path(bundle))]
    assert subprocess.run(checked, input=DATA, check=False, capture_output=True).returncode == 0, "without ACE too"


def test_another_key_other_bytes_and_no_signature_do_not_hold(tmp_path: Path) -> None:
    ops, other = key(tmp_path, "ops"), key(tmp_path, "other")
    bundle = signed(tmp_path, ops)
    assert check_signature(bundle, DATA, allowed(tmp_path, other)).is_bad
    assert "is by no key in" in check_signature(bundle, DATA, allowed(tmp_path, other)).detail
    assert "is not a signature of this bundle" in check_signature(bundle, b"other", allowed(tmp_path, ops)).detail
    assert check_signature(bundle, b"other", None).is_bad
    signature_path(bundle).write_bytes(b"nonsense")
    assert check_signature(bundle, DATA, None).is_bad
    signature_path(bundle).unlink()
    assert check_signature(bundle, DATA, allowed(tmp_path, ops)) == ("not signed", True, "")


def test_a_signature_for_something_else_does_not_hold(tmp_path: Path) -> None:
    ops = key(tmp_path, "ops")
    bundle = signed(tmp_path, ops)
    command = ["ssh-keygen", "-Y", "sign", "-q", "-f", str(ops), "-n", "git"]
    made = subprocess.run(command, input=DATA, check=True, capture_output=True)
    signature_path(bundle).write_bytes(made.stdout)
    assert check_signature(bundle, DATA, allowed(tmp_path, ops)).is_bad


def test_without_allowed_signers_nothing_vouches_for_the_key(tmp_path: Path) -> None:
    bundle = signed(tmp_path, key(tmp_path, "ops"))
    found = check_signature(bundle, DATA, None)
    assert not found.is_bad
    assert found.detail.startswith("signed by the key SHA256:")
    assert "which nothing here vouches for" in found.detail
    signature_path(bundle).unlink()
    assert check_signature(bundle, DATA, None) == ("not signed", False, "")


def test_what_is_missing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ops = key(tmp_path, "ops")
    bundle = signed(tmp_path, ops)
    with pytest.raises(AceError, match="no such key file"):
        sign(DATA, tmp_path / "none")
    with pytest.raises(AceError, match="ssh-keygen cannot sign with it"):
        sign(DATA, bundle)
    with pytest.raises(AceError, match="allowed_signers format"):
        check_signature(bundle, DATA, tmp_path / "none")
    names = allowed(tmp_path, ops)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert os.environ["PATH"] == str(tmp_path)
    assert "ssh-keygen is not installed" in check_signature(bundle, DATA, None).detail
    with pytest.raises(AceError, match="ssh-keygen is not installed; install OpenSSH"):
        check_signature(bundle, DATA, names)


def test_a_key_that_is_listed_twice_holds_by_the_line_that_allows_it(tmp_path: Path) -> None:
    ops = key(tmp_path, "ops")
    bundle, public = signed(tmp_path, ops), ops.with_suffix(".pub").read_text().strip()
    path = tmp_path / "allowed"
    lines = [f'git@example.org namespaces="git" {public}', f'ops@example.org namespaces="{NAMESPACE}" {public}']
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert check_signature(bundle, DATA, path).signer == "ops@example.org"
    # The same name twice, and a line that is out of date before.
    old = f'ops@example.org valid-before="20200101" {public}'
    path.write_text(
        "\n".join([old, "# by us", "", lines[0].replace("git@", "ops@"), lines[1]]) + "\n", encoding="utf-8"
    )
    assert check_signature(bundle, DATA, path).signer == "ops@example.org"
    assert check_signature(bundle, b"other", path)[1:] == (True, "")
    path.write_text(lines[0] + "\n", encoding="utf-8")
    assert check_signature(bundle, DATA, path).is_bad, "no line allows it"


@pytest.mark.parametrize("is_pipe", [True, False], ids=["a named pipe", "too large"])
def test_what_can_be_no_signature_is_not_given_to_anybody(tmp_path: Path, *, is_pipe: bool) -> None:
    bundle = tmp_path / "rules.acebundle"
    path = signature_path(bundle)
    os.mkfifo(path) if is_pipe else path.write_bytes(b"x" * (64 * 1024 + 1))
    found = check_signature(bundle, DATA, None)
    assert found.is_bad
    assert "is no signature: not a regular file of at most 65536 bytes" in found.detail
