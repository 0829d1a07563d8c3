"""A proposal's change done again on another base: by field where both changed the same rule, never by line. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ace.cycle.proposal_fields import UNJUDGED, merge_rules, united
from ace.errors import AceError
from ace.playbook.edit_field import edit_field
from ace.playbook.operations import Operation, apply_operations, file_hash
from ace.playbook.write_rule import dump_rule_test
from ace.review.diff_model import FIELDS
from ace.review.evidence import EvidenceRecord
from ace.review.fingerprint import agent_of, fingerprint, proposal_id
from ace.review.rename_pairs import pair_renamed
from ace.review.tree_diff import is_rule_file
from runtime.contracts.json_types import JsonObject
from runtime.contracts.playbook import RuleFile
from runtime.contracts.rule import Rule, RuleTest
from runtime.rules.load_reviewed import path_of_test
from runtime.rules.read_rule import parse_rule, parse_rule_test


class CannotReplayError(AceError):
    """The base says something else by now where the proposal speaks; a person, or a new judgement, decides."""


class InForceError(AceError):
    """The base says already what the proposal would make it say."""


class RuleGoneError(AceError):
    """The base holds no rule any more that the proposal could change."""


class Sides(NamedTuple):
    """One file on three sides, None where there is none: where the proposal began, as proposed, on the new base."""

    fork: bytes | None
    proposed: bytes | None
    now: bytes | None


@dataclass(frozen=True)
class Proposed:
    """What a proposal does: its record, and each file it touches (but its evidence), by path.

    `playbook`: all files of the playbook on the new base, by path.
    """

    record: EvidenceRecord
    files: Mapping[str, Sides]
    playbook: Mapping[str, bytes]

    def path(self, rule_id: str) -> str:
        """Return where the file of a rule is."""
        return f"{self.record.playbook}/{rule_id.replace('.', '/', 1)}.yaml"

    def rule(self, rule_id: str) -> Rule | None:
        """Return a rule as it is on the new base. Raises: RuleError when it cannot be read."""
        path = self.path(rule_id)
        return parse_rule(self.playbook[path], path) if path in self.playbook else None


@dataclass(frozen=True)
class Replayed:
    """The files to change on the new base, None removes one; the rule before and after, and its test after."""

    changes: Mapping[str, bytes | None]
    before: Rule | None
    after: Rule | None
    test: RuleTest | None = None
    merged: tuple[Rule, ...] = field(default=())


def replay(proposed: Proposed) -> Replayed:
    """Return the same change on the new base; the proposal keeps its fingerprint.

    Raises: InForceError when there is nothing left to do, RuleGoneError when its rule is gone, CannotReplayError when
        base and proposal changed the same field otherwise, or the rule would become another than was measured.
    """
    record = proposed.record
    path, now = proposed.path(record.rule_id), proposed.rule(record.rule_id)
    sides = proposed.files.get(path)
    if sides is None:
        raise CannotReplayError(f"the branch does not change {path}; delete the branch, a cycle proposes it again")
    _refuse_done(proposed, sides, now)
    merged: tuple[Rule, ...] = ()
    match record.op:
        case "add":
            changes = _added(record, sides, now)
        case "delete":
            changes = _deleted(proposed, path, sides, now)
        case "merge":
            changes, merged = _merged(proposed, path, sides, now)
        case "edit":
            changes = {path: _edited(record, path, sides, now)}
    others = {name: one for name, one in proposed.files.items() if name not in _paths(proposed)}
    changes |= {**_test(proposed, path), **_carried(others)}
    data = changes[path]
    after = parse_rule(data, path) if data is not None else None
    if _mark(record, after, now) != record.proposal:
        raise CannotReplayError(_another(record, path, sides, (now, after)))
    test = changes.get(path_of_test(path), proposed.playbook.get(path_of_test(path)))
    parsed = parse_rule_test(test, path_of_test(path)) if test is not None and after is not None else None
    return Replayed(changes, now, after, parsed, merged)


def _paths(proposed: Proposed) -> frozenset[str]:
    rules = [proposed.path(rule_id) for rule_id in (proposed.record.rule_id, *proposed.record.merged)]
    return frozenset((*rules, *map(path_of_test, rules)))


def _mark(record: EvidenceRecord, rule: Rule | None, now: Rule | None) -> str:
    agent = agent_of(rule, now)
    return proposal_id(fingerprint(record.op, record.rule_id, rule, record.merged, agent=agent))


def _refuse_done(proposed: Proposed, sides: Sides, now: Rule | None) -> None:
    record = proposed.record
    if now is None and record.op != "add" and (name := _called_now(proposed, sides)):
        raise CannotReplayError(f"rule {record.rule_id} is called {name} by now")
    if record.op == "delete":
        if now is None:
            raise InForceError(f"rule {record.rule_id} is gone already")
        return
    if now is None:
        if record.op != "add":
            raise RuleGoneError(f"rule {record.rule_id} is gone, so there is nothing left to change")
        return
    gone = not any(proposed.path(rule_id) in proposed.playbook for rule_id in record.merged)
    if gone and _mark(record, now, now) == record.proposal and not _is_left(proposed.path(record.rule_id), sides, now):
        raise InForceError(f"rule {record.rule_id} says so already")


def _called_now(proposed: Proposed, sides: Sides) -> str:
    """Return the id of the rule that says what the one that is gone said, or nearly; empty where none does."""
    path = proposed.path(proposed.record.rule_id)
    if sides.fork is None:
        return ""
    # Those that stood beside it before cannot be told from new ones here, so a likeness is enough to ask a person.
    there = [
        RuleFile(place, parse_rule(data, place), data)
        for place, data in proposed.playbook.items()
        if place not in proposed.files and is_rule_file(place)
    ]
    pairs = pair_renamed([RuleFile(path, parse_rule(sides.fork, path), sides.fork)], there)
    return pairs[0][1].rule.id if pairs else ""


def _is_left(path: str, sides: Sides, now: Rule) -> bool:
    """Return True when a field that a reviewer reads, such as the title, would still change."""
    if sides.fork is None or sides.proposed is None:
        return False
    fields, clashes = merge_rules(parse_rule(sides.fork, path), parse_rule(sides.proposed, path), now)
    return bool(clashes) or any(name in FIELDS for name in fields)


def _added(record: EvidenceRecord, sides: Sides, now: Rule | None) -> dict[str, bytes | None]:
    if now is not None:
        raise CannotReplayError(f"another rule has the id {record.rule_id} by now")
    return {f"{record.playbook}/{record.rule_id.replace('.', '/', 1)}.yaml": sides.proposed}


def _deleted(proposed: Proposed, path: str, sides: Sides, now: Rule | None) -> dict[str, bytes | None]:
    fork = parse_rule(sides.fork, path) if sides.fork is not None else None
    if fork is None or now is None or fork.fingerprint() != now.fingerprint():
        raise CannotReplayError(
            f"rule {proposed.record.rule_id} says something else by now than what was to be deleted"
        )
    return {name: None for name in (path, path_of_test(path)) if name in proposed.playbook}


def _edited(record: EvidenceRecord, path: str, sides: Sides, now: Rule | None) -> bytes:
    if sides.now == sides.fork and sides.proposed is not None:
        return sides.proposed
    return _with_fields(path, sides, _fields(record, path, sides, now))


def _fields(record: EvidenceRecord, path: str, sides: Sides, now: Rule | None) -> JsonObject:
    if sides.fork is None or sides.proposed is None or now is None:
        raise CannotReplayError(f"rule {record.rule_id} is not on every side")
    fields, clashes = merge_rules(parse_rule(sides.fork, path), parse_rule(sides.proposed, path), now)
    if clashes:
        names = ", ".join(f"`{name}`" for name in clashes)
        raise CannotReplayError(f"both changed {names} of rule {record.rule_id}, each otherwise")
    return fields


def _with_fields(path: str, sides: Sides, fields: JsonObject) -> bytes:
    assert sides.now is not None
    data = sides.now
    for name, value in fields.items():
        data = edit_field(data, name, value, path)
    return data


def _merged(
    proposed: Proposed, path: str, sides: Sides, now: Rule | None
) -> tuple[dict[str, bytes | None], tuple[Rule, ...]]:
    record = proposed.record
    gone: dict[str, Rule] = {}
    for rule_id in record.merged:
        place, rule = proposed.path(rule_id), proposed.rule(rule_id)
        before = proposed.files[place].fork if place in proposed.files else None
        if rule is None or before is None or parse_rule(before, place).fingerprint() != rule.fingerprint():
            raise CannotReplayError(f"rule {rule_id}, which was to be merged, is gone or says something else by now")
        gone[rule_id] = rule
    fields = _fields(record, path, sides, now)
    operation = Operation(
        op="merge",
        rule_id=record.rule_id,
        changes={name: value for name, value in fields.items() if name not in {"evidence", "related"}},
        merged={rule_id: file_hash(proposed.playbook[proposed.path(rule_id)]) for rule_id in gone},
    )
    return dict(apply_operations(proposed.playbook, [operation], record.playbook)), tuple(gone.values())


def _test(proposed: Proposed, path: str) -> dict[str, bytes | None]:
    """Return what becomes of the test beside the rule: cases of both sides, less those that the proposal took out."""
    place = path_of_test(path)
    sides = proposed.files.get(place)
    if sides is None or sides.proposed in (sides.fork, sides.now):
        return {}
    if sides.now == sides.fork or sides.proposed is None:
        return {place: sides.proposed}
    fork, new, now = (parse_rule_test(data, place) if data else RuleTest() for data in sides)
    return {
        place: dump_rule_test(
            RuleTest.model_validate(
                {
                    kind: united(getattr(fork, kind), getattr(new, kind), getattr(now, kind))
                    for kind in ("violates", "complies")
                }
            )
        )
    }


def _carried(files: Mapping[str, Sides]) -> dict[str, bytes | None]:
    """Return the other files the proposal brings, such as a rejection. Raises: CannotReplayError for a clash."""
    changes: dict[str, bytes | None] = {}
    for path, sides in files.items():
        if sides.now == sides.proposed:
            continue
        if sides.now != sides.fork:
            raise CannotReplayError(f"both changed {path}")
        changes[path] = sides.proposed
    return changes


def _another(record: EvidenceRecord, path: str, sides: Sides, rules: tuple[Rule | None, Rule | None]) -> str:
    """Return which fields of the rule the base changed, so that with the proposal's it would be another rule."""
    now, after = rules
    fork = parse_rule(sides.fork, path) if sides.fork is not None and now is not None else None
    names = [name for name in Rule.model_fields if name not in UNJUDGED] if fork is not None else []
    moved = ", ".join(f"`{name}`" for name in names if getattr(fork, name) != getattr(now, name))
    return (
        f"{moved or 'something'} of rule {record.rule_id} was changed meanwhile: with that it would be another rule "
        f"({_mark(record, after, now)}) than the one that was measured"
    )
