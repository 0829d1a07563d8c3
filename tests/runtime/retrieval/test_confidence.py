import pytest

from runtime.contracts.state import Hit
from runtime.retrieval.confidence import confidence

HIT = Hit("ct.water", "Water", "Water is zero Hounsfield units.", 3.0)


@pytest.mark.parametrize(
    ("query", "hits", "value"),
    [
        ("water", (HIT,), 1.0),
        ("is the water a unit?", (HIT,), 1.0),
        ("water fat", (HIT,), 0.5),
        ("water fat bone", (HIT,), 0.333),
        ("bone", (HIT,), 0.0),
        ("water", (), 0.0),
        ("the", (HIT,), 0.0),
        ("fat", (HIT, Hit("f", "Fat", "fat", 1.0)), 0.0),
    ],
    ids=["all", "stop-words", "half", "third", "none", "no-hits", "no-terms", "only-the-best-counts"],
)
def test_it_is_the_share_of_terms_the_best_hit_has(query: str, hits: tuple[Hit, ...], value: float) -> None:
    assert confidence(query, hits) == value
