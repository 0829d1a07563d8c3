import builtins
import os
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import pytest

from runtime.contracts.errors import RuntimeFault
from runtime.retrieval.open_retriever import index_root, open_retriever
from runtime.retrieval.settings import RetrievalSettings
from tests.runtime.retrieval.building import KNOWLEDGE, write_cards
from tests.runtime.retrieval.hash_embedder import HashEmbedder

WORDS = RetrievalSettings(kind="bm25")


def _hybrid(folder: Path) -> RetrievalSettings:
    return RetrievalSettings(folder=folder)


def test_words_alone_need_no_model_and_no_file(tmp_path: Path) -> None:
    retriever = open_retriever([KNOWLEDGE], WORDS.model_copy(update={"folder": tmp_path / "index"}))
    assert retriever.contract["model"] == "none"
    assert retriever.search("window width and level of a CT", 3)[0].citation == "ct.window-width-level"
    assert not (tmp_path / "index").exists()


@pytest.mark.parametrize(
    ("query", "citation"),
    [
        ("window width and level of a CT", "ct.window-width-level"),
        ("Hounsfield units of water and fat", "ct.hounsfield-units"),
        ("aliasing in Doppler ultrasound", "us.doppler-aliasing"),
        ("why does liquid look white on a T2 image", "mr.t1-and-t2-weighting"),
    ],
)
def test_the_shipped_cards_answer_plain_questions_by_words_and_vectors(query: str, citation: str) -> None:
    # In the session's own cache: embedded once for all tests.
    found = open_retriever([KNOWLEDGE], RetrievalSettings()).find(query, 3)
    assert citation in [item.hit.citation for item in found.hits][:2]
    assert "text" in found.hits[0].ranks


def test_the_index_is_kept_and_found_whatever_the_order_of_folders(tmp_path: Path) -> None:
    write_cards(tmp_path / "one", "a.yaml", ct_water="Water is zero Hounsfield units.")
    write_cards(tmp_path / "two", "b.yaml", ct_fat="Fat is about minus one hundred units.")
    embedder = HashEmbedder()
    folders = [tmp_path / "one", tmp_path / "two"]
    first = open_retriever(folders, _hybrid(tmp_path / "index"), embedder)
    assert len(embedder.embedded) == 2
    second = open_retriever(folders[::-1], _hybrid(tmp_path / "index"), embedder)
    assert len(embedder.embedded) == 2
    assert first.contract == second.contract
    assert first.search("water", 2) == second.search("water", 2)


BOTH = RetrievalSettings()


def _missing(module: str) -> ImportError:
    return ModuleNotFoundError(f"No module named {module!r}", name=module)


def test_what_was_not_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "k").mkdir()
    (tmp_path / "k" / "t.jsonl").write_text('{"text": "Good."}\n{\n')
    retriever = open_retriever([tmp_path / "k"], WORDS)
    assert [item.line for item in retriever.unusable] == [2]


@pytest.mark.parametrize(
    ("error", "settings", "said"),
    [
        (_missing("bm25s"), WORDS, r"bm25s: install ace-optimizer\[tutor\]"),
        (_missing("onnxruntime"), BOTH, r"onnxruntime: install ace-optimizer\[tutor\].*retrieval\.kind: bm25"),
        (_missing("tokenizers"), BOTH, r"tokenizers: install ace-optimizer\[tutor\].*retrieval\.kind: bm25"),
        (
            ImportError("libgomp.so: cannot open", path="onnxruntime"),
            BOTH,
            r"libgomp\.so: cannot open: install ace-optimizer\[tutor\]",
        ),
    ],
    ids=["words", "vectors", "tokenizers", "cannot-be-loaded"],
)
def test_a_missing_package_says_what_to_do(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    error: ImportError,
    settings: RetrievalSettings,
    said: str,
) -> None:
    real = builtins.__import__

    def without(
        name: str, g: Mapping[str, object] | None = None, v: Mapping[str, object] | None = None,
        names: tuple[str, ...] = (), level: int = 0,
    ) -> ModuleType:  # fmt: skip
        if name in {error.name, error.path}:
            raise error
        return real(name, g, v, names, level)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(RuntimeFault, match=said):
        open_retriever([KNOWLEDGE], settings.model_copy(update={"folder": tmp_path}))


@pytest.mark.parametrize(
    ("settings", "environ", "root"),
    [
        (RetrievalSettings(folder=Path("/a/b")), {"ACE_INDEX_DIR": "/c"}, Path("/a/b")),
        (RetrievalSettings(), {"ACE_INDEX_DIR": "/c", "XDG_CACHE_HOME": "/d"}, Path("/c")),
        (RetrievalSettings(), {"XDG_CACHE_HOME": "/d"}, Path("/d/ace/index")),
        (RetrievalSettings(), {}, Path.home() / ".cache" / "ace" / "index"),
    ],
    ids=["setting", "variable", "cache", "home"],
)
def test_where_indexes_are_kept(settings: RetrievalSettings, environ: Mapping[str, str], root: Path) -> None:
    assert index_root(settings, environ) == root


@pytest.mark.parametrize("variable", ["ACE_INDEX_DIR", "XDG_CACHE_HOME"])
def test_a_home_that_does_not_exist_is_an_error(variable: str) -> None:
    with pytest.raises(RuntimeFault, match="~nobody-here/x: there is no such home folder; set ACE_INDEX_DIR"):
        index_root(RetrievalSettings(), {variable: "~nobody-here/x"})


def test_the_tests_own_cache_is_not_the_users() -> None:
    assert index_root(RetrievalSettings(), os.environ) != Path.home() / ".cache" / "ace" / "index"
