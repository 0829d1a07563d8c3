"""The port the tool asks for explanations through."""

from runtime.retrieval.found import ExplainingRetriever
from tests.runtime.builders import CardIndex
from tests.runtime.retrieval.building import PASSAGES, fused


def test_the_local_index_explains_itself_and_a_plain_retriever_does_not() -> None:
    assert isinstance(fused(PASSAGES), ExplainingRetriever)
    assert not isinstance(CardIndex(), ExplainingRetriever)
