"""What a rule becomes when others are merged into it. Pure."""

from collections.abc import Iterable, Sequence

from runtime.contracts.errors import RuleError
from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Evidence, Related, Rule


def merged_fields(kept: Rule, others: Sequence[Rule]) -> JsonObject:
    """Return the fields of `kept` that change when it takes over `others`: their evidence, and that it replaces them.

    What the kept rule has already is not written twice.
    """
    evidence = _united(kept.evidence, [one for other in others for one in other.evidence])
    related = _united(kept.related, [Related(id=other.id, type="replaces") for other in others])
    fields: JsonObject = {}
    if evidence != kept.evidence:
        fields["evidence"] = evidence
    if related != kept.related:
        fields["related"] = related
    return fields


def is_merged(kept: Rule, others: Iterable[str]) -> bool:
    """Return True when `kept` says that it replaces each of the rules `others` (ids)."""
    replaced = {link.id for link in kept.related if link.type == "replaces"}
    return replaced.issuperset(others)


def refuse_lossy_merge(kept: Rule, others: Iterable[Rule]) -> None:
    """Raise RuleError where `kept`, as it will be, does not do for its readers what the `others` do.

    Other readers (agent, audience), a gate merged into words for a prompt, a rule in force into a deprecated one.
    """
    for other in others:
        _refuse(kept, other)


def _refuse(kept: Rule, other: Rule) -> None:
    start = f"merge of {other.id} into {kept.id}: "
    if (other.agent, other.audience) != (kept.agent, kept.audience):
        raise RuleError(f"{start}they speak to different readers ({other.agent}/{other.audience}); keep both")
    if other.enforce == "gate" and kept.enforce != "gate":
        raise RuleError(f"{start}a gate enforces {other.id} and none {kept.id}; promote {kept.id} first")
    if kept.status == "deprecated" and other.status != "deprecated":
        raise RuleError(f"{start}{kept.id} is deprecated and {other.id} is in force; merge them the other way round")


def _united(old: tuple[Evidence, ...] | tuple[Related, ...], new: Sequence[Evidence | Related]) -> tuple[object, ...]:
    return tuple(old) + tuple(one for index, one in enumerate(new) if one not in old and one not in new[:index])
