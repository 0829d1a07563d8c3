"""Signatures that say the same thing in other words, put together: the same groups whatever the order."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from analyzers.clusters.signature_vectors import Embed, signature_text, signature_vectors
from analyzers.signatures import Signature

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Embed", "Group", "PartitionSettings", "partition", "signature_text", "signature_vectors"]


@dataclass(frozen=True)
class PartitionSettings:
    """How alike signatures must be to share a group.

    `cut`: the largest average cosine distance (0-2) at which groups join; see docs/evidence/clusters.md for how it was
    chosen. Under `few` failures in all nothing is joined. Up to `linkage_limit` unique signatures of a detector, tool
    and rule are linked whole (2 s, 150 MB); more go through the neighbour graph.
    """

    cut: float = 0.3
    few: int = 20
    linkage_limit: int = 6000


class Group(NamedTuple):
    """Signatures that are one failure. `medoid` is the member nearest to the others; `members` are sorted."""

    medoid: Signature
    members: tuple[Signature, ...]


def partition(
    counted: Mapping[Signature, int], embed: Embed | None, settings: PartitionSettings | None = None
) -> tuple[Group, ...]:
    """Return the groups of the signatures in `counted` (signature -> failures), by medoid; each is in exactly one.

    Only signatures of the same detector, tool and rule may join. Without `embed`, or under `settings.few` failures in
    all, every signature is a group of its own. Averages are over failures: a rare wording hardly moves a group.

    Raises: ValueError when `embed` gives other than one finite row a text.
    """
    chosen = settings or PartitionSettings()
    signatures = sorted(counted)
    if embed is None or sum(counted.values()) < chosen.few:
        return tuple(Group(each, (each,)) for each in signatures)
    blocks: dict[tuple[str, str, str], list[Signature]] = defaultdict(list)
    for each in signatures:
        blocks[each.detector, each.tool, each.rule].append(each)
    joinable = [each for block in blocks.values() if len(block) > 1 for each in block]
    vectors = signature_vectors(joinable, embed)
    at = 0
    groups = []
    for block in blocks.values():
        if len(block) == 1:
            groups.append(Group(block[0], (block[0],)))
            continue
        groups += _join(block, vectors[at : at + len(block)], counted, chosen)
        at += len(block)
    return tuple(sorted(groups))


def _join(
    block: Sequence[Signature],
    vectors: "NDArray[np.float32]",
    counted: Mapping[Signature, int],
    settings: PartitionSettings,
) -> list[Group]:
    import numpy as np

    from analyzers.clusters.linkage import average_linkage
    from analyzers.clusters.neighbour_graph import link_by_graph

    weights = np.array([max(counted[each], 1) for each in block], np.float64)
    if len(block) <= settings.linkage_limit:
        labels = average_linkage(vectors, weights, settings.cut)
    else:
        labels = link_by_graph(vectors, weights, settings.cut, settings.linkage_limit)
    members: dict[int, list[int]] = defaultdict(list)
    for row, label in enumerate(labels.tolist()):
        members[label].append(row)
    return [_group(rows, block, vectors, weights) for rows in members.values()]


def _group(
    rows: list[int], block: Sequence[Signature], vectors: "NDArray[np.float32]", weights: "NDArray[np.float64]"
) -> Group:
    import numpy as np

    own = vectors[rows].astype(np.float64)
    # The mean similarity to all failures of the group, to a millionth: the first of the highest is the medoid.
    closeness = np.round(own @ (weights[rows] @ own) / weights[rows].sum(), 6)
    medoid = rows[int(np.argmax(closeness))]
    return Group(block[medoid], tuple(block[row] for row in rows))
