"""Texts that say nearly the same, found without comparing every word of every pair."""

from collections.abc import Sequence

LENGTH = 400
# A text nearly like another has some of these pieces word for word.
PIECES = 5
PIECE_LENGTH = 10


def is_like_one_of(text: str, earlier: Sequence[str], share: float) -> bool:
    """Return True when `text` has `share` (0-1) of its words in common with one of `earlier`.

    The first 400 characters count. Length and a few pieces are looked at first: most pairs are told apart by them.
    """
    return any(
        min(len(one), len(text)) >= (share - 0.1) * max(len(one), len(text))
        and _shares_pieces(text, one, 1 if share < 0.8 else 2)
        and is_alike(text, one, share)
        for one in earlier
    )


def is_alike(text: str, other: str, share: float) -> bool:
    """Return True when both texts have `share` of all their different words in common."""
    ours, theirs = set(text[:LENGTH].split()), set(other[:LENGTH].split())
    shared = len(ours & theirs)
    return shared >= share * (len(ours) + len(theirs) - shared)


def _shares_pieces(text: str, other: str, needed: int) -> bool:
    step = max(PIECE_LENGTH, min(len(text), LENGTH) // PIECES)
    for start in range(0, step * PIECES, step):
        if text[start : start + PIECE_LENGTH] in other:
            needed -= 1
            if needed == 0:
                return True
    return False
