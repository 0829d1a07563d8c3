"""Where in its file a part of a condition stands: YAML may fold it over lines, put it in quotes and escape those."""

from runtime.rules.condition_tokens import Token, tokens_of
from runtime.rules.read_yaml import Mark


def place_in_file(data: bytes, mark: Mark, source: str, offset: int) -> Mark:
    """Return the place of `offset`, in characters from the start of the condition `source`, in the file `data`.

    `mark` is where the field's value starts; it comes back where the offset is 0 or the text cannot be followed.
    An offset behind the last word is the place right behind it.
    """
    if offset <= 0:
        return mark
    text = data.decode("utf-8", "replace")
    lines = text.split("\n")
    position = sum(len(line) + 1 for line in lines[: mark.line - 1]) + mark.column - 1
    # The head of a block is no part of its text, nor is an opening quote.
    position = text.find("\n", position) if mark.style in {"|", ">"} else position + bool(mark.style)
    for token in tokens_of(source, comments=True):
        found = _find(text, token, position)
        if found < 0:
            return mark
        if offset < token.end:
            return _mark_at(text, found + max(0, offset - token.start))
        position = found + len(token.text)
    return _mark_at(text, position)


def _find(text: str, token: Token, position: int) -> int:
    found = text.find(token.text, position)
    # In a double-quoted value its quotes are escaped, in a single-quoted one doubled.
    others = (token.text.replace('"', '\\"'), token.text.replace("'", "''"))
    return found if found >= 0 else max(text.find(other, position) for other in others)


def _mark_at(text: str, position: int) -> Mark:
    start = text.rfind("\n", 0, position) + 1
    return Mark(text.count("\n", 0, position) + 1, position - start + 1)
