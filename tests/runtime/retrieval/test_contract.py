from dataclasses import replace

import pytest

from runtime.retrieval.contract import IndexContract, check_embedder
from runtime.retrieval.errors import IndexContractError
from runtime.retrieval.open_retriever import index_contract
from tests.runtime.retrieval.building import PASSAGES, passage
from tests.runtime.retrieval.hash_embedder import HashEmbedder


def _contract() -> IndexContract:
    return index_contract(PASSAGES, HashEmbedder(), None)


def test_the_contract_has_every_part_of_an_index() -> None:
    assert set(_contract().to_json()) == {
        "model", "model_sha256", "dimension", "max_tokens", "normalization", "metric", "chunker", "tokenizer",
        "k1", "b", "corpus_sha256", "n", "image",
    }  # fmt: skip


def test_the_key_changes_with_anything() -> None:
    keys = {_contract().key, replace(_contract(), k1=1.2).key, replace(_contract(), image="other").key}
    more = index_contract((*PASSAGES, passage("z", "New", "A new text here.")), HashEmbedder(), None)
    assert len(keys | {more.key}) == 4
    assert _contract().key == _contract().key


def test_another_index_is_refused_and_every_field_named() -> None:
    stored = replace(_contract(), model="other", n=4).to_json()
    with pytest.raises(IndexContractError, match=r"^here: .*model is other, not hash-words.*n is 4, not 3"):
        _contract().check(stored, "here")


@pytest.mark.parametrize("stored", [{}, {**_contract().to_json(), "colour": "red"}], ids=["missing", "unknown"])
def test_missing_and_unknown_fields_are_named(stored: dict[str, object]) -> None:
    with pytest.raises(IndexContractError, match="colour is red, not None" if stored else "model is None"):
        _contract().check(stored, "here")


def test_the_same_contract_passes() -> None:
    _contract().check(_contract().to_json(), "here")
    check_embedder(_contract(), HashEmbedder().contract)


def test_a_query_of_another_model_is_refused() -> None:
    with pytest.raises(IndexContractError, match=r"model is another, the index has hash-words.*dimension is 8"):
        check_embedder(_contract(), HashEmbedder("another", 8).contract)
