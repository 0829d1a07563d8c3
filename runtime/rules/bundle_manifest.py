"""What a bundle says of itself: which commit its rules are of, which rules, and the checksum of every file."""

import json
import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field, StringConstraints, ValidationError

from runtime.contracts.rule import RuleId
from runtime.contracts.sample import Frozen
from runtime.rules.allowed_characters import find_forbidden
from runtime.rules.bundle_archive import BundleError

MANIFEST = "manifest.json"
# Source: git-check-ref-format(1), rules 1 and 3 to 10; and no dash before it, which git refuses in a branch.
_NO_BRANCH = re.compile(r"^[-/]|(?:^|/)\.|\.\.|//|@\{|[ ~^:?*\[\\]|\.lock(?:/|$)|[./]$|^@$")
Sha256: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
CommitId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^([0-9a-f]{40}|[0-9a-f]{64})$")]
Line: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=300, pattern=r"^[^\x00-\x1f\x7f]+$")]


def checked_branch(name: str) -> str:
    """Return `name`. Raises: ValueError when a reader would not see it as it is, or git has no such branches."""
    if find_forbidden(name) is not None or _NO_BRANCH.search(name):
        raise ValueError("is no name that a branch may have (controls, bidi marks, what git refuses)")
    return name


BranchName: TypeAlias = Annotated[Line, AfterValidator(checked_branch)]
Time: TypeAlias = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$")]


class BundledRule(Frozen):
    """One rule: its file and the fingerprint of what it says, SHA-256."""

    id: RuleId
    path: Line
    fingerprint: Sha256


class BundledFile(Frozen):
    """One file's checksum. Units: size in bytes."""

    path: Line
    sha256: Sha256
    size: int = Field(ge=0)


class Manifest(Frozen):
    """`created` is the commit's own date, UTC. `ace_version` packed it. `files` are all but the manifest itself."""

    schema_: Literal[1] = Field(alias="schema")
    kind: Literal["ace-bundle"]
    commit: CommitId
    branch: BranchName
    created: Time
    playbook: Line
    agent: Line
    ace_version: Line
    rules: tuple[BundledRule, ...]
    files: tuple[BundledFile, ...]


def file_entry(path: str, data: bytes) -> BundledFile:
    """Return the checksum of one file."""
    return BundledFile(path=path, sha256=sha256(data).hexdigest(), size=len(data))


def dump_manifest(manifest: Manifest) -> bytes:
    """Return the manifest as JSON: sorted keys, ASCII, a newline at the end. Equal manifests give equal bytes."""
    value = manifest.model_dump(mode="json", by_alias=True)
    return (json.dumps(value, sort_keys=True, indent=1, ensure_ascii=True) + "\n").encode("ascii")


def parse_manifest(data: bytes, where: str) -> Manifest:
    """Return the manifest in `data`. Raises: BundleError for what does not fit the schema, or was written otherwise."""
    try:
        manifest = Manifest.model_validate_json(data, strict=True)
    except ValidationError as exc:
        first = exc.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the document"
        raise BundleError(f"{where}: {MANIFEST}: {place}: {first['msg']}; make the bundle again") from exc
    # A key that stands twice, or other blanks: two readers could take it for two things.
    if dump_manifest(manifest) != data:
        raise BundleError(f"{where}: {MANIFEST}: is not written as `ace bundle` writes it; make the bundle again")
    return manifest


def checksum_problems(manifest: Manifest, files: dict[str, bytes]) -> Iterable[str]:
    """Yield each file that is changed, missing, listed twice, or in the bundle without being listed."""
    listed: dict[str, BundledFile] = {}
    for entry in manifest.files:
        if entry.path in listed:
            yield f"{MANIFEST}: {entry.path!r} is listed twice"
        listed[entry.path] = entry
    for path, entry in sorted(listed.items()):
        if path not in files or path == MANIFEST:
            yield f"{path!r} is listed and not there"
        elif file_entry(path, files[path]) != entry:
            yield f"{path!r} is not the file whose checksum is listed"
    for path in sorted(files.keys() - listed.keys() - {MANIFEST}):
        yield f"{path!r} is there and not listed"
