"""Foreign text made fit to show (one line, printable, bounded) and fit to send or store (encodable)."""

SHOWN_CHARS = 300


def shown(text: str, limit: int = SHOWN_CHARS) -> str:
    """Return `text` on one line, at most `limit` characters, with what a terminal would act on replaced by spaces."""
    # Cut before joining: a server can answer with megabytes, and only the beginning is shown.
    head = text[: limit * 4]
    line = " ".join("".join(char if char.isprintable() else " " for char in head).split())
    return line if len(line) <= limit else f"{line[:limit]}..."


def encodable(text: str) -> str:
    """Return `text` with lone surrogates, which UTF-8 cannot hold, as "?"; a model's own "\\ud800" brings them in."""
    return text.encode("utf-8", "replace").decode("utf-8")
