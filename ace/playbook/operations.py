"""Apply a list of rule operations to a playbook's files: all of them or none."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal, TypeAlias, assert_never

from ace.playbook.edit_field import edit_field
from ace.playbook.merge_fields import is_merged, merged_fields, refuse_lossy_merge
from ace.playbook.write_rule import dump_rule, dump_rule_test
from runtime.contracts.errors import RuleError
from runtime.contracts.rule import Rule, RuleTest
from runtime.rules.load_reviewed import path_of_test
from runtime.rules.problem import did_you_mean
from runtime.rules.read_rule import TEST_ENDING, parse_rule, parse_rule_test, rule_id_of_path

# Path relative to the repository root -> new content, None to delete.
Changes: TypeAlias = dict[str, bytes | None]


@dataclass(frozen=True)
class Operation:
    """One change of one rule.

    promote and demote edit the one field `enforce`: to `gate`, and back to `prompt`. merge edits one rule and deletes
    those it takes over; their evidence goes to it, and it says that it `replaces` them.

    base: `file_hash` of the rule file it was drawn from (all but add); None when unknown.
    rule: the new rule (add). test: its test (add), or the test that takes the old one's place (edit, merge).
    changes: field name -> new value, None to remove the field (edit, merge).
    merged: the rules that are taken over (merge), id -> `file_hash`.
    """

    op: Literal["add", "edit", "delete", "promote", "demote", "merge"]
    rule_id: str
    base: str | None = None
    rule: Rule | None = None
    test: RuleTest | None = None
    changes: Mapping[str, object] = field(default_factory=dict)
    merged: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse what the kind of operation would pass over in silence. Raises: RuleError."""
        extra = [name for name in _PARTS if getattr(self, name) and name not in _TAKES[self.op]]
        if extra:
            raise RuleError(f"{self.op} of {self.rule_id}: takes no `{extra[0]}`; leave it out")


_PARTS = ("base", "rule", "test", "changes", "merged")
_TAKES: Mapping[str, frozenset[str]] = {
    "add": frozenset({"base", "rule", "test"}),
    "edit": frozenset({"base", "test", "changes"}),
    "delete": frozenset({"base"}),
    "promote": frozenset({"base"}),
    "demote": frozenset({"base"}),
    "merge": frozenset({"base", "test", "changes", "merged"}),
}


def file_hash(data: bytes) -> str:
    """Return the SHA-256 of a file's bytes, 64 hex digits."""
    return sha256(data).hexdigest()


def apply_operations(
    playbook_files: Mapping[str, bytes],
    operations: Iterable[Operation],
    folder: str,
    retired_ids: frozenset[str] = frozenset(),
) -> Changes:
    """Return the paths that change; nothing of `playbook_files` is changed in place.

    Applying the same list to its own result gives {}: what is already so is not done again. For a delete that needs
    `base`, since without it a deleted rule looks like one that never was.
    `retired_ids`: ids that were used once and deleted; an id is never used again.
    Raises: RuleError, with nothing applied, for an unknown id, an id that exists (add), a stale base hash, a safety
    rule (all but add), two operations on one rule, or a result that is no valid rule.
    """
    changes: Changes = {}
    seen: set[str] = set()
    for operation in operations:
        for rule_id in (operation.rule_id, *operation.merged):
            if rule_id in seen:
                raise RuleError(f"two operations on rule {rule_id}; make them one")
            seen.add(rule_id)
        changes |= _apply(playbook_files, operation, folder, retired_ids)
    return {path: data for path, data in changes.items() if playbook_files.get(path) != data}


def _apply(files: Mapping[str, bytes], operation: Operation, folder: str, retired_ids: frozenset[str]) -> Changes:
    path = _path(operation.rule_id, folder)
    match operation.op:
        case "add":
            return _add(files, operation, path, retired_ids)
        case "edit":
            return _edit(files, operation, path, operation.changes)
        case "delete":
            return _delete(files, operation, path)
        case "promote":
            return _edit(files, operation, path, {"enforce": "gate"})
        case "demote":
            return _edit(files, operation, path, {"enforce": "prompt"})
        case "merge":
            return _merge(files, operation, folder)
        case _:
            assert_never(operation.op)


def _path(rule_id: str, folder: str) -> str:
    path = f"{folder}/{rule_id.replace('.', '/', 1)}.yaml"
    if rule_id_of_path(path) != rule_id or path.endswith(TEST_ENDING):
        raise RuleError(f"rule id {rule_id!r} is not <area>.<slug> in a-z, 0-9 and -; correct it")
    return path


def _add(files: Mapping[str, bytes], operation: Operation, path: str, retired_ids: frozenset[str]) -> Changes:
    rule = operation.rule
    if rule is None or rule.id != operation.rule_id:
        raise RuleError(f"add of {operation.rule_id}: the operation needs the rule of that id; give `rule`")
    if rule.id in retired_ids:
        raise RuleError(f"add of {rule.id}: this id was used by a deleted rule and is never used again; choose another")
    changes: Changes = {path: dump_rule(rule)}
    if operation.test is not None:
        changes[path_of_test(path)] = dump_rule_test(operation.test)
    is_same = path in files and all(files.get(name) == data for name, data in changes.items())
    if path in files and not is_same:
        raise RuleError(f"add of {rule.id}: {path} exists already; edit it, or choose another id")
    return changes


def _edit(files: Mapping[str, bytes], operation: Operation, path: str, fields: Mapping[str, object]) -> Changes:
    source = _source(files, operation, path)
    if "id" in fields:
        raise RuleError(
            f"{operation.op} of {operation.rule_id}: an id never changes; add a new rule that `replaces` this one"
        )
    edited = source
    for name, value in fields.items():
        edited = edit_field(edited, name, value, path)
    changes: Changes = {path: edited}
    test_path = path_of_test(path)
    if operation.test is not None and not _has_test(files.get(test_path), operation.test, test_path):
        changes[test_path] = dump_rule_test(operation.test)
    if all(files.get(name) == data for name, data in changes.items()):
        return {}
    _refuse_stale_or_safe(source, operation, path)
    parse_rule(edited, path)
    return changes


def _delete(files: Mapping[str, bytes], operation: Operation, path: str) -> Changes:
    if path not in files and operation.base is not None:
        return {}
    _refuse_stale_or_safe(_source(files, operation, path), operation, path)
    return {name: None for name in (path, path_of_test(path)) if name in files}


def _merge(files: Mapping[str, bytes], operation: Operation, folder: str) -> Changes:
    path = _path(operation.rule_id, folder)
    own = sorted({"evidence", "related"} & set(operation.changes))
    if own or not operation.merged:
        what = f"`{own[0]}` is made of both rules'; leave it out" if own else "no other rule is named; give `merged`"
        raise RuleError(f"merge of {operation.rule_id}: {what}")
    kept = parse_rule(_source(files, operation, path), path)
    deletions = [Operation("delete", rule_id, base=base) for rule_id, base in operation.merged.items()]
    paths = [_path(one.rule_id, folder) for one in deletions]
    if is_merged(kept, operation.merged) and not any(one in files for one in paths):
        return _edit(files, operation, path, operation.changes)
    # `_source` refuses an id that is not there, which a delete of its own takes for done.
    others = [parse_rule(_source(files, *pair), pair[1]) for pair in zip(deletions, paths, strict=True)]
    _refuse_stale_or_safe(files[path], operation, path)
    fields = {**merged_fields(kept, others), **operation.changes}
    changes = _edit(files, operation, path, fields)
    refuse_lossy_merge(parse_rule(changes.get(path) or files[path], path), others)
    for one, place in zip(deletions, paths, strict=True):
        changes |= _delete(files, one, place)
    return changes


def _source(files: Mapping[str, bytes], operation: Operation, path: str) -> bytes:
    if path not in files:
        known = [rule_id_of_path(name) for name in files if not name.endswith(TEST_ENDING)]
        remedy = did_you_mean(operation.rule_id, (name for name in known if name))
        raise RuleError(f"{operation.op} of {operation.rule_id}: there is no such rule; {remedy}")
    return files[path]


def _refuse_stale_or_safe(source: bytes, operation: Operation, path: str) -> None:
    if operation.base is not None and operation.base != file_hash(source):
        raise RuleError(f"{operation.op} of {operation.rule_id}: {path} has changed since; draw the operation up again")
    if parse_rule(source, path).safety:
        raise RuleError(
            f"{operation.op} of {operation.rule_id}: only a person changes a safety rule; edit {path} by hand"
        )


def _has_test(data: bytes | None, test: RuleTest, path: str) -> bool:
    return data is not None and parse_rule_test(data, path) == test
