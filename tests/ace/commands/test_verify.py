"""`ace verify`."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ace.bundle.bundled import write
from tests.conftest import Ran


@pytest.fixture
def bundle(starter: Path, tmp_path: Path) -> Path:
    """A bundle of the starter's rules."""
    return write(starter, tmp_path / "rules.acebundle")


def test_a_changed_bundle_exits_1(bundle: Path, ace: Callable[..., Ran]) -> None:
    data = bytearray(bundle.read_bytes())
    data[data.index(b"text:")] ^= 1
    bundle.write_bytes(bytes(data))
    ran = ace("verify", str(bundle), "--json")
    assert (ran.code, ran.json["ok"], ran.json["commit"]) == (1, False, None)
    assert ace("verify", str(bundle.with_name("none"))).code == 1


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed")
def test_a_signed_bundle_names_its_signer(starter: Path, bundle: Path, ace: Callable[..., Ran], tmp_path: Path) -> None:
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    allowed = tmp_path / "allowed"
    allowed.write_text(f"ops@example.org {key.with_suffix('.pub').read_text()}", encoding="utf-8")
    asked = ("verify", str(bundle), "--allowed-signers", str(allowed))
    assert ace(*asked).code == 1
    made = ace("bundle", str(bundle), "-C", str(starter), "--sign-key", str(key))
    assert f"signed: {bundle}.sig" in made.out
    ran = ace(*asked)
    assert ran.code == 0
    assert "signed by ops@example.org" in ran.out
