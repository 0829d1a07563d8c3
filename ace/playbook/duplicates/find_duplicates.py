"""Find duplicate rules, and pairs that look alike and say something else."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ace.playbook.duplicates.join_pairs import join_pairs
from ace.playbook.duplicates.meaning_marks import differing, read_text
from ace.playbook.duplicates.near_pairs import NearPairs, near_pairs
from ace.playbook.duplicates.rule_text import RuleText, normalised
from ace.playbook.duplicates.word_difference import word_difference
from runtime.contracts.errors import RuleError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Returns every pair of rows at least so alike.
PairSearch: TypeAlias = "Callable[[NDArray[np.float32], float], NearPairs]"
THRESHOLD = 0.85


class DuplicateGroup(NamedTuple):
    """Rules that say the same, ids in the order given. `is_exact`: word for word; `cosine`: of the least alike pair."""

    ids: tuple[str, ...]
    is_exact: bool
    cosine: float


class KeptApart(NamedTuple):
    """Two rules that look alike and are never merged; `differs` names what: `negation: not give | -`."""

    left: str
    right: str
    cosine: float
    differs: tuple[str, ...]


class DuplicateReport(NamedTuple):
    """Groups that may be merged, and pairs that must not be. No pair of `opposites` is ever in one group."""

    groups: tuple[DuplicateGroup, ...]
    opposites: tuple[KeptApart, ...]


def find_duplicates(
    rules: Sequence[RuleText],
    vectors: "NDArray[np.float32] | None" = None,
    threshold: float = THRESHOLD,
    search: PairSearch = near_pairs,
) -> DuplicateReport:
    """Return the duplicates among `rules` of one scope each: the same words, or nearly the same meaning.

    A near pair (cosine at or above `threshold`) is a duplicate only when negations, numbers, units, names and order
    agree and more than one word tells them apart; else it is one of `opposites`. Of rules with the same words only the
    first takes part in near pairs. Without `vectors` only the same words are looked for. `search` finds the near pairs
    of one scope at a time.
    Shapes: vectors: one row a rule. Units: threshold above 0, at most 1.
    Raises: RuleError for a wrong number of rows, a threshold out of range, and as `near_pairs`.
    """
    if not 0 < threshold <= 1:
        raise RuleError(f"a threshold of {threshold} is no cosine to compare with; give one above 0 and at most 1")
    same: dict[tuple[str, str], list[int]] = {}
    for row, rule in enumerate(rules):
        same.setdefault((rule.scope, normalised(rule.text)), []).append(row)
    if vectors is None:
        return DuplicateReport(_groups(rules, list(same.values()), []), ())
    if vectors.ndim != 2 or len(vectors) != len(rules):
        raise RuleError(f"{len(rules)} rules need {len(rules)} rows of vectors, not {vectors.shape}")
    firsts = [rows[0] for rows in same.values()]
    found = _near_in_scopes([rules[row].scope for row in firsts], vectors[firsts], threshold, search)
    return _with_near(rules, list(same.values()), found)


def _near_in_scopes(
    scopes: Sequence[str], vectors: "NDArray[np.float32]", threshold: float, search: PairSearch
) -> NearPairs:
    import numpy as np

    places: dict[str, list[int]] = {}
    for place, scope in enumerate(scopes):
        places.setdefault(scope, []).append(place)
    if len(places) < 2:
        return search(vectors, threshold)
    found = [(np.array(own), search(vectors[own], threshold)) for own in places.values()]
    left = np.concatenate([own[pairs.left] for own, pairs in found])
    right = np.concatenate([own[pairs.right] for own, pairs in found])
    order = np.lexsort((right, left))
    cosine = np.concatenate([pairs.cosine for _, pairs in found])
    return NearPairs(left[order], right[order], cosine[order])


def _with_near(rules: Sequence[RuleText], same: list[list[int]], found: NearPairs) -> DuplicateReport:
    firsts = [rows[0] for rows in same]
    read = cache(lambda place: read_text(rules[firsts[place]].text))
    pairs: list[tuple[int, int]] = []
    strength: list[float] = []
    opposites: list[KeptApart] = []
    for left, right, cosine in zip(found.left.tolist(), found.right.tolist(), found.cosine.tolist(), strict=True):
        one, other = read(left), read(right)
        differs = differing(one.marks, other.marks)
        if not differs and (word := word_difference(one.words, other.words)):
            differs = (word,)
        if differs:
            opposites.append(KeptApart(rules[firsts[left]].id, rules[firsts[right]].id, cosine, differs))
        else:
            pairs.append((left, right))
            strength.append(cosine)
    joined = join_pairs(len(firsts), pairs, strength)
    lookup = dict(zip(pairs, strength, strict=True))
    return DuplicateReport(_groups(rules, same, _with_cosine(joined, lookup)), tuple(opposites))


def _with_cosine(
    joined: list[tuple[int, ...]], lookup: dict[tuple[int, int], float]
) -> list[tuple[tuple[int, ...], float]]:
    return [(places, min(lookup[one, other] for one in places for other in places if one < other)) for places in joined]


def _groups(
    rules: Sequence[RuleText], same: list[list[int]], joined: list[tuple[tuple[int, ...], float]]
) -> tuple[DuplicateGroup, ...]:
    near = {place for places, _ in joined for place in places}
    made = [(sorted(row for place in places for row in same[place]), False, cosine) for places, cosine in joined]
    made += [(rows, True, 1.0) for place, rows in enumerate(same) if len(rows) > 1 and place not in near]
    return tuple(
        DuplicateGroup(tuple(rules[row].id for row in rows), is_exact, cosine)
        for rows, is_exact, cosine in sorted(made)
    )
