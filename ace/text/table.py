"""Rows as aligned columns. Pure."""

from collections.abc import Sequence


def table(rows: Sequence[Sequence[str]], indent: str = "  ") -> str:
    """Return rows as aligned columns, one line each; the last column is not padded."""
    if not rows:
        return ""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
    lines = [
        indent + "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]]).rstrip()
        for row in rows
    ]
    return "\n".join(lines) + "\n"
