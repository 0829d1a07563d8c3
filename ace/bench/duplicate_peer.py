"""Run one other package's duplicate finding; started as a script by the interpreter of that package's environment.

`duplicate_peer.py KIND FOLDER`: reads texts.json and vectors.npy, writes found.json with seconds and pairs of places.
Nothing of this project is imported: in those environments the name `ace` is the other package's.
"""

import json
import sys
import time
from importlib import import_module
from pathlib import Path

Pairs = list[tuple[int, int]]


def main(kind: str, folder: Path) -> None:
    """Write what was found. `seconds` holds the search alone: libraries are loaded and vectors are made before."""
    texts: list[str] = json.loads((folder / "texts.json").read_text(encoding="utf-8"))
    vectors: list[list[float]] = import_module("numpy").load(folder / "vectors.npy").tolist()
    find = {"ace-framework": _framework, "ace-playbook": _playbook, "ace-playbook, words": _playbook_words}[kind]
    seconds, pairs = find(texts, vectors)
    (folder / "found.json").write_text(json.dumps({"seconds": seconds, "pairs": pairs}), encoding="utf-8")


def _framework(texts: list[str], vectors: list[list[float]]) -> tuple[float, Pairs]:
    """SimilarityDetector.detect_similar_pairs with its own threshold, all rules in one section."""
    book = import_module("ace.skillbook").Skillbook()
    for place, (text, vector) in enumerate(zip(texts, vectors, strict=True)):
        book.add_skill("rules", text, skill_id=str(place)).embedding = vector
    detector = import_module("ace.deduplication").SimilarityDetector()
    started = time.perf_counter()
    found = detector.detect_similar_pairs(book)
    seconds = time.perf_counter() - started
    return seconds, [(int(one.id), int(other.id)) for one, other, _ in found]


def _playbook(texts: list[str], vectors: list[list[float]]) -> tuple[float, Pairs]:
    """grow_and_refine with the vectors and its own threshold."""
    return _refined(texts, lambda _: vectors)


def _playbook_words(texts: list[str], vectors: list[list[float]]) -> tuple[float, Pairs]:
    """grow_and_refine as it works without an embedder: by the words that two texts share."""
    return _refined(texts, None)


def _refined(texts: list[str], embedder: object) -> tuple[float, Pairs]:
    module = import_module("ace.playbook")
    book = module.Playbook(["rules"])
    # A bit a rule: the survivor's count, to which the package adds those it deletes, tells which it stands for.
    for place, text in enumerate(texts):
        book.add(module.Bullet(content=text, section="rules", id=str(place), helpful_count=1 << place))
    refine = import_module("ace.refine").grow_and_refine
    started = time.perf_counter()
    refine(book, embedder=embedder)
    seconds = time.perf_counter() - started
    merged = [
        [place for place in range(len(texts)) if bullet.helpful_count >> place & 1]
        for bullet in book
        if bullet.helpful_count & (bullet.helpful_count - 1)
    ]
    return seconds, [(one, other) for rows in merged for one in rows for other in rows if one < other]


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
