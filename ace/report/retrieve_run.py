"""Open the index with progress on stderr, and search it."""

import os
import sys
import time
from contextlib import suppress

from ace.report.retrieve_source import Source
from ace.report.retrieve_text import SCHEMA_VERSION, SHOWN_UNUSABLE, Searched, contract_text
from ace.text.visible_text import escape_text
from runtime.contracts.json_types import JsonObject
from runtime.images.load_image import load_image
from runtime.retrieval.build_index import Report
from runtime.retrieval.contract import NO_MODEL
from runtime.retrieval.fused_retriever import FusedRetriever
from runtime.retrieval.open_retriever import index_root, open_retriever
from runtime.tools.case_neighbours import CaseImages, open_case_neighbours

EVERY_S = 2.0


def run_search(source: Source, query: str, count: int, image_ref: str, is_quiet: bool) -> Searched:
    """Return the search, timed.

    Raises: RuntimeFault when there is nothing to search or a package is missing, ImageError for an image that cannot
        be read.
    """
    retriever = _open(source, is_quiet)
    if image_ref:
        load_image(image_ref, base=source.image_base)
        if retriever.contract["image"] == NO_MODEL and not is_quiet:
            _write("the image takes no part: its model is not built (run `make models`)")
    retriever.warm_up()
    started = time.perf_counter()
    found = retriever.find(query, count, image_ref)
    seconds = time.perf_counter() - started
    return Searched(query, found, retriever.contract, source.settings.token_budget, seconds)


def index_report(source: Source, is_quiet: bool) -> tuple[JsonObject, str]:
    """Make or find the index; return what it holds as JSON and as lines."""
    started = time.perf_counter()
    retriever = _open(source, is_quiet)
    seconds = time.perf_counter() - started
    root = index_root(source.settings, os.environ)
    unusable = [str(item) for item in retriever.unusable]
    value: JsonObject = {
        "schema_version": SCHEMA_VERSION,
        "folder": str(root),
        "contract": retriever.contract,
        "unusable": unusable,
        "notices": list(retriever.notices),
        "seconds": round(seconds, 3),
    }
    left_out = f"{len(unusable)} lines or files not used"
    return value, f"{contract_text(retriever.contract)}\nkept in {root}; {left_out}; {seconds:.1f} s\n"


def _open(source: Source, is_quiet: bool) -> FusedRetriever:
    images = open_case_neighbours(CaseImages(source.image_base, None, source.references, source.models))
    retriever = open_retriever(source.folders, source.settings, images=images, report=reporter(is_quiet))
    if is_quiet:
        return retriever
    unusable = [f"not used: {escape_text(str(item))}" for item in retriever.unusable[:SHOWN_UNUSABLE]]
    if len(retriever.unusable) > SHOWN_UNUSABLE:
        more = len(retriever.unusable) - SHOWN_UNUSABLE
        unusable.append(f"not used: {more} more lines or files; `ace retrieve --build --json` lists them all")
    for line in (*unusable, *retriever.notices):
        _write(line)
    return retriever


def reporter(is_quiet: bool) -> Report:
    """Return what writes a line to stderr now and then: the first after 2 seconds, so that a short build is silent."""
    last = time.monotonic()

    def report(what: str, done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if is_quiet or (total and now - last < EVERY_S):
            return
        last = now
        _write(f"{what}: {done} of {total}" if total else what)

    return report


def _write(line: str) -> None:
    # Progress must never cost a search: a stderr that is closed or absent is no error.
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            sys.stderr.write(line + "\n")
            sys.stderr.flush()
