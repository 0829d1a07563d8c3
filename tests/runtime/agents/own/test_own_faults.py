"""Exceptions of strangers in words."""

from runtime.agents.own.faults import MAX_WORDS, spoken


class Speechless(Exception):
    """An exception that does not know its own words."""

    def __str__(self) -> str:
        raise RuntimeError("no words")


def test_words_are_kept_and_bounded() -> None:
    assert spoken(ValueError("too dear")) == "ValueError: too dear"
    assert spoken(SystemExit()) == "SystemExit"
    assert len(spoken(ValueError("x" * 10_000))) < MAX_WORDS + 50
    assert spoken(Speechless()) == "Speechless: its words cannot be had"
