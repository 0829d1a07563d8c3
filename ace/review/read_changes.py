"""From the files that changed to the rules and the evidence in them; what cannot be read is said, never left out."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ace.review.diff_model import RuleChange, compare_files
from ace.review.errors import EvidenceError
from ace.review.evidence import EvidenceRecord, evidence_path, parse_evidence
from ace.review.read_for_review import read_rule_text
from ace.review.tree_diff import BlobChange, is_rule_file
from runtime.contracts.errors import RuleError
from runtime.contracts.playbook import RuleFile
from runtime.rules.read_rule import rule_id_of_path

_EVIDENCE = evidence_path("").rpartition("/")[0] + "/"


class RulesRead(NamedTuple):
    """The rules that differ, by id, and by path why one of them could not be read."""

    changes: tuple[RuleChange, ...]
    problems: Mapping[str, tuple[str, ...]]


class EvidenceRead(NamedTuple):
    """Evidence that came, and why some of it could not be read."""

    records: tuple[EvidenceRecord, ...]
    problems: tuple[str, ...]


def is_read(path: str) -> bool:
    """Return True when a file at `path` is read at all: a rule or an evidence record."""
    return is_rule_file(path) or _is_evidence(path)


def read_rules(changed: Sequence[BlobChange], blobs: Mapping[str, bytes]) -> RulesRead:
    """Return the rules among `changed`. One that cannot be read on either side is `unreadable`, whatever the other."""
    before: list[RuleFile] = []
    after: list[RuleFile] = []
    problems: dict[str, tuple[str, ...]] = {}
    for change in changed:
        if not is_rule_file(change.path):
            continue
        if not change.is_plain:
            problems[change.path] = (
                f"{change.path}: a symbolic link or submodule stands where a rule must be; commit the file",
            )
            continue
        old, new = _read(change.path, change.before, blobs), _read(change.path, change.after, blobs)
        if broken := [side for side in (old, new) if isinstance(side, str)]:
            problems[change.path] = tuple(dict.fromkeys(broken))
            continue
        before += [old] if isinstance(old, RuleFile) else []
        after += [new] if isinstance(new, RuleFile) else []
    unreadable = (RuleChange("unreadable", rule_id_of_path(path) or path, path, None, None, ()) for path in problems)
    changes = sorted((*compare_files(before, after), *unreadable), key=lambda change: (change.rule_id, change.path))
    return RulesRead(tuple(changes), problems)


def read_evidence(changed: Sequence[BlobChange], blobs: Mapping[str, bytes]) -> EvidenceRead:
    """Return the evidence that `changed` brings."""
    records: list[EvidenceRecord] = []
    problems: list[str] = []
    for change in changed:
        if not _is_evidence(change.path) or change.after is None:
            continue
        if change.after not in blobs:
            problems.append(f"{change.path}: a symbolic link or submodule stands where evidence must be")
            continue
        try:
            record = parse_evidence(blobs[change.after], change.path)
        except EvidenceError as exc:
            problems.append(str(exc))
            continue
        if evidence_path(record.proposal) != change.path:
            problems.append(f"{change.path} is the evidence of proposal {record.proposal}")
        records.append(record)
    return EvidenceRead(tuple(records), tuple(problems))


def _is_evidence(path: str) -> bool:
    return path.startswith(_EVIDENCE) and path.endswith(".json")


def _read(path: str, blob: str | None, blobs: Mapping[str, bytes]) -> RuleFile | str | None:
    """Return the rule, None where there is no file, or why it cannot be read."""
    if blob is None:
        return None
    try:
        return RuleFile(path, read_rule_text(blobs[blob], path), blobs[blob])
    except RuleError as exc:
        return str(exc)
