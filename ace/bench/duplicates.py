"""Duplicate finding beside ace-playbook, ace-framework and one matrix product, on rules whose duplicates are known."""

import json
import os
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ace.bench.duplicate_rules import KnownRules, make_rules
from ace.bench.peer_environment import Peer, peers_folder, python_of, run_peer
from ace.errors import AceError
from ace.playbook.duplicates.find_duplicates import THRESHOLD, find_duplicates
from ace.playbook.duplicates.rule_text import RuleText
from runtime.contracts.json_types import JsonObject
from runtime.retrieval.open_retriever import minilm

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

OURS = "ours"
PLAIN = "plain numpy"
# What each is called where it comes from, and what it does with what it finds.
PEERS: Mapping[str, tuple[Peer, str]] = {
    "ace-framework": (
        Peer("ace-framework==0.7.1", ("numpy",)),
        "SimilarityDetector.detect_similar_pairs at .85; reports pairs to a model, deletes nothing itself",
    ),
    "ace-playbook": (Peer("ace-playbook==0.3.0"), "grow_and_refine with the vectors at .86; deletes the later rule"),
    "ace-playbook, words": (
        Peer("ace-playbook==0.3.0"),
        "grow_and_refine without an embedder, its default, at .86; deletes the later rule",
    ),
}
TIMEOUT_S = 600
Pairs = set[tuple[int, int]]
Note = Callable[[str], None]


@dataclass(frozen=True)
class DuplicateRow:
    """One way's result. Shares are of pairs; `opposites_merged`: known opposites it called duplicates.

    Units: seconds of the search alone, vectors given; ratio: seconds over ours. `skipped`: why it was not measured.
    """

    name: str
    seconds: float = 0.0
    ratio: float = 0.0
    found: int = 0
    precision: float = 0.0
    recall: float = 0.0
    opposites_merged: int = 0
    note: str = ""
    skipped: str = ""


@dataclass(frozen=True)
class DuplicateBench:
    """All ways on the same rules and vectors in one run. `duplicates`, `opposites`: known pairs."""

    rules: int
    duplicates: int
    opposites: int
    opposites_named: int
    embedding_s: float
    rows: tuple[DuplicateRow, ...]

    def to_json(self) -> JsonObject:
        """Return every field."""
        return {"schema_version": 1, **asdict(self)}


def measure_duplicates(count: int, note: Note) -> DuplicateBench:
    """Return one row a way. A package that cannot be installed or run is skipped, with the reason.

    Raises: RuntimeFault when the embedding model is not installed.
    """
    known = make_rules(count)
    note(f"embedding {len(known.texts)} rules ...")
    started = time.perf_counter()
    vectors = minilm().embed(known.texts)
    embedding_s = time.perf_counter() - started
    truth = known_pairs(known)
    rules = [RuleText(str(place), text) for place, text in enumerate(known.texts)]
    report = find_duplicates(rules, vectors)
    seconds = min(_timed(lambda: find_duplicates(rules, vectors)) for _ in range(3))
    pairs = {pair for group in report.groups for pair in _within(map(int, group.ids))}
    rows = [score(OURS, seconds, pairs, known, truth)]
    plain = plain_pairs(vectors)
    plain_s = min(_timed(lambda: plain_pairs(vectors)) for _ in range(3))
    rows.append(score(PLAIN, plain_s, plain, known, truth))
    with tempfile.TemporaryDirectory() as folder:
        rows += [_peer_row(name, known, vectors, Path(folder), note) for name in PEERS]
    named = {(min(pair), max(pair)) for item in report.opposites for pair in [(int(item.left), int(item.right))]}
    return DuplicateBench(
        rules=len(known.texts),
        duplicates=len(truth),
        opposites=len(known.opposites),
        opposites_named=len(named & known.opposites),
        embedding_s=embedding_s,
        rows=tuple(_with_ratio(row, seconds) for row in rows),
    )


def known_pairs(known: KnownRules) -> Pairs:
    """Return every pair of places that is one rule."""
    rows: dict[int, list[int]] = {}
    for place, group in enumerate(known.group):
        rows.setdefault(group, []).append(place)
    return {pair for places in rows.values() for pair in _within(places)}


def plain_pairs(vectors: "NDArray[np.float32]", threshold: float = THRESHOLD) -> Pairs:
    """Return the pairs that one matrix product gives: what one would write in two lines."""
    import numpy as np

    left, right = np.nonzero(np.triu(vectors @ vectors.T >= threshold, 1))
    return set(zip(left.tolist(), right.tolist(), strict=True))


def score(name: str, seconds: float, pairs: Pairs, known: KnownRules, truth: Pairs) -> DuplicateRow:
    """Return the row of what was found; precision is 1 when nothing was."""
    right = len(pairs & truth)
    note = PEERS[name][1] if name in PEERS else ""
    precision = right / len(pairs) if pairs else 1.0
    merged = len(pairs & known.opposites)
    return DuplicateRow(name, seconds, 0.0, len(pairs), precision, right / max(len(truth), 1), merged, note)


def _peer_row(name: str, known: KnownRules, vectors: "NDArray[np.float32]", folder: Path, note: Note) -> DuplicateRow:
    import numpy as np

    peer, what = PEERS[name]
    (folder / "texts.json").write_text(json.dumps(known.texts), encoding="utf-8")
    np.save(folder / "vectors.npy", vectors)
    try:
        python = python_of(peer, peers_folder(os.environ), note)
        note(f"{name} ...")
        script = Path(__file__).with_name("duplicate_peer.py")
        run_peer(python, [str(script), name, str(folder)], TIMEOUT_S)
    except AceError as exc:
        return DuplicateRow(name, note=what, skipped=str(exc))
    found = json.loads((folder / "found.json").read_text(encoding="utf-8"))
    pairs = {(min(pair), max(pair)) for pair in map(tuple, found["pairs"])}
    return score(name, float(found["seconds"]), pairs, known, known_pairs(known))


def _with_ratio(row: DuplicateRow, ours: float) -> DuplicateRow:
    return row if row.skipped else DuplicateRow(**{**asdict(row), "ratio": row.seconds / ours})


def _within(places: Iterable[int]) -> Pairs:
    ordered = sorted(places)
    return {(one, other) for at, one in enumerate(ordered) for other in ordered[at + 1 :]}


def _timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started
