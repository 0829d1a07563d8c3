"""What an import or export of a playbook prints."""

from collections.abc import Mapping, Sequence

from ace.playbook.exchange.entry import NotImported
from ace.playbook.exchange.export_playbook import ExportedPlaybook
from ace.playbook.exchange.import_playbook import ImportPlan
from ace.text.counted import counted
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject

SHOWN = 20
_PLACES = 4


def import_text(plan: ImportPlan, where: str, *, is_dry: bool) -> str:
    """Return how many rules came, what did not and why, what was lost, and which are alike."""
    verb = "would be written to" if is_dry else "written to"
    rules = counted(len(plan.rules), "rule")
    lines = [f"{rules} {verb} {escape_text(where)}, {len(plan.refused)} entries not imported"]
    for reason, found in _by_reason(plan.refused):
        named = ", ".join(escape_text(f"{item.place} {item.source_id}".strip()) for item in found[:_PLACES])
        more = f", and {len(found) - _PLACES} more" if len(found) > _PLACES else ""
        lines.append(f"  {len(found)}: {escape_text(reason)} ({named}{more})")
    if plan.lost:
        lines.append("not carried over (entries that had it):")
        lines += [f"  {count}: {name}" for name, count in plan.lost.items()]
    if plan.doubtful:
        lines.append(f"{len(plan.doubtful)} rules had more harmful than helpful counts there; look at them first:")
        lines += _cut([f"  {name}" for name in plan.doubtful])
    lines += _alike_lines(plan)
    lines.append("no rule came with a condition or evidence: each is experimental, and guidance in words only")
    return "\n".join(lines) + "\n"


def import_json(plan: ImportPlan, where: str, *, is_dry: bool) -> JsonObject:
    """Return the whole plan as JSON: every rule with its source, every entry not imported with the reason."""
    return {
        "schema_version": 1,
        "dry_run": is_dry,
        "folder": where,
        "rules": [
            {"id": rule.id, "place": plan.sources[rule.id].place, "source_id": plan.sources[rule.id].source_id}
            for rule in plan.rules
        ],
        "not_imported": [
            {"place": item.place, "source_id": item.source_id, "reason": item.reason} for item in plan.refused
        ],
        "lost": dict(plan.lost),
        "more_harmful_than_helpful": list(plan.doubtful),
        "duplicates": [group._asdict() for group in plan.alike.groups],
        "opposites": [pair._asdict() for pair in plan.alike.opposites],
        "near_duplicates": plan.nearness or "looked for",
    }


def export_text(exported: ExportedPlaybook) -> str:
    """Return what the exported file lacks and which rules are not in it."""
    lines = [f"{counted(len(exported.ids), 'rule')} exported, {len(exported.left_out)} left out"]
    lines += _cut([f"  {rule_id}: {reason}" for rule_id, reason in exported.left_out.items()])
    if exported.lost:
        lines.append("the format cannot hold (rules that had it):")
        lines += [f"  {count}: {name}" for name, count in exported.lost.items()]
    return "\n".join(lines) + "\n"


def export_json(exported: ExportedPlaybook, wanted: str, output: str) -> JsonObject:
    """Return the account of an export as JSON; the file itself is `output`."""
    return {
        "schema_version": 1,
        "format": wanted,
        "output": output,
        "rules": list(exported.ids),
        "left_out": dict(exported.left_out),
        "lost": dict(exported.lost),
    }


def _alike_lines(plan: ImportPlan) -> list[str]:
    lines = [f"near-duplicates: {escape_text(plan.nearness)}"] if plan.nearness else []
    groups, pairs = plan.alike
    if groups:
        lines.append(f"{len(groups)} groups say the same; merge them:")
        lines += _cut([f"  {group.cosine:.2f} {', '.join(group.ids)}" for group in groups])
    if pairs:
        lines.append(f"{len(pairs)} pairs look alike and differ in something that matters; none is merged:")
        # Those that differ in one thing first: they are the likeliest to contradict each other.
        ordered = sorted(pairs, key=lambda pair: (len(pair.differs), -pair.cosine))
        lines += _cut(
            [
                f"  {pair.cosine:.2f} {pair.left}, {pair.right}: {escape_text('; '.join(pair.differs))}"
                for pair in ordered
            ]
        )
    return lines


def _cut(lines: Sequence[str]) -> list[str]:
    more = [f"  ... and {len(lines) - SHOWN} more (--json lists all)"] if len(lines) > SHOWN else []
    return [*lines[:SHOWN], *more]


def _by_reason(refused: Sequence[NotImported]) -> list[tuple[str, list[NotImported]]]:
    found: dict[str, list[NotImported]] = {}
    for item in refused:
        found.setdefault(item.reason, []).append(item)
    by_count: Mapping[str, list[NotImported]] = dict(sorted(found.items(), key=lambda pair: (-len(pair[1]), pair[0])))
    return list(by_count.items())
