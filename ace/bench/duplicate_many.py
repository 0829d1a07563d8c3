"""More rules than the made-up wordings give: each further kind is the first one's rules about something else.

Embedding 100,000 texts takes minutes. Only the rules of the first kind are embedded; the vectors of a further kind are
theirs, turned: the principal axes but the first change places, and half of them are mirrored. Within a kind all cosines
are as embedded; between kinds they are spread as between different rules. Together the kinds need about as many axes as
sentences of documents do (48 leave 1 pair in 1,300 to compare in full, there 1 in 1,000); one kind needs far fewer.
"""

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ace.bench.duplicate_rules import SUBJECTS, KnownRules, make_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Words that are no marker, number, name or unit: rules of two kinds differ in words, within a kind nothing changes.
_KINDS = (
    "canine", "feline", "equine", "bovine", "avian", "ovine", "caprine", "porcine", "murine", "cervine", "ursine",
    "lupine", "vulpine", "leonine", "aquiline", "serpentine", "elephantine",
)  # fmt: skip
_SUBJECT = re.compile(rf"\bthe (?={'|'.join(subject.removeprefix('the ') for subject in SUBJECTS)})", re.IGNORECASE)
_FIRST = 10_000


class ManyRules(NamedTuple):
    """Rules with known duplicates and their vectors, one a rule; `embedded`: how many of them a model has read."""

    known: KnownRules
    vectors: "NDArray[np.float32]"
    embedded: int


def make_many_rules(count: int, embed: "Callable[[Sequence[str]], NDArray[np.float32]]", seed: int = 0) -> ManyRules:
    """Return `count` rules in mixed order, the same for the same seed; at most 18 times what `make_rules` gives."""
    import numpy as np

    first = make_rules(min(count, _FIRST), seed)
    vectors = embed(first.texts)
    size, rng = len(first.texts), np.random.default_rng(seed)
    kinds = -(-count // size)
    if kinds > len(_KINDS) + 1:
        raise ValueError(f"at most {size * (len(_KINDS) + 1)} rules can be made, not {count}")
    turned = np.concatenate([vectors, *_turned(vectors, kinds - 1, rng)])
    order = rng.permutation(size * kinds)[:count]
    place = {int(row): at for at, row in enumerate(order)}
    texts = [_about(first.texts[row % size], row // size) for row in order.tolist()]
    group = [first.group[row % size] + row // size * 2 * size * 10 for row in order.tolist()]
    pairs = ((one + size * kind, other + size * kind) for kind in range(kinds) for one, other in first.opposites)
    opposites = {
        (min(place[one], place[other]), max(place[one], place[other]))
        for one, other in pairs
        if one in place and other in place
    }
    return ManyRules(KnownRules(tuple(texts), tuple(group), frozenset(opposites)), turned[order], size)


def _turned(vectors: "NDArray[np.float32]", count: int, rng: "np.random.Generator") -> "list[NDArray[np.float32]]":
    import numpy as np

    axes = np.linalg.eigh(vectors.T.astype(np.float64) @ vectors)[1][:, ::-1]
    made = []
    for _ in range(count):
        # The first axis is what all rules share: it stays.
        moved = np.arange(1, len(axes)) + rng.uniform(0, len(axes), len(axes) - 1)
        places = np.concatenate([[0], 1 + np.argsort(moved)])
        sign = np.concatenate([[1.0], rng.choice((-1.0, 1.0), len(axes) - 1)])
        made.append((vectors @ ((axes * sign) @ axes[:, places].T)).astype(np.float32))
    return made


def _about(text: str, kind: int) -> str:
    return text if kind == 0 else _SUBJECT.sub(lambda found: f"{found.group()}{_KINDS[kind - 1]} ", text, count=1)
