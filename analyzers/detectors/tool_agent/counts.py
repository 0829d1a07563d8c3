"""What can be counted in results."""

from collections import Counter

from analyzers.detectors.tool_agent.mentions import MAX_DEPTH, leaves


def counts_of(data: object) -> set[int]:
    """Return how many entries each list or object in `data` has, and how many of its entries share a fact."""
    found: set[int] = set()
    _count(data, found, 0)
    return found


def _count(value: object, found: set[int], depth: int) -> None:
    if depth > MAX_DEPTH or not isinstance(value, dict | list):
        return
    found.add(len(value))
    items = list(value.values()) if isinstance(value, dict) else value
    alike: Counter[tuple[str, object]] = Counter()
    for item in items:
        if isinstance(item, dict):
            alike.update({fact for fact in leaves(item) if isinstance(fact[1], bool | str)})
        _count(item, found, depth + 1)
    found.update(alike.values())
