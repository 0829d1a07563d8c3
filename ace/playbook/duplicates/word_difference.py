"""Two texts whose marks agree may still differ in the few words that matter, or in which word stands where."""

from collections import Counter
from collections.abc import Sequence

_SHARED_START = 5
_FEWEST_TO_TURN = 4
# With more words exchanged than these, two alike texts are told in other words rather than about something else.
_MOST_EXCHANGED = 3


def word_difference(left: Sequence[str], right: Sequence[str]) -> str:
    """Return why two texts' content words are not the same rule, "" where nothing speaks against it.

    A few words in place of a few others ("knee joint" for "hip socket") are a difference; words that begin alike count
    as one word (examine, examination), and words that only one of them adds are none. The same words in another order
    are a difference, unless a clause moved as a whole ("When A, do B", "Do B when A").
    """
    if left == right:
        return ""
    one, other = Counter(left), Counter(right)
    gone, come = list((one - other).elements()), list((other - one).elements())
    if not gone and not come:
        is_moved = tuple(left) == tuple(right) or (len(left) >= _FEWEST_TO_TURN and _is_turned(left, right))
        return "" if is_moved else "order of words"
    for word in list(gone):
        alike = next((item for item in come if item[:_SHARED_START] == word[:_SHARED_START]), None)
        if alike is not None:
            gone.remove(word)
            come.remove(alike)
    if gone and come and max(len(gone), len(come)) <= _MOST_EXCHANGED:
        return f"words: {' '.join(gone)} | {' '.join(come)}"
    return ""


def _is_turned(left: Sequence[str], right: Sequence[str]) -> bool:
    return any([*left[cut:], *left[:cut]] == list(right) for cut in range(1, len(left)))
