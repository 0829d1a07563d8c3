"""Check a bundle: its bytes, its rules, their tests, its signature, and what a repository says of its commit."""

from dataclasses import dataclass
from pathlib import Path

from ace.bundle.check_rules import Check, rule_checks
from ace.bundle.compare_repository import Repository, repository_checks
from ace.bundle.make_bundle import bundled_evidence
from ace.bundle.signature import check_signature
from ace.review.errors import EvidenceError
from ace.text.counted import counted
from runtime.agents.registry import AGENTS
from runtime.contracts.errors import RuleError
from runtime.contracts.playbook import Playbook
from runtime.rules.bundle_archive import BundleError
from runtime.rules.bundle_manifest import Manifest
from runtime.rules.load_bundle import EVIDENCE_FOLDER, Bundle, bundle_bytes, bundle_of, playbook_of


@dataclass(frozen=True)
class Verified:
    """What was found of a bundle. `manifest` is None and `sha256` empty when its bytes already do not hold."""

    path: Path
    checks: tuple[Check, ...]
    manifest: Manifest | None = None
    sha256: str = ""

    @property
    def ok(self) -> bool:
        """True when every check holds."""
        return all(check.ok for check in self.checks)


def verify_bundle(path: Path, allowed_signers: Path | None = None, repository: Repository | None = None) -> Verified:
    """Return every check of the bundle at `path`, in the order they were made; the first that fails may be the last.

    Raises: AceError for a file of allowed signers or a repository that cannot be used; BundleError when there is no
    file at `path`, or no regular one.
    """
    data = bundle_bytes(path)
    try:
        bundle = bundle_of(data, path.name)
    except RuleError as exc:
        return Verified(path, (Check("intact", False, str(exc)),))
    signature = check_signature(path, data, allowed_signers)
    checks = [
        Check("intact", True, f"{counted(len(bundle.files), 'file')}, every checksum holds, nothing beside them"),
        Check("signature", not signature.is_bad, signature.detail),
    ]
    try:
        playbook = playbook_of(bundle, path.name)
    except (RuleError, BundleError) as exc:
        checks.append(Check("rules", False, str(exc)))
        return Verified(path, tuple(checks), bundle.manifest, bundle.sha256)
    agents = AGENTS if repository is None else repository.agents
    checks += [*rule_checks(playbook, agents), _evidence_check(bundle, playbook)]
    if repository is not None:
        checks += repository_checks(bundle, playbook, repository)
    return Verified(path, tuple(checks), bundle.manifest, bundle.sha256)


def _evidence_check(bundle: Bundle, playbook: Playbook) -> Check:
    ids = {rule.id for rule in playbook.rules}
    problems, count = [], 0
    for path, data in bundle.files.items():
        if not path.startswith(EVIDENCE_FOLDER):
            continue
        count += 1
        try:
            if bundled_evidence(data, path, ids) is None:
                problems.append(f"{path}: is about no rule in this bundle")
        except EvidenceError as exc:
            problems.append(str(exc))
    return Check("evidence", not problems, "; ".join(problems) or f"{counted(count, 'record')} read")
