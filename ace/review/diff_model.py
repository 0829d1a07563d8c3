"""What changed between two playbooks, rule by rule. Pure; matched by id, never by position."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from ace.review.rename_pairs import pair_renamed
from runtime.contracts.playbook import Playbook, RuleFile
from runtime.contracts.rule import Rule

ChangeKind: TypeAlias = Literal[
    "added", "edited", "deleted", "moved", "renamed", "reordered", "promoted", "demoted", "unreadable"
]

# In the order a reviewer reads them. Evidence, effect and dates are not changes: they say why, not what.
FIELDS = (
    "title", "text", "when", "require", "otherwise", "enforce", "status", "priority", "safety", "audience", "agent",
    "rationale", "related",
)  # fmt: skip
_DEFAULTS = {
    "enforce": "prompt",
    "status": "experimental",
    "priority": "50",
    "safety": "false",
    "audience": "controller",
}


class FieldChange(NamedTuple):
    """One field of a rule. None: the field, or the whole rule, is not there on that side."""

    name: str
    before: str | None
    after: str | None


@dataclass(frozen=True)
class RuleChange:
    """One rule that differs. `moved`: the same words in another file; `reordered`: at another place in the prompt.

    `renamed`: the same or nearly the same words under another id, which was `id_before`.
    `promoted`: the same words, now enforced by a gate; `demoted`: now only asked for in the prompt.
    `unreadable`: what it says cannot be told on at least one side, so neither is given and nothing is compared.
    `line`: of the file at `path`, where the first field that differs begins; counts from 1.
    """

    kind: ChangeKind
    rule_id: str
    path: str
    before: Rule | None
    after: Rule | None
    fields: tuple[FieldChange, ...]
    path_before: str = ""
    id_before: str = ""
    line: int = 1


def compare_playbooks(before: Playbook, after: Playbook) -> tuple[RuleChange, ...]:
    """Return every rule that differs, by id."""
    return compare_files(before.files, after.files)


def compare_files(before: Iterable[RuleFile], after: Iterable[RuleFile]) -> tuple[RuleChange, ...]:
    """Return every rule that differs between two sets of files, by id.

    Two playbooks may hold the same id: a file that stays is compared with itself, and only one that came is matched
    with one of its id that went. What then is left on both sides is matched by content: a rule with a new id.
    """
    old = {(file.rule.id, file.path): file for file in before}
    new = {(file.rule.id, file.path): file for file in after}
    pairs: list[tuple[RuleFile | None, RuleFile | None]] = [(old[key], new[key]) for key in old.keys() & new.keys()]
    gone: dict[str, list[RuleFile]] = {}
    for key in sorted(old.keys() - new.keys()):
        gone.setdefault(key[0], []).append(old[key])
    came: list[RuleFile] = []
    for key in sorted(new.keys() - old.keys()):
        if same_id := gone.get(key[0]):
            pairs.append((same_id.pop(0), new[key]))
        else:
            came.append(new[key])
    left = [file for files in gone.values() for file in files]
    renamed = pair_renamed(_not_replaced(left, new.values()), came)
    taken = {id(file) for pair in renamed for file in pair}
    pairs += [*renamed, *((file, None) for file in left if id(file) not in taken)]
    pairs += [(None, file) for file in came if id(file) not in taken]
    changes = [change for pair in pairs if (change := _compare_file(*pair)) is not None]
    return tuple(sorted(changes, key=lambda change: (change.rule_id, change.path)))


def _not_replaced(gone: Iterable[RuleFile], after: Iterable[RuleFile]) -> list[RuleFile]:
    """Leave out what another rule says it replaces: that is a merge, whatever else looks like it."""
    replaced = {link.id for file in after for link in file.rule.related if link.type == "replaces"}
    return [file for file in gone if file.rule.id not in replaced]


def compare_rules(before: Rule | None, after: Rule | None) -> tuple[FieldChange, ...]:
    """Return the fields that differ. Of a rule on one side only: every field that is set to other than its default."""
    changes: list[FieldChange] = []
    for name in FIELDS:
        old = field_text(before, name)
        new = field_text(after, name)
        one_sided = before is None or after is None
        if old != new and not (one_sided and (old or new) == _DEFAULTS.get(name)):
            changes.append(FieldChange(name, old, new))
    return tuple(changes)


def field_text(rule: Rule | None, name: str) -> str | None:
    """Return field `name` of `rule` as text, None when it is not set. White space at the ends does not count."""
    if rule is None:
        return None
    if name == "otherwise":
        return rule.otherwise.action if rule.otherwise else None
    if name == "related":
        return ", ".join(f"{link.type} {link.id}" for link in rule.related) or None
    value: object = getattr(rule, name)
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).strip() or None if value is not None else None


def _compare_file(before: RuleFile | None, after: RuleFile | None) -> RuleChange | None:
    old = before.rule if before else None
    new = after.rule if after else None
    fields = compare_rules(old, new)
    here = after or before
    assert here is not None
    both = before is not None and after is not None
    path_before = before.path if both and before and before.path != here.path else ""
    id_before = old.id if both and old and old.id != here.rule.id else ""
    if both and not fields and not path_before:
        return None
    kind = "renamed" if id_before else _kind(before, after, fields)
    line = _first_line(here.source, fields) if both else 1
    return RuleChange(kind, here.rule.id, here.path, old, new, fields, path_before, id_before, line)


def _kind(before: RuleFile | None, after: RuleFile | None, fields: tuple[FieldChange, ...]) -> ChangeKind:
    if before is None:
        return "added"
    if after is None:
        return "deleted"
    names = {field.name for field in fields}
    if names == {"enforce"}:
        return "promoted" if after.rule.enforce == "gate" else "demoted"
    if before.path != after.path and names <= {"priority"}:
        return "moved"
    return "reordered" if names == {"priority"} else "edited"


def _first_line(source: bytes, fields: Iterable[FieldChange]) -> int:
    """Return the line of the first field of `fields` that `source` has; 1 where it has none, or is written in flow."""
    names = {field.name for field in fields}
    keys = (line.partition(b":")[0].decode("ascii", "replace") for line in source.split(b"\n"))
    return next((number for number, key in enumerate(keys, 1) if key in names), 1)
