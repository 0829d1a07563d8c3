"""Questions of MedQuAD against all of its answers, through the importer and the index the tutor uses.

Two kinds of query: MedQuAD's own questions, and single rare words (each in one passage only), which a text model that
never met the word cannot place.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from ace.errors import NotFoundError
from runtime.contracts.json_types import JsonObject
from runtime.retrieval.build_index import Report, open_index
from runtime.retrieval.embedder import Embedder
from runtime.retrieval.fuse import DEPTH, fuse
from runtime.retrieval.fused_retriever import WEIGHTS, FusedRetriever, Parts
from runtime.retrieval.importers.document import passages
from runtime.retrieval.importers.json_lines import Line, read_json_lines
from runtime.retrieval.importers.medquad import KEYS, read_medquad
from runtime.retrieval.open_retriever import index_contract, minilm, vector_search
from runtime.retrieval.passage import Passage
from runtime.retrieval.read_corpus import read_corpus
from runtime.retrieval.settings import RetrievalSettings
from runtime.retrieval.tokenize import tokenize

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Ask: TypeAlias = Literal["questions", "rare-words"]
# The rankings compared: each alone, fused by rank, the same with vectors counting twice, and what is shipped.
DOUBLE, SHIPPED = "fused, text twice", "shipped"
RARE_LETTERS = 6
RESAMPLES = 2000
INTERVAL = (2.5, 97.5)


@dataclass(frozen=True)
class Asked:
    """One question, what it is about, and the rows of the index that hold its own answer."""

    text: str
    focus: str
    answer_rows: frozenset[int]


@dataclass(frozen=True)
class FindRow:
    """How often a ranking puts the question's own answer first, and its mean reciprocal rank (0 beyond 100 passages).

    Intervals are 95% bootstrap intervals over subjects, for questions on one subject share their passages.
    """

    name: str
    hit_at_1: float
    hit_at_1_interval: tuple[float, float]
    hit_at_3: float
    mrr: float
    mrr_interval: tuple[float, float]


@dataclass(frozen=True)
class MedQuadResult:
    """`gains` are differences of hit@1 with their intervals: the shipped ranking's minus each other's."""

    ask: Ask
    queries: int
    subjects: int
    passages: int
    is_without_headings: bool
    rows: tuple[FindRow, ...]
    gains: dict[str, tuple[float, float, float]]

    def to_json(self) -> JsonObject:
        """Return every field."""
        return {"schema_version": 1, **asdict(self)}


@dataclass(frozen=True)
class MedQuadRun:
    """What is asked: at most `limit` queries, spread over the file. `is_without_headings` leaves subjects out."""

    data: Path
    index: Path
    ask: Ask = "questions"
    limit: int | None = None
    is_without_headings: bool = False


def measure_medquad(run: MedQuadRun, report: Report, embedder: Embedder | None = None) -> MedQuadResult:
    """Return the figures of words, vectors and both. The index is made once and kept in `run.index`.

    Raises: NotFoundError when the folder holds no MedQuAD file; RuntimeFault as open_retriever.
    """
    found = read_corpus([run.data]).passages
    if run.is_without_headings:
        found = tuple(replace(passage, title="", section="") for passage in found)
    asked = _questions(run.data, found) if run.ask == "questions" else _rare_words(found)
    if not asked:
        raise NotFoundError(f"{run.data}: no *.jsonl with questions (q) and answers (a); name MedQuAD's folder")
    step = max(len(asked) // run.limit, 1) if run.limit else 1
    asked = asked[::step][: run.limit]
    chosen = embedder or minilm()
    contract = index_contract(found, chosen, None)
    stored = open_index(run.index, contract, found, chosen, report).stored
    search, recall = vector_search(stored)
    retriever = FusedRetriever(Parts(found, stored.bm25, contract, chosen, search, recall), RetrievalSettings())
    ranks = _ranks(retriever, asked, report)
    resampled = _resampled([item.focus for item in asked])
    rows = tuple(_row(name, values, resampled) for name, values in ranks.items())
    first = {name: values == 1 for name, values in ranks.items()}
    gains = {
        f"{SHIPPED} - {name}": _with_interval(first[SHIPPED].astype(float) - first[name], resampled)
        for name in ranks
        if name != SHIPPED
    }
    subjects = len({item.focus for item in asked})
    return MedQuadResult(run.ask, len(asked), subjects, len(found), run.is_without_headings, rows, gains)


def _questions(data: Path, found: Sequence[Passage]) -> list[Asked]:
    row_of = {passage.citation: row for row, passage in enumerate(found)}
    asked: list[Asked] = []
    for path in sorted(data.rglob("*.jsonl")):
        for line in read_json_lines(path):
            if isinstance(line, Line) and line.value.keys() >= KEYS:
                document = read_medquad(line.value, path.name, line.number)
                rows = frozenset(row_of[passage.citation] for _, passage in passages([document]))
                asked.append(Asked(str(line.value["q"]), document.title or f"{path}:{line.number}", rows))
    return asked


def _rare_words(found: Sequence[Passage]) -> list[Asked]:
    """Return `what is <word>` for every passage with a word of 6 letters or more that no other passage has."""
    terms = [set(tokenize(passage.text)) for passage in found]
    counts = Counter(term for present in terms for term in present)
    rng = random.Random(0)
    asked: list[Asked] = []
    for row, present in enumerate(terms):
        rare = sorted(term for term in present if counts[term] == 1 and term.isalpha() and len(term) >= RARE_LETTERS)
        if rare:
            asked.append(
                Asked(f"what is {rng.choice(rare)}", found[row].title or found[row].citation, frozenset({row}))
            )
    return asked


def _ranks(retriever: FusedRetriever, asked: Sequence[Asked], report: Report) -> "dict[str, NDArray[np.int64]]":
    """Return the rank of the own answer's best passage by ranking; 0 where none of the first 100 is one."""
    import numpy as np

    ranks: dict[str, list[int]] = {"bm25": [], "text": [], "fused": [], DOUBLE: [], SHIPPED: []}
    for number, question in enumerate(asked):
        if number % 200 == 0:
            report("asking", number, len(asked))
        rankings = retriever.rankings(question.text, "", DEPTH)
        rows = {name: ranking.rows.tolist() for name, ranking in rankings.items()}
        for name, weights in (("fused", WEIGHTS), (DOUBLE, {**WEIGHTS, "text": 2.0})):
            rows[name] = [item.row for item in fuse(rankings, weights)][:DEPTH]
        rows[SHIPPED] = [item.fused.row for item in retriever.ordered(rankings, DEPTH)][:DEPTH]
        for name, found in ranks.items():
            places = (place for place, row in enumerate(rows.get(name, []), 1) if row in question.answer_rows)
            found.append(next(places, 0))
    return {name: np.asarray(found) for name, found in ranks.items()}


def _resampled(subjects: Sequence[str]) -> "NDArray[np.float64]":
    """Return weights of questions, one row a resample: subjects drawn with replacement."""
    import numpy as np

    names, of_question = np.unique(np.asarray(subjects), return_inverse=True)
    rng = np.random.default_rng(0)
    drawn = rng.integers(0, len(names), (RESAMPLES, len(names)))
    counts = np.stack([np.bincount(row, minlength=len(names)) for row in drawn])
    return np.asarray(counts[:, of_question], np.float64)


def _with_interval(values: "NDArray[np.float64]", weights: "NDArray[np.float64]") -> tuple[float, float, float]:
    import numpy as np

    means = weights @ values / weights.sum(axis=1)
    low, high = np.percentile(means, INTERVAL)
    return round(float(values.mean()), 3), round(float(low), 3), round(float(high), 3)


def _row(name: str, ranks: "NDArray[np.int64]", weights: "NDArray[np.float64]") -> FindRow:
    import numpy as np

    hit, low, high = _with_interval((ranks == 1).astype(np.float64), weights)
    reciprocal = np.where(ranks > 0, 1.0 / np.maximum(ranks, 1), 0.0)
    mrr, mrr_low, mrr_high = _with_interval(reciprocal, weights)
    third = round(float(((ranks > 0) & (ranks <= 3)).mean()), 3)
    return FindRow(name, hit, (low, high), third, mrr, (mrr_low, mrr_high))


def medquad_text(result: MedQuadResult) -> str:
    """Return the figures as a table."""
    headings = "answers alone" if result.is_without_headings else "answers under their subject"
    lines = [
        f"{result.queries} {result.ask} on {result.subjects} subjects, {result.passages} passages ({headings})",
        "",
        f"{'':<18} {'hit@1':>6} {'95% interval':>16} {'hit@3':>7} {'MRR':>7} {'95% interval':>16}",
    ]
    for row in result.rows:
        hit, mrr = (f"{low:.3f} - {high:.3f}" for low, high in (row.hit_at_1_interval, row.mrr_interval))
        lines.append(f"{row.name:<18} {row.hit_at_1:>6.3f} {hit:>16} {row.hit_at_3:>7.3f} {row.mrr:>7.3f} {mrr:>16}")
    for name, (gain, low, high) in result.gains.items():
        lines.append(f"hit@1, {name}: {gain:+.3f} ({low:+.3f} to {high:+.3f})")
    return "\n".join(lines) + "\n"
