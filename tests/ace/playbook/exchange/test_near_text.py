"""The embedding for near-duplicates."""

from ace.playbook.exchange.near_text import embedding_or_reason


def test_one_of_the_two_is_given() -> None:
    embed, reason = embedding_or_reason()
    assert (embed is None) == bool(reason)
    if embed is not None:
        assert embed(["a", "b"]).shape == (2, 384)
