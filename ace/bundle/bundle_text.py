"""What was bundled, and what was found of a bundle, as text and as JSON."""

from pathlib import Path

from ace.bundle.make_bundle import Made
from ace.bundle.verify_bundle import Verified
from ace.text.counted import counted
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject
from runtime.rules.bundle_manifest import Manifest


def made_text(made: Made, path: Path, sha256: str, signature: Path | None) -> str:
    """Return where the bundle is, what is in it, its checksum, and what to do with it."""
    name = escape_text(str(path))
    signed = f"signed: {escape_text(str(signature))}" if signature else "not signed; --sign-key KEY signs it"
    return "\n".join(
        [
            f"{name}   {_of(made.manifest)}",
            f"  {counted(len(made.manifest.rules), 'rule')}, {counted(made.evidence, 'evidence record')}, "
            f"{counted(len(made.data), 'byte')}",
            f"  sha256 {sha256}",
            f"  {signed}",
            f"next: ace verify {name}; where it is used: ace run --bundle {name}",
        ]
    )


def made_json(made: Made, path: Path, sha256: str, signature: Path | None) -> JsonObject:
    """Return the same as a JSON object, with the whole manifest."""
    return {
        "path": str(path),
        "sha256": sha256,
        "size": len(made.data),
        "signature": str(signature) if signature else None,
        "evidence": made.evidence,
        "manifest": made.manifest.model_dump(mode="json", by_alias=True),
    }


def verified_text(found: Verified) -> str:
    """Return a line for each check, and last whether the bundle may be used."""
    of = f"   {_of(found.manifest)}" if found.manifest else ""
    lines = [f"{escape_text(str(found.path))}{of}"]
    if found.sha256:
        lines.append(f"  sha256 {found.sha256}")
    for check in found.checks:
        first, *rest = (escape_text(line) for line in check.detail.split("\n"))
        lines += [
            f"  {'ok    ' if check.ok else 'FAILED'}  {check.name:<10}  {first}",
            *(" " * 22 + one for one in rest),
        ]
    return "\n".join([*lines, _verdict(found)])


def _verdict(found: Verified) -> str:
    if not found.ok:
        names = ", ".join(check.name for check in found.checks if not check.ok)
        return f"do not use it: {names} failed"
    return next(
        f"intact, {check.detail}" if check.detail == "not signed" else "intact"
        for check in found.checks
        if check.name == "signature"
    )


def verified_json(found: Verified) -> JsonObject:
    """Return the same as a JSON object: ok, commit, sha256, checks [{name, ok, detail}], the manifest or null."""
    return {
        "path": str(found.path),
        "ok": found.ok,
        "commit": found.manifest.commit if found.manifest else None,
        "sha256": found.sha256 or None,
        "checks": [check._asdict() for check in found.checks],
        "manifest": found.manifest.model_dump(mode="json", by_alias=True) if found.manifest else None,
    }


def _of(manifest: Manifest) -> str:
    where = escape_text(manifest.branch)
    return f"commit {manifest.commit} on {where}, {manifest.created}, agent {escape_text(manifest.agent)}"
