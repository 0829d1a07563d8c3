"""Ways of putting like errors together: what ACE does, and what one would do instead."""

import json
import random
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import NamedTuple

from ace.errors import AceError
from analyzers.clusters.partition import PartitionSettings, partition
from analyzers.clusters.signature_vectors import Embed
from analyzers.error_text import error_text
from analyzers.signatures import Signature, masked_message
from runtime.retrieval.open_retriever import minilm

EXACT, SIGNATURE, OURS, HDBSCAN = "exact text", "signature only", "ours", "MiniLM + HDBSCAN"
HDBSCAN_ROWS = 2000
MIN_CLUSTER_SIZE = 5


class MethodSettings(NamedTuple):
    """`cut` as in `PartitionSettings`; `sample`: the most rows that HDBSCAN gets."""

    cut: float = PartitionSettings().cut
    sample: int = HDBSCAN_ROWS


class Grouped(NamedTuple):
    """A group number for each of `rows` (places in what was given); `unique`: texts or signatures told apart first."""

    rows: Sequence[int]
    found: Sequence[int]
    unique: int
    note: str = ""


Method = Callable[[Sequence[object], MethodSettings], Grouped]


def by_exact_text(errors: Sequence[object], settings: MethodSettings) -> Grouped:
    """Group equal errors."""
    return _by_key([raw_text(error) for error in errors])


def by_signature(errors: Sequence[object], settings: MethodSettings) -> Grouped:
    """Group errors with the same signature."""
    return _by_key(signatures_of(errors))


def by_ours(errors: Sequence[object], settings: MethodSettings) -> Grouped:
    """Group errors as `ace analyze` does: signatures, joined by their vectors."""
    signatures = signatures_of(errors)
    found = found_by_partition(signatures, minilm().embed, settings.cut)
    return Grouped(range(len(errors)), found, len(set(signatures)), f"cut {settings.cut:g}")


def by_hdbscan(errors: Sequence[object], settings: MethodSettings) -> Grouped:
    """Group the raw texts' MiniLM vectors with HDBSCAN as scikit-learn ships it; what it calls noise is one group.

    Source: Campello, Moulavi & Sander 2013.
    """
    try:
        from sklearn.cluster import HDBSCAN as Hdbscan
    except ImportError as exc:
        raise AceError("HDBSCAN needs scikit-learn, which is not here: install ace-optimizer[bench]") from exc
    rows: Sequence[int] = range(len(errors))
    note = f"min_cluster_size {MIN_CLUSTER_SIZE}"
    if len(errors) > settings.sample:
        rows = sorted(random.Random(0).sample(rows, settings.sample))
        note = f"{note}; a random {settings.sample} of {len(errors)} rows"
    texts = [_encodable(raw_text(errors[row])) for row in rows]
    unique = sorted(set(texts))
    vectors = minilm().embed(unique)
    place = {text: row for row, text in enumerate(unique)}
    found = Hdbscan(min_cluster_size=MIN_CLUSTER_SIZE, copy=True).fit_predict(vectors[[place[text] for text in texts]])
    noise = int((found < 0).sum())
    return Grouped(rows, found.tolist(), len(unique), f"{note}; {noise} are noise")


METHODS: Mapping[str, Method] = {
    EXACT: by_exact_text,
    SIGNATURE: by_signature,
    OURS: by_ours,
    HDBSCAN: by_hdbscan,
}


def signatures_of(errors: Sequence[object]) -> list[Signature]:
    """Return the signature of each error value; only the message tells them apart."""
    return [Signature("bench", "", "", masked_message(error_text(error)), "", "") for error in errors]


def found_by_partition(signatures: Sequence[Signature], embed: Embed, cut: float) -> list[int]:
    """Return the number of its group for each signature, as `partition` groups them."""
    groups = partition(Counter(signatures), embed, PartitionSettings(cut=cut))
    number = {member: place for place, group in enumerate(groups) for member in group.members}
    return [number[each] for each in signatures]


def raw_text(error: object) -> str:
    """Return an error as it stands: a text as it is, anything else as JSON."""
    return error if isinstance(error, str) else json.dumps(error, sort_keys=True, ensure_ascii=False)


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def _by_key(keys: Sequence[Hashable]) -> Grouped:
    number: dict[Hashable, int] = {}
    found = [number.setdefault(key, len(number)) for key in keys]
    return Grouped(range(len(keys)), found, len(number))
