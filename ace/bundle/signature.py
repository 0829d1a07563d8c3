"""Signatures of bundles, made and checked by OpenSSH's `ssh-keygen -Y`; no cryptography of our own.

The signature lies beside the bundle, as BUNDLE.sig, and can be checked without ACE:

    ssh-keygen -Y verify -f allowed_signers -I NAME -n ace-bundle -s rules.acebundle.sig < rules.acebundle
"""

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ace.errors import AceError

NAMESPACE = "ace-bundle"
_SECONDS = 60.0
# One by a certificate of a large key takes about 6 KB.
_MOST_BYTES = 64 * 1024


class Signature(NamedTuple):
    """What is known of a bundle's signature. `is_bad`: it is there, or was asked for, and does not hold."""

    detail: str
    is_bad: bool = False
    signer: str = ""


def signature_path(bundle: Path) -> Path:
    """Return where the signature of a bundle is."""
    return bundle.with_name(bundle.name + ".sig")


def sign(data: bytes, key: Path) -> bytes:
    """Return the signature of `data` by the private key file (or the public one of a key that ssh-agent holds).

    Raises: AceError when ssh-keygen is not there or refuses.
    """
    if not key.is_file():
        raise AceError(f"{key}: no such key file; name a private SSH key, or the public one of a key in ssh-agent")
    done = _keygen("-Y", "sign", "-q", "-f", str(key), "-n", NAMESPACE, stdin=data)
    if done.returncode != 0:
        raise AceError(f"{key}: ssh-keygen cannot sign with it: {_said(done)}; name a key that can")
    return done.stdout


def check_signature(bundle: Path, data: bytes, allowed: Path | None) -> Signature:
    """Return what the signature beside `bundle` (its bytes are `data`) is worth.

    `allowed`: OpenSSH's allowed_signers file; with it only a signature by one of those holds. Without it a signature
    is only compared with the bytes, for nothing says whose key it is.
    Raises: AceError when `allowed` is not there, or cannot be asked because ssh-keygen is not there.
    """
    path = signature_path(bundle)
    if allowed is not None and not allowed.is_file():
        raise AceError(f"{allowed}: no such file; name one in OpenSSH's allowed_signers format")
    if not path.exists():
        return Signature("not signed", is_bad=allowed is not None)
    if not path.is_file() or path.stat().st_size > _MOST_BYTES:
        return Signature(f"{path.name} is no signature: not a regular file of at most {_MOST_BYTES} bytes", is_bad=True)
    if allowed is not None:
        return _by_allowed(path, data, allowed)
    if shutil.which("ssh-keygen") is None:
        return Signature(f"{path.name} was not checked: ssh-keygen is not installed")
    done = _keygen("-Y", "check-novalidate", "-n", NAMESPACE, "-s", str(path), stdin=data)
    if done.returncode != 0:
        return Signature(f"{path.name} is not a signature of this bundle: {_said(done)}", is_bad=True)
    key = _said(done).rpartition(" key ")[2]
    return Signature(f"signed by the key {key}, which nothing here vouches for; give --allowed-signers")


def _by_allowed(path: Path, data: bytes, allowed: Path) -> Signature:
    first = _by_first(path, data, allowed)
    if not first.is_bad or not first.signer:
        return first._replace(detail=first.detail or f"{path.name} is by no key in {allowed}")
    # A key may be listed more than once, for other namespaces or times, and ssh-keygen names its first line alone.
    with TemporaryDirectory() as folder:
        one = Path(folder) / "allowed"
        for line in allowed.read_bytes().splitlines():
            if not line.strip() or line.lstrip().startswith(b"#"):
                continue
            one.write_bytes(line + b"\n")
            found = _by_first(path, data, one)
            if not found.is_bad:
                return found
    return first._replace(signer="")


def _by_first(path: Path, data: bytes, allowed: Path) -> Signature:
    """Return what the first line with its key in `allowed` says of a signature; no detail when there is none."""
    found = _keygen("-Y", "find-principals", "-s", str(path), "-f", str(allowed), stdin=b"")
    names = found.stdout.decode("utf-8", "replace").split("\n")
    if found.returncode != 0 or not names[0]:
        return Signature("", is_bad=True)
    name = names[0].strip()
    checking = ("-Y", "verify", "-f", str(allowed), "-I", name, "-n", NAMESPACE, "-s", str(path))
    done = _keygen(*checking, stdin=data)
    if done.returncode != 0:
        said = f"{path.name} is not a signature of this bundle by {name}: {_said(done)}"
        return Signature(said, is_bad=True, signer=name)
    return Signature(f"signed by {name}", signer=name)


def _keygen(*arguments: str, stdin: bytes) -> "subprocess.CompletedProcess[bytes]":
    try:
        return subprocess.run(
            ["ssh-keygen", *arguments], input=stdin, capture_output=True, check=False, timeout=_SECONDS
        )
    except FileNotFoundError as exc:
        raise AceError(
            "ssh-keygen is not installed; install OpenSSH 8.1 or newer to sign bundles or check them"
        ) from exc
    except subprocess.TimeoutExpired as exc:
        raise AceError(f"ssh-keygen did not answer within {_SECONDS:.0f} s; add the key to ssh-agent first") from exc


def _said(done: "subprocess.CompletedProcess[bytes]") -> str:
    """Return what the program said, its last line; what it says of success is on stdout."""
    lines = (done.stderr or done.stdout).decode("utf-8", "replace").strip().split("\n")
    return lines[-1].strip() or f"exit {done.returncode}"
