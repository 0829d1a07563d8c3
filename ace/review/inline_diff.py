"""Two texts as one line of [-gone-] and {+new+} words. Pure."""

from ace.review.word_diff import WordChange, word_diff

# Foreign text that itself holds a mark must not look like a change.
_MARKS = (("{+", "{\\x2b"), ("+}", "\\x2b}"), ("[-", "[\\x2d"), ("-]", "\\x2d]"))


def marked_text(before: str | None, after: str | None) -> str:
    """Return one text in which [-...-] is only in `before` and {+...+} only in `after`."""
    return "".join(marked(change) for change in changes_of(before, after))


def plain_text(text: str) -> str:
    """Return `text` without marks of ours; a mark that the text itself holds is written out."""
    return marked(WordChange("equal", text))


def changes_of(before: str | None, after: str | None) -> list[WordChange]:
    """Return the word changes between two values of a field, either of which may not be set."""
    if before is None or after is None:
        op = "insert" if before is None else "delete"
        text = after if before is None else before
        return [WordChange("insert" if op == "insert" else "delete", text)] if text else []
    return word_diff(before, after)


def marked(change: WordChange) -> str:
    """Return the run with its marks; a mark that the text itself holds is written out."""
    text = change.text
    for mark, harmless in _MARKS:
        text = text.replace(mark, harmless)
    if change.op == "equal":
        return text
    return f"[-{text}-]" if change.op == "delete" else f"{{+{text}+}}"
