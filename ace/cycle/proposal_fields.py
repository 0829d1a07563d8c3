"""Two changes of one rule put together, field by field. Pure."""

from collections.abc import Sequence

from runtime.contracts.json_types import JsonObject
from runtime.contracts.rule import Rule

# What both sides may have added to without contradicting each other.
_UNITED = ("evidence", "related", "authors")
# What both sides write by themselves: a date, and the estimate that came with the proposal.
_OWN = ("modified", "effect")
# What may differ without the rule being another one than was measured.
UNJUDGED = frozenset({*_UNITED, *_OWN})


def merge_rules(fork: Rule, proposed: Rule, now: Rule) -> tuple[JsonObject, tuple[str, ...]]:
    """Return the fields of `now` that change so that it says what `proposed` made of `fork`, and those that clash.

    A field that only one side changed is taken from it. Lists of evidence, links and authors are united.
    """
    old, new, here = (rule.model_dump(by_alias=True, mode="json") for rule in (fork, proposed, now))
    fields: JsonObject = {}
    clashes: list[str] = []
    for name in (name for name in new if new[name] not in (old[name], here[name])):
        if here[name] == old[name] or name == "effect":
            fields[name] = new[name]
        elif name in _UNITED:
            fields[name] = united(old[name], new[name], here[name])
        elif name in _OWN:
            fields[name] = max(new[name] or "", here[name] or "")
        else:
            clashes.append(name)
    return fields, tuple(clashes)


def united(old: Sequence[object], new: Sequence[object], here: Sequence[object]) -> list[object]:
    """Return `here` with what went from `old` to `new` done to it: taken out what went, added what came."""
    kept = [item for item in here if item in new or item not in old]
    return [*kept, *(item for item in new if item not in old and item not in kept)]
