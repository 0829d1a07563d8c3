"""From knowledge folders and settings to the retriever the agent uses."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from runtime.contracts.errors import RuntimeFault
from runtime.contracts.json_types import content_hash
from runtime.retrieval.bm25_index import K1, B
from runtime.retrieval.build_index import Opened, Report, make_index, open_index, say_nothing
from runtime.retrieval.chunk import CHUNKER
from runtime.retrieval.contract import NO_MODEL, IndexContract
from runtime.retrieval.embedder import Embedder, EmbedderContract
from runtime.retrieval.fused_retriever import FusedRetriever, Parts
from runtime.retrieval.image_ranking import ImageNeighbours
from runtime.retrieval.index_files import StoredIndex
from runtime.retrieval.passage import Passage
from runtime.retrieval.read_corpus import read_corpus
from runtime.retrieval.settings import RetrievalSettings
from runtime.retrieval.tokenize import TOKENIZER
from runtime.retrieval.vector_search import LARGE, FlatSearch, ShortlistSearch, VectorSearch

FOLDER_VARIABLE = "ACE_INDEX_DIR"
NO_VECTORS = EmbedderContract(NO_MODEL, NO_MODEL, 0, 0, NO_MODEL, NO_MODEL)


def open_retriever(
    folders: Sequence[Path],
    settings: RetrievalSettings,
    embedder: Embedder | None = None,
    images: ImageNeighbours | None = None,
    report: Report = say_nothing,
) -> FusedRetriever:
    """Return the retriever over `folders`, its index taken from `settings.folder` or made and kept there.

    `embedder` is MiniLM where none is given and the kind is hybrid. What could not be read is in `unusable`, what a
    user should know in `notices`.
    Raises: RuntimeFault: SampleError and IndexEmptyError for what the folders hold, IndexContractError, or a package
        that is missing, with what to install.
    """
    corpus = read_corpus(folders)
    chosen = (embedder or minilm()) if settings.kind == "hybrid" else None
    contract = index_contract(corpus.passages, chosen, images)
    if chosen is None and contract.n < LARGE:
        # Made in milliseconds: not worth a file.
        opened = Opened(make_index(None, contract, corpus.passages, None, report))
    else:
        opened = open_index(index_root(settings, os.environ), contract, corpus.passages, chosen, report)
    search, recall = vector_search(opened.stored)
    parts = Parts(corpus.passages, opened.stored.bm25, contract, chosen, search, recall, images)
    return FusedRetriever(parts, settings, corpus.unusable, opened.notices)


def minilm() -> Embedder:
    """Return the shipped text embedder. Raises: RuntimeFault naming what to install."""
    from runtime.retrieval.minilm import MiniLmEmbedder, find_minilm

    return MiniLmEmbedder(find_minilm())


def index_root(settings: RetrievalSettings, environ: Mapping[str, str]) -> Path:
    """Return where indexes are kept: the settings' folder, else $ACE_INDEX_DIR, else this user's cache.

    One place for all repositories: an index is found by its contract, so the shipped cards are embedded once.
    Raises: RuntimeFault for a home folder that does not exist.
    """
    if settings.folder is not None:
        return settings.folder
    if environ.get(FOLDER_VARIABLE):
        return _expanded(environ[FOLDER_VARIABLE])
    return _expanded(environ.get("XDG_CACHE_HOME") or "~/.cache") / "ace" / "index"


def _expanded(name: str) -> Path:
    try:
        return Path(name).expanduser()
    except RuntimeError as exc:
        raise RuntimeFault(f"{name}: there is no such home folder; set {FOLDER_VARIABLE} to a whole path") from exc


def index_contract(
    passages: Sequence[Passage], embedder: Embedder | None, images: ImageNeighbours | None
) -> IndexContract:
    """Return what the index of `passages` is made of."""
    vectors = NO_VECTORS if embedder is None else embedder.contract
    corpus = [[item.citation, item.title, item.section, item.text, list(item.tags)] for item in passages]
    return IndexContract(
        **asdict(vectors),
        chunker=CHUNKER,
        tokenizer=TOKENIZER,
        k1=K1,
        b=B,
        corpus_sha256=content_hash(corpus),
        n=len(passages),
        image=NO_MODEL if images is None else images.contract,
    )


def vector_search(index: StoredIndex) -> tuple[VectorSearch | None, float]:
    """Return how the index's vectors are searched, with its recall at 10; None without vectors."""
    if index.vectors is None:
        return None, 1.0
    if index.shortlist is None:
        return FlatSearch(index.vectors), 1.0
    return ShortlistSearch(index.vectors, index.shortlist.codes, index.shortlist.length), index.shortlist.recall
