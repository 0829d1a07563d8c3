"""How far a grouping agrees with labels that people or machines gave."""

from collections import defaultdict
from collections.abc import Sequence
from importlib.util import find_spec
from typing import NamedTuple

from ace.errors import AceError

INSTALL = "agreement with labels needs scikit-learn, which is not here: install ace-optimizer[bench]"


class Agreement(NamedTuple):
    """Adjusted Rand index, adjusted mutual information and V-measure: 1 is the same grouping, about 0 is chance.

    Sources: Hubert & Arabie 1985; Vinh et al. 2010; Rosenberg & Hirschberg 2007.
    """

    ari: float
    ami: float
    v: float


class Within(NamedTuple):
    """Agreement inside the groups of a field, averaged with each group's rows as its weight.

    `groups` and `rows` were counted; groups whose rows all have one label say nothing and are left out.
    """

    agreement: Agreement
    groups: int
    rows: int


def require_metrics() -> None:
    """Raise AceError naming what to install when scikit-learn is missing."""
    if find_spec("sklearn") is None:
        raise AceError(INSTALL)


def agreement(labels: Sequence[str], found: Sequence[int]) -> Agreement:
    """Return how far `found` (a group number a row) agrees with `labels`.

    Raises: AceError when scikit-learn is missing.
    """
    require_metrics()
    from sklearn.metrics import adjusted_mutual_info_score, adjusted_rand_score, v_measure_score

    number = {label: place for place, label in enumerate(sorted(set(labels)))}
    truth = [number[label] for label in labels]
    scores = (f(truth, list(found)) for f in (adjusted_rand_score, adjusted_mutual_info_score, v_measure_score))
    return Agreement(*(round(float(score), 4) for score in scores))


def agreement_within(labels: Sequence[str], found: Sequence[int], groups: Sequence[str]) -> Within | None:
    """Return the agreement inside each of `groups`, weighted by rows; None when no group has two labels."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, group in enumerate(groups):
        places[group].append(place)
    sums, rows, counted = [0.0, 0.0, 0.0], 0, 0
    for own in places.values():
        truth = [labels[place] for place in own]
        if len(set(truth)) < 2:
            continue
        scores = agreement(truth, [found[place] for place in own])
        sums = [total + score * len(own) for total, score in zip(sums, scores, strict=True)]
        rows += len(own)
        counted += 1
    return Within(Agreement(*(round(total / rows, 4) for total in sums)), counted, rows) if rows else None
