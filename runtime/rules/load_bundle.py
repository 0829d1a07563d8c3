"""Load reviewed rules from a bundle (`ace bundle`), on a machine without git: all of them, or none.

An agent of one's own, under one import:

    from runtime.rules.load_bundle import load_bundle
    from runtime.rules.load_reviewed import injectable
    from runtime.rules.render_rules import render_rules

    playbook = load_bundle(Path("rules.acebundle"), sha256="9f2c...")    # raises when one file is not as reviewed
    text = render_rules(injectable(playbook, "tutor"), 800).text         # goes into the prompt
    print(playbook.commit, playbook.bundle)                              # where the rules come from
"""

import os
from dataclasses import replace
from hashlib import sha256 as hash_of
from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple

from runtime.contracts.playbook import Playbook
from runtime.rules.bundle_archive import MAX_BUNDLE_BYTES, BundleError, unpack
from runtime.rules.bundle_manifest import MANIFEST, BundledRule, Manifest, checksum_problems, parse_manifest
from runtime.rules.load_reviewed import AgentFields, checked_folder, condition_problems, parse_playbook
from runtime.rules.problem import RuleFileError

EVIDENCE_FOLDER = ".ace/evidence/"


class Bundle(NamedTuple):
    """A bundle whose checksums hold. `sha256` is of the file itself; `files`: path -> content, the manifest too."""

    manifest: Manifest
    files: dict[str, bytes]
    sha256: str


def load_bundle(path: Path, agent_fields: AgentFields | None = None, *, sha256: str = "") -> Playbook:
    """Return the playbook in the bundle at `path`, with the commit it is of and the bundle's own SHA-256.

    `sha256` pins the file: another one is refused. `agent_fields` as in `load_reviewed`. Tests beside the rules are
    read and not run: `ace verify` runs them.
    Raises: BundleError, RuleFileError (both RuleError) naming every problem. One bad file stops the whole playbook.
    """
    bundle = read_bundle(path)
    if sha256 and bundle.sha256 != sha256:
        raise BundleError(
            f"{path}: its SHA-256 is {bundle.sha256}, not {sha256}; fetch the bundle that was meant, or pin this one"
        )
    return playbook_of(bundle, str(path), agent_fields)


def read_bundle(path: Path) -> Bundle:
    """Return what is in the bundle at `path` once every checksum was found to hold; no rule is looked at.

    Raises: BundleError when the file is missing, no bundle, or not what it says.
    """
    return bundle_of(bundle_bytes(path), str(path))


def bundle_bytes(path: Path) -> bytes:
    """Return the bytes of a file, at most one more than a bundle may have.

    Raises: BundleError when it is missing, or no regular file.
    """
    try:
        # A named pipe would be waited at for ever.
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
            if not S_ISREG(os.fstat(file.fileno()).st_mode):
                raise BundleError(f"{path}: is no regular file; name a file that `ace bundle` made")
            return file.read(MAX_BUNDLE_BYTES + 1)
    except OSError as exc:
        raise BundleError(f"{path}: cannot be read ({exc.strerror}); name a file that `ace bundle` made") from exc


def bundle_of(data: bytes, where: str) -> Bundle:
    """Return the bundle whose bytes are `data`. Raises: BundleError as `read_bundle`."""
    files = unpack(data, where)
    if MANIFEST not in files:
        raise BundleError(f"{where}: holds no {MANIFEST}, so it is no bundle; make one with `ace bundle`")
    manifest = parse_manifest(files[MANIFEST], where)
    inside = checked_folder(manifest.playbook) + "/"
    if inside != manifest.playbook + "/":
        raise BundleError(f"{where}: {MANIFEST}: playbook: write it as {inside[:-1]!r}")
    problems = list(checksum_problems(manifest, files))
    problems += [
        f"{name!r} belongs neither to the playbook {manifest.playbook!r} nor to its evidence"
        for name in files
        if name != MANIFEST and not name.startswith((inside, EVIDENCE_FOLDER))
    ]
    if problems:
        raise BundleError("\n".join(f"{where}: {problem}; the bundle is not as it was made" for problem in problems))
    return Bundle(manifest, files, hash_of(data).hexdigest())


def playbook_of(bundle: Bundle, where: str, agent_fields: AgentFields | None = None) -> Playbook:
    """Return the bundle's rules in prompt order. `agent_fields` as in `load_reviewed`.

    Raises: RuleFileError when one cannot be used, BundleError when they are not those that its manifest lists.
    """
    manifest = bundle.manifest
    inside = manifest.playbook + "/"
    files = {name: data for name, data in bundle.files.items() if name.startswith(inside)}
    playbook = parse_playbook(files, manifest.playbook, manifest.commit)
    problems = [problem for file in playbook.files for problem in condition_problems(file, agent_fields or {})]
    if problems:
        raise RuleFileError(sorted(problems))
    if listed_rules(playbook) != manifest.rules:
        raise BundleError(f"{where}: {MANIFEST} lists other rules than its files hold; make the bundle again")
    return replace(playbook, bundle=bundle.sha256)


def listed_rules(playbook: Playbook) -> tuple[BundledRule, ...]:
    """Return the rules of a playbook as a manifest lists them, by id."""
    found = (
        BundledRule(id=file.rule.id, path=file.path, fingerprint=file.rule.fingerprint()) for file in playbook.files
    )
    return tuple(sorted(found, key=lambda rule: rule.id))
