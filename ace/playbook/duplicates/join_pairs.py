"""Groups from pairs: a rule joins a group only when it is like every rule in it. No chain of small steps joins two."""

from collections.abc import Iterable, Sequence


def join_pairs(count: int, pairs: Sequence[tuple[int, int]], strength: Sequence[float]) -> list[tuple[int, ...]]:
    """Return the groups of two rows or more, each sorted, in order of their first row.

    Pairs are taken from the strongest on (ties: the earlier rows first); two groups become one when each row of one
    pairs with each of the other. Shapes: one strength a pair; rows are 0 .. count - 1.
    Source: complete linkage (Sørensen 1948) on the given pairs, greedily.
    """
    alike: dict[int, set[int]] = {}
    for left, right in pairs:
        alike.setdefault(left, set()).add(right)
        alike.setdefault(right, set()).add(left)
    home = list(range(count))
    members: dict[int, list[int]] = {}
    for index in sorted(range(len(pairs)), key=lambda place: (-strength[place], pairs[place])):
        one, other = (home[row] for row in pairs[index])
        if one == other:
            continue
        ours, theirs = members.get(one, [one]), members.get(other, [other])
        if _all_alike(ours, theirs, alike):
            into, gone = (one, theirs) if len(ours) >= len(theirs) else (other, ours)
            members[into] = [*ours, *theirs]
            for row in gone:
                home[row] = into
            members.pop(other if into == one else one, None)
    return sorted(tuple(sorted(rows)) for rows in members.values() if len(rows) > 1)


def _all_alike(ours: Iterable[int], theirs: Sequence[int], alike: dict[int, set[int]]) -> bool:
    return all(alike[row].issuperset(theirs) for row in ours)
