"""What changed between two playbooks, rule by rule and word by word. Pure; matched by id, never by position."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal, NamedTuple, TypeAlias

from runtime.contracts.playbook import Playbook, RuleFile
from runtime.contracts.rule import Rule

ChangeKind: TypeAlias = Literal["added", "edited", "deleted", "moved", "promoted", "demoted", "unreadable"]
WordOp: TypeAlias = Literal["equal", "delete", "insert"]

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
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")


class FieldChange(NamedTuple):
    """One field of a rule. None: the field, or the whole rule, is not there on that side."""

    name: str
    before: str | None
    after: str | None


class WordChange(NamedTuple):
    """A run of text that both sides have, or only one of them."""

    op: WordOp
    text: str


@dataclass(frozen=True)
class RuleChange:
    """One rule that differs. `moved`: the same words in another file or at another place in the prompt order.

    `promoted`: the same words, now enforced by a gate; `demoted`: now only asked for in the prompt.
    `unreadable`: what it says cannot be told on at least one side, so neither is given and nothing is compared.
    """

    kind: ChangeKind
    rule_id: str
    path: str
    before: Rule | None
    after: Rule | None
    fields: tuple[FieldChange, ...]
    path_before: str = ""


def compare_playbooks(before: Playbook, after: Playbook) -> tuple[RuleChange, ...]:
    """Return every rule that differs, by id."""
    return compare_files(before.files, after.files)


def compare_files(before: Iterable[RuleFile], after: Iterable[RuleFile]) -> tuple[RuleChange, ...]:
    """Return every rule that differs between two sets of files, by id.

    Two playbooks may hold the same id: a file that stays is compared with itself, and only one that came is matched
    with one of its id that went.
    """
    old = {(file.rule.id, file.path): file for file in before}
    new = {(file.rule.id, file.path): file for file in after}
    pairs: list[tuple[RuleFile | None, RuleFile | None]] = [(old[key], new[key]) for key in old.keys() & new.keys()]
    gone = [old[key] for key in sorted(old.keys() - new.keys())]
    for key in sorted(new.keys() - old.keys()):
        match = next((file for file in gone if file.rule.id == key[0]), None)
        gone = [file for file in gone if file is not match]
        pairs.append((match, new[key]))
    pairs += [(file, None) for file in gone]
    changes = [change for pair in pairs if (change := _compare_file(*pair)) is not None]
    return tuple(sorted(changes, key=lambda change: (change.rule_id, change.path)))


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


def word_diff(before: str, after: str) -> list[WordChange]:
    """Return runs of words: equal and deleted ones join to `before`, equal and inserted ones to `after`."""
    old = _TOKEN.findall(before)
    new = _TOKEN.findall(after)
    runs: list[tuple[str, str]] = []
    for op, old_from, old_to, new_from, new_to in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        gone = "".join(old[old_from:old_to])
        came = "".join(new[new_from:new_to])
        after_change = bool(runs) and runs[-1][0] != runs[-1][1]
        # One blank that happens to agree between two changed words would chop a changed phrase into single words.
        is_joint = op != "equal" or (gone.isspace() and old_to < len(old))
        if after_change and is_joint:
            runs[-1] = (runs[-1][0] + gone, runs[-1][1] + came)
        else:
            runs.append((gone, came))
    return [change for gone, came in runs for change in _as_changes(gone, came)]


def _as_changes(gone: str, came: str) -> list[WordChange]:
    if gone == came:
        return [WordChange("equal", gone)]
    both = (WordChange("delete", gone), WordChange("insert", came))
    return [change for change in both if change.text]


def _compare_file(before: RuleFile | None, after: RuleFile | None) -> RuleChange | None:
    old = before.rule if before else None
    new = after.rule if after else None
    fields = compare_rules(old, new)
    here = after or before
    assert here is not None
    path_before = before.path if before and after and before.path != after.path else ""
    if before and after and not fields and not path_before:
        return None
    return RuleChange(_kind(before, after, fields), here.rule.id, here.path, old, new, fields, path_before)


def _kind(before: RuleFile | None, after: RuleFile | None, fields: tuple[FieldChange, ...]) -> ChangeKind:
    if before is None:
        return "added"
    if after is None:
        return "deleted"
    names = {field.name for field in fields}
    if names == {"enforce"}:
        return "promoted" if after.rule.enforce == "gate" else "demoted"
    return "moved" if names <= {"priority"} else "edited"
