"""Two texts word by word. Pure."""

import re
from difflib import SequenceMatcher
from typing import Literal, NamedTuple, TypeAlias

WordOp: TypeAlias = Literal["equal", "delete", "insert"]

# Written without blanks between words: a character is the unit.
_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
# Marks that belong to the letter before them; Indic, Thai and Lao blocks as a whole.
_MARKS = "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0dff\u0e00-\u0eff"
_WORD = rf"[^\W{_UNSPACED}](?:(?![{_UNSPACED}])[\w{_MARKS}])*"
_TOKEN = re.compile(rf"{_WORD}|\s+|.", re.DOTALL)


class WordChange(NamedTuple):
    """A run of text that both sides have, or only one of them."""

    op: WordOp
    text: str


def tokens_of(text: str) -> list[str]:
    """Return `text` cut into words, runs of blanks and single other characters; joined they are `text` again."""
    return _TOKEN.findall(text)


def word_diff(before: str, after: str) -> list[WordChange]:
    """Return runs of words: equal and deleted ones join to `before`, equal and inserted ones to `after`."""
    old, new = tokens_of(before), tokens_of(after)
    runs: list[tuple[str, str]] = []
    for op, old_from, old_to, new_from, new_to in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        gone = "".join(old[old_from:old_to])
        came = "".join(new[new_from:new_to])
        after_change = bool(runs) and runs[-1][0] != runs[-1][1]
        # One blank that happens to agree between two changed words would chop a changed phrase into single words.
        is_joint = op != "equal" or (gone.isspace() and old_to < len(old))
        if after_change and is_joint:
            runs[-1] = (runs[-1][0] + gone, runs[-1][1] + came)
        else:
            runs.append((gone, came))
    return [change for gone, came in runs for change in _as_changes(gone, came)]


def _as_changes(gone: str, came: str) -> list[WordChange]:
    if gone == came:
        return [WordChange("equal", gone)]
    both = (WordChange("delete", gone), WordChange("insert", came))
    return [change for change in both if change.text]
